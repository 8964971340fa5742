import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import net, { type Server, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { createClient, type Client } from './client.ts'
import { MalformedResponse } from './response-errors.ts'
import type { ClientRequest } from './request.ts'

let folder: string
let server: Server
let client: Client
/** The server's behavior for each connection, and the number of connections. */
let onConnection: (socket: Socket) => void
let connections = 0

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-client-'))
  server = net.createServer((socket) => {
    connections += 1
    socket.on('error', () => {})
    onConnection(socket)
  })
  server.listen(path.join(folder, 's'))
  await once(server, 'listening')
})
afterEach(() => {
  client.close()
  connections = 0
})
afterAll(async () => {
  server.close()
  await rm(folder, { recursive: true, force: true })
})

const request = (given: Partial<ClientRequest> = {}): ClientRequest => ({
  method: 'GET',
  target: 'http://localhost/hello',
  headers: {},
  body: undefined,
  ...given,
})

/** Sends each of the pieces in turn for every request that arrives. */
function serve(...pieces: readonly string[]): void {
  client = createClient(path.join(folder, 's'))
  onConnection = (socket) => {
    socket.on('data', async () => {
      for (const piece of pieces) {
        socket.write(piece, 'latin1')
        await new Promise((resolve) => setTimeout(resolve, 5))
      }
    })
  }
}

async function call(given: Partial<ClientRequest> = {}) {
  const { status, headers, body } = await client.send(request(given)).response
  const text = Buffer.isBuffer(body) ? body.toString() : await textOf(body)
  return { status, headers: { ...headers }, text, isWhole: Buffer.isBuffer(body) }
}

async function textOf(body: Readable): Promise<string> {
  let text = ''
  for await (const part of body) text += String(part)
  return text
}

const CHUNKED = 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n'

