import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import type { Client } from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  accepted,
  openTestDoor,
  PENDING_TIMEOUT_MS,
  readToEnd,
  type TestDoor,
} from '../../../test/front-door.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { MAX_STARTUP_BYTES, writeStartup } from './startup-message.ts'

const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47])
const GSS_REQUEST = Buffer.from([0, 0, 0, 8, 4, 210, 22, 48])

let test: TestProject
let door: TestDoor

beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())
beforeEach(async () => {
  door = await openTestDoor([test])
})
afterEach(() => door.close())

const startup = (parameters: Record<string, string> = { user: `postgres.${test.project.ref}` }) =>
  writeStartup({ minor: 0, parameters: new Map(Object.entries(parameters)) })
const works = async (client: Client) => {
  expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
  await client.end()
}
const stateOf = (bytes: Buffer) => /\0C(\w{5})\0/.exec(bytes.toString('latin1'))?.[1]
// The `once` of node:events would reject with the error that precedes the end.
const endOf = (client: Client) => new Promise((resolve) => client.once('end', resolve))
const pidOf = (client: Client) => Number(Reflect.get(client, 'processID'))

/** Resolves when the cluster reports `count` sessions with this process id and state. */
async function untilSessions(pid: number, state: string, count: number): Promise<void> {
  const watcher = await test.database.connect('supabase_admin', 'watcher')
  const sessions = async () => {
    const text = 'select 1 from pg_stat_activity where pid = $1 and state = $2'
    return (await watcher.query(text, [pid, state])).rowCount
  }
  while ((await sessions()) !== count) await watcher.query('select pg_sleep(0.005)')
  await watcher.end()
}

describe('a client that does not speak the protocol', () => {
  it.each([
    ['an HTTP request', Buffer.from('GET / HTTP/1.1\r\nHost: x\r\n\r\n')],
    ['random bytes', Buffer.concat([Buffer.from([0x80]), randomBytes(5000)])],
    ['zeroes', Buffer.alloc(100)],
    ['a start-up message that is too long', startup({ user: 'x'.repeat(MAX_STARTUP_BYTES) })],
    [
      'a cancel request for no session',
      Buffer.from([0, 0, 0, 16, 4, 210, 22, 46, 0, 0, 0, 1, 0, 0, 0, 1]),
    ],
    ['no bytes before its end', Buffer.alloc(0)],
  ])('gets no response to %s', async (_name, bytes) => {
    const socket = await door.socket()
    socket.end(bytes)
    expect(await readToEnd(socket)).toHaveLength(0)
    await works(await door.client(test))
  })

  it('gets a TLS alert if it starts TLS on a port without a certificate', async () => {
    const socket = await door.socket()
    socket.write(Buffer.from('16030100c8010000c40303', 'hex'))
    expect((await readToEnd(socket)).subarray(0, 3).toString('hex')).toBe('150301')
  })

  it('gets an error if it speaks an old protocol', async () => {
    const socket = await door.socket()
    socket.write(Buffer.from([0, 0, 1, 40, 0, 2, 0, 0]))
    expect(stateOf(await readToEnd(socket))).toBe('0A000')
  })
})

describe('encryption without a certificate', () => {
  it('is declined, and the client can continue unencrypted', async () => {
    const socket = await door.socket()
    for (const request of [GSS_REQUEST, SSL_REQUEST]) {
      socket.write(request)
      expect(await once(socket, 'data')).toEqual([Buffer.from('N')])
    }
    socket.write(startup())
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toContain('SCRAM-SHA-256')
    socket.destroy()
  })

  it('cannot be requested twice', async () => {
    const socket = await door.socket()
    socket.write(SSL_REQUEST)
    await once(socket, 'data')
    socket.write(SSL_REQUEST)
    expect(stateOf(await readToEnd(socket))).toBe('08P01')
  })
})

const GATE_PORT = 5432

