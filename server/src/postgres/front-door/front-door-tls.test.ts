import { once } from 'node:events'
import { connect, type ConnectionOptions } from 'node:tls'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { createCertificate } from '../../../test/certificate.ts'
import {
  openTestDoor,
  PENDING_TIMEOUT_MS,
  readToEnd,
  type TestDoor,
} from '../../../test/front-door.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const tls = createCertificate(['*.db.example.com'], new Date())

let test: TestProject
let door: TestDoor
let host: string

beforeAll(async () => {
  test = await createTestProject()
  host = `${test.project.ref}.db.example.com`
  door = await openTestDoor([test], { tls })
})
afterAll(async () => {
  await door.close()
  await test.stop()
})

// What a client does that was given the certificate as its root: the chain and the name are checked.
const ssl = (): ConnectionOptions => ({ ca: tls.cert, servername: host })

describe('with a certificate', () => {
  it('encrypts, and routes by the server name', async () => {
    const client = await door.client(test, { user: 'postgres', ssl: ssl() })
    const { rows } = await client.query('select current_user as role')
    expect(rows).toEqual([{ role: 'postgres' }])
    await client.end()
  })

  it('prefers the user name to the server name', async () => {
    const client = await door.client(test, {
      ssl: { ca: tls.cert, servername: 'zzzzzzzzzzzzzzzzzzzz.db.example.com' },
    })
    expect((await client.query('select 1 as one')).rowCount).toBe(1)
    await client.end()
  })

  it('accepts direct TLS (sslnegotiation=direct)', async () => {
    const client = await door.client(test, {
      user: 'postgres',
      ssl: ssl(),
      sslnegotiation: 'direct',
    })
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await client.end()
  })

  it('passes large data through TLS unchanged', async () => {
    const client = await door.client(test, { ssl: ssl() })
    const { rows } = await client.query("select repeat('k', 5000000) as text, $1::text as back", [
      'b'.repeat(2_000_000),
    ])
    expect(rows[0].text).toHaveLength(5_000_000)
    expect(rows[0].back).toHaveLength(2_000_000)
    await client.end()
  })

  it('still serves clients without encryption', async () => {
    const client = await door.client(test)
    expect((await client.query('select 1 as one')).rowCount).toBe(1)
    await client.end()
  })

  it('rejects an unknown server name, over TLS', async () => {
    const attempt = door.client(test, {
      user: 'postgres',
      ssl: { ca: tls.cert, servername: 'www.db.example.com' },
    })
    await expect(attempt).rejects.toMatchObject({ code: '08004' })
  })

  it('rejects bytes that were injected before the handshake', async () => {
    const socket = await door.socket()
    socket.write(Buffer.concat([SSL_REQUEST, Buffer.from('select 1')]))
    expect((await readToEnd(socket)).toString()).toContain('C08P01')
  })

  it('rejects a second request for encryption', async () => {
    const socket = await door.socket()
    socket.write(SSL_REQUEST)
    expect(await once(socket, 'data')).toEqual([Buffer.from('S')])
    const secured = connect({ socket, ...ssl() })
    await once(secured, 'secureConnect')
    secured.write(SSL_REQUEST)
    expect((await readToEnd(secured)).toString()).toContain('C08P01')
  })

  it('closes on an invalid handshake, and on TLS for another protocol', async () => {
    const socket = await door.socket()
    socket.write(SSL_REQUEST)
    await once(socket, 'data')
    socket.write('GET / HTTP/1.1\r\n\r\n')
    await readToEnd(socket)
    const web = connect({ port: door.port, ...ssl(), ALPNProtocols: ['h2', 'http/1.1'] })
    const [error] = (await once(web, 'error')) as [NodeJS.ErrnoException]
    expect(error.code).toBe('ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL')
    const none = connect({ port: door.port, ...ssl() })
    none.on('error', () => {})
    await readToEnd(none)
  })

  it('ends a stalled handshake at the deadline', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const stalled = await openTestDoor([test], { tls })
    const socket = await stalled.socket()
    socket.write(SSL_REQUEST)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString()).toBe('S')
    vi.advanceTimersByTime(PENDING_TIMEOUT_MS)
    await readToEnd(socket)
    vi.useRealTimers()
    await stalled.close()
    expect(stalled.connections()).toBe(0)
  })

  it('releases all projects when all clients have gone', async () => {
    await door.released()
    expect(door.leases().held).toBe(0)
  })
})