describe('a response', () => {
  it('is complete when it arrives at once, with and without chunks', async () => {
    serve('HTTP/1.1 201 Created\r\nContent-Length: 5\r\nX-Two: a\r\nx-two: b\r\n\r\nhello')
    expect(await call()).toEqual({
      status: 201,
      headers: { 'content-length': '5', 'x-two': 'a, b' },
      text: 'hello',
      isWhole: true,
    })
    client.close()
    serve(`${CHUNKED}3;ext=1\r\nhel\r\n2\r\nlo\r\n0\r\nx-trailer: 1\r\n\r\n`)
    expect(await call()).toMatchObject({ status: 200, text: 'hello', isWhole: true })
  })

  it('is read however it is split into pieces', async () => {
    const whole = `${CHUNKED}a\r\n0123456789\r\n1\r\n!\r\n0\r\n\r\n`
    for (const size of [1, 2, 3, 7, 50]) {
      const pieces = whole.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
      serve(...pieces)
      expect((await call()).text).toBe('0123456789!')
      client.close()
    }
  })

  it('ends with the connection if it has no length', async () => {
    client = createClient(path.join(folder, 's'))
    onConnection = (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\nall of it'))
    expect((await call()).text).toBe('all of it')
    expect((await call()).text).toBe('all of it')
    expect(connections).toBe(2)
  })

  it('has no body where the method or the status excludes one', async () => {
    serve('HTTP/1.1 200 OK\r\ncontent-length: 5\r\n\r\n')
    expect(await call({ method: 'HEAD' })).toMatchObject({ text: '', isWhole: true })
    client.close()
    serve('HTTP/1.1 304 Not Modified\r\ncontent-length: 5\r\n\r\n')
    expect(await call()).toMatchObject({ status: 304, text: '', isWhole: true })
  })

  it('follows interim responses', async () => {
    serve(
      'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n',
      'HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n',
    )
    expect(await call()).toMatchObject({ status: 200, headers: { 'content-length': '0' } })
  })

  it('is read no faster than its reader reads', async () => {
    client = createClient(path.join(folder, 's'))
    let socket: Socket | undefined
    onConnection = (connected) => {
      socket = connected
      connected.once('data', () => {
        connected.write('HTTP/1.1 200 OK\r\ncontent-length: 50000000\r\n\r\n')
        connected.write(Buffer.alloc(50_000_000))
      })
    }
    const { body } = await client.send(request()).response
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(socket?.writableLength).toBeGreaterThan(40_000_000)
    let length = 0
    for await (const part of body as AsyncIterable<Buffer>) length += part.length
    expect(length).toBe(50_000_000)
  })

  it.each([
    ['no status line', 'hello\r\n\r\n'],
    ['another version', 'HTTP/1.0 200 OK\r\n\r\n'],
    ['a status out of range', 'HTTP/1.1 999 No\r\n\r\n'],
    ['a switch of protocols', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
    ['a header without a name', 'HTTP/1.1 200 OK\r\n: a\r\n\r\n'],
    ['a header with a line break', 'HTTP/1.1 200 OK\r\nx: a\nb\r\n\r\n'],
    ['a header on two lines', 'HTTP/1.1 200 OK\r\nx: a\r\n b\r\n\r\n'],
    ['two lengths', 'HTTP/1.1 200 OK\r\ncontent-length: 1\r\ncontent-length: 2\r\n\r\na'],
    ['a negative length', 'HTTP/1.1 200 OK\r\ncontent-length: -1\r\n\r\n'],
    ['a length and chunks', `${CHUNKED.slice(0, -2)}content-length: 3\r\n\r\n0\r\n\r\n`],
    ['an unknown coding', 'HTTP/1.1 200 OK\r\ntransfer-encoding: gzip, chunked\r\n\r\n'],
    ['a malformed size of a chunk', `${CHUNKED}x\r\n`],
    ['a chunk longer than its size', `${CHUNKED}1\r\nab\r\n`],
    ['an endless head', `HTTP/1.1 200 OK\r\nx: ${'a'.repeat(70_000)}`],
    ['an endless size of a chunk', `${CHUNKED}1;${'a'.repeat(10_000)}`],
  ])('is refused with %s', async (_name, sent) => {
    serve(sent)
    await expect(call()).rejects.toBeInstanceOf(MalformedResponse)
  })

  it('is refused without a request, or if it ends too early', async () => {
    serve('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nokHTTP/1.1 200 OK\r\n\r\n')
    expect((await call()).text).toBe('ok')
    expect((await call()).text).toBe('ok')
    expect(connections).toBe(2)
    client.close()
    client = createClient(path.join(folder, 's'))
    onConnection = (socket) =>
      socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nshort'))
    await expect(call()).rejects.toThrow('closed')
  })
})

describe('a request', () => {
  /** The bytes that reach the server until `end`, which gets a response then. */
  function receiveUntil(end: RegExp): Promise<string> {
    client = createClient(path.join(folder, 's'))
    return new Promise((resolve) => {
      onConnection = (socket) => {
        let received = ''
        socket.on('data', (chunk) => {
          received += chunk.toString('latin1')
          if (!end.test(received)) return
          socket.write('HTTP/1.1 204 No Content\r\n\r\n')
          resolve(received)
        })
      }
    })
  }

  it('is sent with its headers and its body', async () => {
    const received = receiveUntil(/body$/)
    const headers = { host: 'localhost', 'content-length': '4', cookie: ['a=1', 'b=2'] as never }
    await call({ method: 'PUT', headers, body: Buffer.from('body') })
    expect(await received).toBe(
      'PUT http://localhost/hello HTTP/1.1\r\nhost: localhost\r\ncontent-length: 4\r\ncookie: a=1\r\ncookie: b=2\r\n\r\nbody',
    )
  })

  it('streams a body in chunks, or unchanged if its length is known', async () => {
    const chunked = receiveUntil(/0\r\n\r\n$/)
    await call({ method: 'POST', body: Readable.from([Buffer.from('one'), Buffer.from('three')]) })
    expect(await chunked).toMatch(/\r\n\r\n3\r\none\r\n5\r\nthree\r\n0\r\n\r\n$/)
    client.close()
    const plain = receiveUntil(/three$/)
    await call({
      method: 'POST',
      headers: { 'content-length': '8' },
      body: Readable.from([Buffer.from('one'), Buffer.from('three')]),
    })
    expect(await plain).toMatch(/\r\n\r\nonethree$/)
  })

  it.each([
    ['target', { target: 'http://localhost/a b' }],
    ['target with a letter that becomes a line break', { target: 'http://localhost/\u010a' }],
    ['method', { method: 'GET /' }],
    ['header', { headers: { 'x-a': 'b\r\nx-c: d' } }],
    ['name of a header', { headers: { 'x a': 'b' } }],
  ])('is refused with a malformed %s', async (_name, given) => {
    serve('HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n')
    expect(() => client.send(request(given))).toThrow('malformed')
    expect((await call()).status).toBe(200)
  })

  it('shares connections, one request at a time', async () => {
    serve('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    await Promise.all([call(), call(), call()])
    await Promise.all([call(), call()])
    expect(connections).toBe(3)
  })

  it('closes its connection when it is ended, or its body is cut off', async () => {
    client = createClient(path.join(folder, 's'))
    let closed = 0
    onConnection = (socket) => {
      socket.resume()
      socket.once('close', () => (closed += 1))
    }
    const ended = client.send(request())
    ended.destroy()
    await expect(ended.response).rejects.toThrow('ended')
    const body = new PassThrough()
    const cut = client.send(request({ method: 'POST', body }))
    body.write('a')
    setTimeout(() => body.destroy(), 10)
    await expect(cut.response).rejects.toThrow('cut off')
    // A connection can arrive after the request that it was made for has ended.
    await expect.poll(() => closed > 0 && closed === connections).toBe(true)
  })

  it('does not keep a connection whose response came before the whole body', async () => {
    serve('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok')
    const body = new PassThrough()
    const early = call({ method: 'POST', body })
    body.write('a')
    expect((await early).text).toBe('ok')
    expect((await call()).text).toBe('ok')
    expect(connections).toBe(2)
    expect(body.destroyed).toBe(false)
  })

  it('fails when there is no listener', async () => {
    client = createClient(path.join(folder, 'absent'))
    await expect(call()).rejects.toThrow('ENOENT')
  })
})