/** A Unix socket whose connections are those of a project's functions. */
async function openGate(to: TestDoor, ref: string) {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-'))
  const file = path.join(folder, `.s.PGSQL.${GATE_PORT}`)
  const gate = createServer({ allowHalfOpen: true, pauseOnConnect: true }, (socket) =>
    to.serveFunction(socket, ref),
  ).listen(file)
  await once(gate, 'listening')
  return {
    folder,
    path: file,
    async close() {
      await new Promise((resolve) => gate.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe('a flood', () => {
  it.each([
    ['of silent connections', Buffer.alloc(0)],
    ['of connections that stop in their first message', Buffer.from([0, 0])],
  ])('%s does not keep other clients out', async (_name, bytes) => {
    const flood: Socket[] = []
    for (let count = 0; count < 500; count += 1) {
      const socket = await door.socket()
      socket.write(bytes)
      flood.push(socket)
    }
    await Promise.all([1, 2, 3].map(async () => works(await door.client(test))))
    expect(door.connections()).toBeLessThanOrEqual(103)
    for (const socket of flood) socket.destroy()
  })

  it('of sessions is refused at the limit of the project, and ended sessions free their places', async () => {
    const small = await openTestDoor([test], { limits: { maxPerProject: 2 } })
    const clients = [await small.client(test), await small.client(test)]
    await expect(small.client(test)).rejects.toMatchObject({ code: '53300' })
    for (const client of clients) await client.end()
    await small.released()
    await works(await small.client(test))
    await small.close()
  })

  it('of unfinished sign-ins gives way to new connections, the longest first', async () => {
    const small = await openTestDoor([test], { limits: { maxPending: 2 } })
    const [first, second] = [await small.socket(), await small.socket()]
    for (const socket of [first, second]) {
      socket.write(startup())
      await once(socket, 'data')
    }
    const refusal = readToEnd(first)
    const client = await small.client(test)
    expect(stateOf(await refusal)).toBe('53300')
    expect(second.destroyed).toBe(false)
    await works(client)
    second.destroy()
    await small.released()
    await small.close()
  })

  it('of unfinished sign-ins by functions of one project does not lock out other functions', async () => {
    const flooded = await openTestDoor([test], {
      limits: { maxPending: 10, maxPerSource: 5, maxPerProject: 5 },
    })
    const [hostile, other] = [await openGate(flooded, 'hostile'), await openGate(flooded, 'other')]
    for (let count = 0; count < 20; count += 1) {
      const socket = connect(hostile.path)
      socket.on('error', () => {})
      socket.write(startup())
      await once(socket, 'data')
    }
    const client = await flooded.client(test, { host: other.folder, port: GATE_PORT })
    expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
    await works(await flooded.client(test))
    await flooded.close()
    await Promise.all([hostile.close(), other.close()])
  })
})

describe('a slow client', () => {
  it('can send its start-up message byte by byte', async () => {
    const socket = await door.socket()
    socket.setNoDelay(true)
    for (const byte of startup()) await new Promise((done) => socket.write(Buffer.of(byte), done))
    const [answer] = (await once(socket, 'data')) as [Buffer]
    expect(answer.toString('latin1')).toContain('SCRAM-SHA-256')
    socket.destroy()
  })

  describe('at the deadline for signing in', () => {
    // The clock is faked, because a busy machine can take any time for the steps before the deadline.
    beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
    afterEach(() => void vi.useRealTimers())
    const pass = () => vi.advanceTimersByTime(PENDING_TIMEOUT_MS)

    it.each([
      ['before the first byte', () => Buffer.alloc(0)],
      ['in the first message', () => startup().subarray(0, 20)],
    ])('is disconnected %s', async (_name, bytes) => {
      const socket = await door.socket()
      const rest = readToEnd(socket)
      socket.write(bytes())
      await accepted(door)
      pass()
      expect(stateOf(await rest)).toBeUndefined()
    })

    it('is refused with 57014 before it has sent its password', async () => {
      const socket = await door.socket()
      socket.write(startup())
      await once(socket, 'data')
      pass()
      expect(stateOf(await readToEnd(socket))).toBe('57014')
      await door.released()
    })

    it('is refused with 57014 while its project wakes, and the late lease is released', async () => {
      const asked = Promise.withResolvers<void>()
      const woken = Promise.withResolvers<void>()
      const slow = await openTestDoor([test], {
        async open() {
          asked.resolve()
          await woken.promise
          return { socketDir: test.socketDir, port: 5432, isOver: () => false, release() {} }
        },
      })
      const refused = slow.client(test).catch((error: unknown) => error)
      await asked.promise
      pass()
      expect(await refused).toMatchObject({ code: '57014' })
      woken.resolve()
      await slow.close()
      expect(slow.leases()).toEqual({ held: 0, opened: 1, released: 1 })
    })

    it('stays connected if it has signed in', async () => {
      const client = await door.client(test)
      pass()
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }])
      await client.end()
    })
  })
})

describe('the end of a connection', () => {
  it.each([
    ['resets its connection', (socket: Socket) => void socket.resetAndDestroy()],
    ['closes its connection', (socket: Socket) => void socket.destroy()],
  ])(
    'cancels the statement of a client that %s, and releases the project once',
    async (_name, end) => {
      const client = await door.client(test)
      const failed = client.query('select pg_sleep(600)').catch(() => 'failed')
      const pid = pidOf(client)
      await untilSessions(pid, 'active', 1)
      end(client.connection.stream as Socket)
      await door.released()
      await untilSessions(pid, 'active', 0)
      expect(await failed).toBe('failed')
      expect(door.leases()).toEqual({ held: 0, opened: 1, released: 1 })
    },
  )

  it('disconnects the client if its server process dies, and releases the project', async () => {
    const client = await door.client(test)
    const ended = endOf(client)
    process.kill(pidOf(client), 'SIGTERM')
    await ended
    await door.released()
    expect(door.leases()).toEqual({ held: 0, opened: 1, released: 1 })
  })

  it('is a refusal with 57P03 if no cluster listens at the socket', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-empty-'))
    const empty = await openTestDoor([], {
      open: () =>
        Promise.resolve({ socketDir: folder, port: 5432, isOver: () => false, release() {} }),
    })
    await expect(empty.client(test)).rejects.toMatchObject({ code: '57P03' })
    await empty.released()
    await empty.close()
    await rm(folder, { recursive: true })
  })

  it('reveals nothing about an internal error', async () => {
    const broken = await openTestDoor([], { open: () => Promise.reject(new Error('/secret/path')) })
    const error: unknown = await broken.client(test).catch((error: unknown) => error)
    expect(error).toMatchObject({ code: 'XX000' })
    expect(String(error)).not.toContain('secret')
    await broken.close()
  })
})

