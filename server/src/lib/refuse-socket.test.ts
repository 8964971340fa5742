import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refuseSocket } from './refuse-socket.ts'

let server: Server
beforeAll(async () => {
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1')
  await once(server, 'listening')
})
afterAll(() => new Promise((resolve) => server.close(resolve)))

/** A client whose side stays open after the server's has ended, and the server's socket. */
async function open(): Promise<{ client: Socket; socket: Socket }> {
  const { port } = server.address() as AddressInfo
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const client = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
  client.on('error', () => {})
  const [socket] = await accepted
  socket.on('error', () => {})
  return { client, socket }
}
const closed = (socket: Socket) =>
  new Promise<void>((resolve) => socket.once('close', () => resolve()))

describe('a refused connection', () => {
  it('gets the message and is closed, even if its client neither sends nor closes', async () => {
    const { client, socket } = await open()
    const received = text(client)
    refuseSocket(socket, 'refused', 20)
    expect(await received).toBe('refused')
    await closed(socket)
    client.destroy()
  })

  it('gets the message although the client had sent bytes that nobody read', async () => {
    const { client, socket } = await open()
    client.write('x'.repeat(100_000))
    const received = text(client)
    refuseSocket(socket, 'refused')
    expect(await received).toBe('refused')
    // Its end arrives only after all the bytes it sent.
    client.end('more')
    await closed(socket)
  })

  it.each([
    ['sends on', (client: Socket) => setInterval(() => client.write('x'), 1)],
    ['reads nothing', (client: Socket) => setInterval(() => client.pause(), 1)],
  ])('is closed at the deadline if its client %s', async (_name, act) => {
    const { client, socket } = await open()
    const acting = act(client)
    refuseSocket(socket, 'x'.repeat(20_000_000), 20)
    await expect(closed(socket)).resolves.toBeUndefined()
    clearInterval(acting)
    client.destroy()
  })

  it('that has closed already is left alone', async () => {
    const { client, socket } = await open()
    socket.destroy()
    await closed(socket)
    expect(() => refuseSocket(socket, 'refused')).not.toThrow()
    client.destroy()
  })
})
