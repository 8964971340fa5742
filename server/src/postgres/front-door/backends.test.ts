import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, Socket } from 'node:net'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openTestDoor, type TestDoor } from '../../../test/front-door.ts'
import { createBackends } from './backends.ts'
import { writeStartup } from './startup-message.ts'

const MAX = 2
const STARTUP = writeStartup({
  minor: 0,
  parameters: new Map([['user', `postgres.${'a'.repeat(20)}`]]),
})

/** A cluster that asks for a password, and whose processes end on the test's command. */
let cluster: Awaited<ReturnType<typeof openSlowCluster>>

async function openSlowCluster() {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'stoa-slow-'))
  const socketPath = path.join(folder, '.s.PGSQL.1')
  const processes: Socket[] = []
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    socket.on('error', () => {}).resume()
    socket.write('R')
    processes.push(socket)
  }).listen(socketPath)
  await once(server, 'listening')
  return {
    folder,
    socketPath,
    processes,
    endOldest: () => processes.shift()?.destroy(),
    async close() {
      for (const socket of processes) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      await rm(folder, { recursive: true, force: true })
    },
  }
}
beforeEach(async () => {
  cluster = await openSlowCluster()
})
afterEach(() => cluster.close())

describe('the processes of a cluster', () => {
  it('are counted until they have ended, however quickly connections are dropped for others', async () => {
    const door = await openTestDoor([], {
      limits: { maxPerProject: MAX, lingerMs: 60_000 },
      open: async () => ({ socketDir: cluster.folder, port: 1, isOver: () => false, release() {} }),
    })
    const [kept, dropped] = [[], []] as [Arrival[], Arrival[]]
    for (let count = 0; count < 3 * MAX; count += 1)
      (count < 2 * MAX ? dropped : kept).push(await arrive(door))
    for (const { closed } of dropped) expect(await closed).toContain('C53300')
    expect(cluster.processes).toHaveLength(MAX)
    for (const { received } of kept) expect(received()).toBe('')
    for (let count = 0; count < MAX; count += 1) cluster.endOldest()
    for (const { received } of kept) await expect.poll(received).toBe('R')
    expect(cluster.processes).toHaveLength(MAX)
    await door.close()
  })

  it('leave their places to clients that still wait, and to none that has disconnected', async () => {
    const backends = createBackends(1)
    const open = (client: Socket) => backends.open(cluster.socketPath, client)
    const first = await open(new Socket())
    const leaving = new Socket()
    const [left, next] = [open(leaving), open(new Socket())]
    leaving.destroy()
    expect(await left).toBeUndefined()
    first?.destroy()
    expect(await next).toBeInstanceOf(Socket)
  })

  it('that cannot be reached take no place', async () => {
    const backends = createBackends(1)
    const missing = path.join(cluster.folder, 'missing')
    for (let count = 0; count < 2; count += 1)
      await expect(backends.open(missing, new Socket())).rejects.toMatchObject({
        code: 'database_unavailable',
      })
  })
})

type Arrival = {
  received(): string
  /** Everything that was received, when the connection is closed. */
  readonly closed: Promise<string>
}

/** Connects, and asks for a session. */
async function arrive(door: TestDoor): Promise<Arrival> {
  const socket = await door.socket()
  let text = ''
  socket.on('data', (chunk) => (text += chunk.toString('latin1')))
  socket.write(STARTUP)
  return { received: () => text, closed: once(socket, 'close').then(() => text) }
}