describe('close', () => {
  it('notifies idle clients, cancels statements, drops pending connections and accepts no more', async () => {
    const idle = await door.client(test)
    const told = once(idle, 'error')
    const busy = await door.client(test)
    const failed = busy.query('select pg_sleep(600)').catch(() => 'failed')
    const pid = pidOf(busy)
    await untilSessions(pid, 'active', 1)
    const pending = await door.socket()
    const dropped = readToEnd(pending)
    await door.close()
    expect(await told).toMatchObject([{ code: '57P01' }])
    expect(await failed).toBe('failed')
    expect(await dropped).toHaveLength(0)
    await untilSessions(pid, 'active', 0)
    expect(door.leases()).toEqual({ held: 0, opened: 2, released: 2 })
    expect(door.connections()).toBe(0)
    await expect(door.client(test)).rejects.toMatchObject({ code: 'ECONNREFUSED' })
  })

  it('does not wait for a client that does not read', async () => {
    const deaf = await door.client(test)
    deaf.query("select repeat('x', 1000) from generate_series(1, 100000)").catch(() => {})
    await once(deaf.connection.stream, 'data')
    deaf.connection.stream.pause()
    await untilSessions(pidOf(deaf), 'active', 1)
    await door.close()
    expect(door.leases().held).toBe(0)
    expect(door.connections()).toBe(0)
  })
})

it('disconnects its clients if their cluster crashes, and connects to it again after its recovery', async () => {
  const [idle, busy] = [await door.client(test), await door.client(test)]
  const ended = Promise.all([endOf(idle), endOf(busy)])
  const failed = busy.query('select pg_sleep(600)').catch(() => 'failed')
  await untilSessions(pidOf(busy), 'active', 1)
  process.kill(pidOf(busy), 'SIGKILL')
  await ended
  expect(await failed).toBe('failed')
  await door.released()
  expect(door.leases()).toEqual({ held: 0, opened: 2, released: 2 })
  let client: Client | undefined
  while (!client) client = await door.client(test).catch(() => undefined)
  await works(client)
})
