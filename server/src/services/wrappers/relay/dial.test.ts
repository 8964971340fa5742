import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { TLSSocket } from 'node:tls'
import { afterEach, describe, expect, it } from 'vitest'
import { createCertificate } from '../../../../test/certificate.ts'
import { createOutgoing } from '../../../lib/outgoing.ts'
import { createDialer, type Remote } from './dial.ts'
import { int32, writeMessage } from './messages.ts'

const dialer = createDialer({ outgoing: createOutgoing({ allowsPrivate: true }) })
const servers: Server[] = []
afterEach(() => {
  for (const server of servers.splice(0)) server.close()
})

/** A server that responds to each chunk it gets with the next of the given responses. */
async function serverWith(...responses: readonly (Buffer | string | (() => void))[]) {
  const received: Buffer[] = []
  const sockets: Socket[] = []
  const server = createServer((socket) => {
    sockets.push(socket)
    let next = 0
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      received.push(chunk)
      const response = responses[next++]
      if (typeof response === 'function') response()
      else if (response !== undefined) socket.write(response)
    })
  })
  servers.push(server)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { port, received, sockets }
}

const remote = (port: number, change: Partial<Remote> = {}): Remote => ({
  host: '127.0.0.1',
  port,
  database: 'shop',
  user: 'reader',
  password: 's3kr3t',
  tls: 'disable',
  caCertificate: null,
  ...change,
})

const request = (code: number, rest: Buffer | string = '') =>
  writeMessage('R', Buffer.concat([int32(code), Buffer.from(rest)]))
const OK = request(0)
const READY = writeMessage('Z', Buffer.from('I'))
const SASL = request(10, 'SCRAM-SHA-256\0\0')
const header = (type: string, size: number) => Buffer.concat([Buffer.from(type), int32(size)])

describe('a server that violates the protocol', () => {
  it.each<[string, readonly (Buffer | string)[], string]>([
    ['of another protocol', ['HTTP/1.1 400 Bad Request\r\n\r\n'], 'not_postgres'],
    ['that announces a gigabyte', [header('R', 2 ** 30)], 'not_postgres'],
    ['that announces a negative length', [header('R', -1)], 'not_postgres'],
    [
      'that never stops to greet',
      [Buffer.concat([OK, ...Array<Buffer>(60).fill(writeMessage('S', Buffer.alloc(5000, 97)))])],
      'not_postgres',
    ],
    ['that sends rows at once', [writeMessage('D', Buffer.alloc(2))], 'not_postgres'],
    ['that asks for Kerberos', [request(7)], 'rejected'],
    ['that knows no common mechanism', [request(10, 'SCRAM-SHA-1\0\0')], 'rejected'],
    ['that continues what it has not begun', [request(11, 'r=a,s=YQ==,i=1')], 'rejected'],
    ['that uses another nonce', [SASL, request(11, 'r=other,s=YQ==,i=4096')], 'not_postgres'],
    ['that accepts without a proof', [SASL, OK], 'not_postgres'],
    ['that wants the password in clear text', [request(3)], 'insecure'],
    ['with an error of another shape', [writeMessage('E', Buffer.from('?'))], 'rejected'],
  ])('%s is refused with foreign_server_%s', async (_, responses, code) => {
    const { port } = await serverWith(...responses)
    await expect(dialer.dial(remote(port))).rejects.toMatchObject({
      code: `foreign_server_${code}`,
      status: 502,
    })
  })

  it('cannot make the client compute two billion iterations', async () => {
    const { port, received, sockets } = await serverWith(SASL, () => {
      const nonce = /r=([^,]+)$/.exec(received.at(-1)?.toString() ?? '')?.[1]
      sockets[0]?.write(request(11, `r=${nonce}more,s=YQ==,i=2147483647`))
    })
    await expect(dialer.dial(remote(port))).rejects.toMatchObject({
      code: 'foreign_server_not_postgres',
    })
  })

  it('is disconnected if it never responds', async () => {
    const giveUp = new AbortController()
    const { port } = await serverWith(() => giveUp.abort())
    await expect(dialer.dial(remote(port), { signal: giveUp.signal })).rejects.toMatchObject({
      code: 'foreign_server_unreachable',
    })
  })

  it('is unreachable if it closes at once, as is a closed port', async () => {
    const { port, sockets } = await serverWith(() => sockets[0]?.destroy())
    const unreachable = { code: 'foreign_server_unreachable' }
    await expect(dialer.dial(remote(port))).rejects.toMatchObject(unreachable)
    await expect(dialer.dial(remote(1))).rejects.toMatchObject(unreachable)
    await expect(dialer.dial(remote(port, { host: 'no.invalid' }))).rejects.toMatchObject(
      unreachable,
    )
  })
})

describe('a sign-in', () => {
  it('sends user, database and the digest of MD5', async () => {
    const { port, received } = await serverWith(
      request(5, 'salt'),
      Buffer.concat([OK, writeMessage('S', Buffer.from('server_version\x0016.4\0')), READY]),
    )
    const session = await dialer.dial(remote(port))
    session.socket.destroy()
    expect(session.version).toBe('16.4')
    expect(received[0]?.toString('latin1')).toContain('user\0reader\0database\0shop\0')
    expect(received[1]?.toString()).toMatch(/^p.{4}md5[\da-f]{32}\0$/s)
  })
})

describe('encryption', () => {
  const { key, cert } = createCertificate(['localhost'], new Date())

  async function secureServer(extra = '') {
    const texts: string[] = []
    const { port, sockets } = await serverWith(() => {
      const socket = sockets.at(-1)
      if (!socket) return
      socket.removeAllListeners('data')
      socket.write(`S${extra}`)
      const secured = new TLSSocket(socket, {
        isServer: true,
        key,
        cert,
        ALPNProtocols: ['postgresql'],
      })
      secured.on('error', () => {})
      secured.on('data', (chunk: Buffer) => {
        texts.push(chunk.toString('latin1'))
        secured.write(texts.length === 1 ? request(3) : Buffer.concat([OK, READY]))
      })
    })
    return { port, texts }
  }

  it('sends a clear-text password when the certificate is verified', async () => {
    const { port, texts } = await secureServer()
    const session = await dialer.dial(
      remote(port, { host: 'localhost', tls: 'verify-full', caCertificate: cert }),
    )
    session.socket.destroy()
    expect(texts[1]).toContain('s3kr3t')
  })

  it.each<[string, Partial<Remote>]>([
    ['an unknown authority', { host: 'localhost', tls: 'verify-full' }],
    ['another host', { tls: 'verify-full', caCertificate: cert }],
  ])('sends nothing to a server with the certificate of %s', async (_, change) => {
    const { port, texts } = await secureServer()
    await expect(dialer.dial(remote(port, change))).rejects.toMatchObject({
      code: 'foreign_server_insecure',
    })
    expect(texts).toEqual([])
  })

  it('is required of a server that does not offer it', async () => {
    const { port, received } = await serverWith('N')
    await expect(dialer.dial(remote(port, { tls: 'require' }))).rejects.toMatchObject({
      code: 'foreign_server_insecure',
    })
    expect(received).toHaveLength(1)
  })

  it('refuses bytes that came before it', async () => {
    const { port } = await secureServer('early')
    await expect(dialer.dial(remote(port, { tls: 'require' }))).rejects.toMatchObject({
      code: 'foreign_server_not_postgres',
    })
  })
})
