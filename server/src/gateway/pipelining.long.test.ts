import { connect, type AddressInfo, type Socket } from 'node:net'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { mostHeld } from '../../test/memory.ts'
import { limitPipelining } from './pipelining.ts'

const CONNECTIONS = 10
const REQUESTS = 20_000
const MEGABYTES = 150

let app: FastifyInstance
const clients: Socket[] = []
const accepted: Socket[] = []

beforeAll(async () => {
  app = Fastify({ forceCloseConnections: true })
  limitPipelining(app)
  app.server.on('connection', (socket: Socket) => accepted.push(socket))
  app.get('/', () => new Promise(() => {}))
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  for (const socket of [...clients, ...accepted]) socket.destroy()
  await app.close()
})

const bytesRead = () => accepted.reduce((sum, socket) => sum + socket.bytesRead, 0)

/** Waits until the server stops reading. */
async function settle(): Promise<void> {
  let before = -1
  while (bytesRead() !== before) {
    before = bytesRead()
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
}

it('holds little memory for pipelined requests that have no response yet', async () => {
  const { port } = app.server.address() as AddressInfo
  const flood = Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(REQUESTS))
  const held = await mostHeld(async () => {
    for (let index = 0; index < CONNECTIONS; index += 1) {
      const client = connect(port, '127.0.0.1')
      client.on('error', () => {})
      client.write(flood)
      clients.push(client)
    }
    await expect.poll(bytesRead).toBeGreaterThan(0)
    await settle()
  })
  expect(held / 2 ** 20).toBeLessThan(MEGABYTES)
}, 60_000)
