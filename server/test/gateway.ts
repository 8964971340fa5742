import { once } from 'node:events'
import { connect, type AddressInfo, type Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'
import type { Lease } from '../src/fleet/port.ts'
import { systemClock } from '../src/lib/clock.ts'
import { AppError } from '../src/lib/errors.ts'
import { silentLog } from '../src/lib/log.ts'
import { generateApiKeys, generateRef } from '../src/project/keys/api-keys.ts'
import { createFixedKeyRing, type KeyRing } from '../src/project/keys/key-ring.ts'
import type { Project } from '../src/project/project.ts'
import type { Service } from '../src/project/service.ts'
import { createNodeGateway } from '../src/gateway/gateway.ts'

/** A gateway to one project without a database, whose state the test controls. */
export type TestGateway = {
  readonly ref: string
  readonly app: FastifyInstance
  readonly url: string
  /** The project's keys. Assign a new value to change them for the next admission and check. */
  keys: KeyRing
  isRestricted: boolean
  isPaused: boolean
  /** Leases that are not released. */
  readonly leases: Set<Lease>
  newKeys(): KeyRing
  /** Sends a WebSocket handshake. The client neither closes its side nor reads. */
  handshake(path: string, headers?: readonly string[]): Promise<Client>
  close(): Promise<void>
}

export type Client = {
  readonly socket: Socket
  /** The server's side of the connection. */
  readonly accepted: Socket
}

export async function createTestGateway(services: readonly Service[]): Promise<TestGateway> {
  const ref = generateRef()
  const newKeys = () => createFixedKeyRing(generateApiKeys(ref, new Date()))
  const clients = new Set<Socket>()
  const leases = new Set<Lease>()
  const project = {
    ref,
    get keys() {
      return test.keys
    },
    count() {},
  } as unknown as Project
  const app = await createNodeGateway({
    requireReady() {},
    fleet: {
      acquire() {
        const lease: Lease = {
          project,
          faultOf: () => undefined,
          isOver: () => test.isPaused,
          release: () => void leases.delete(lease),
        }
        leases.add(lease)
        return lease
      },
    },
    services,
    platform: {
      requireServing() {
        if (test.isRestricted)
          throw new AppError('organization_restricted', 'Restricted.', {
            status: 402,
            hint: 'Pay.',
          })
      },
    },
    publicHost: undefined,
    apiPort: { port: () => undefined },
    maxConnectionsPerAddress: 0,
    clock: systemClock,
    log: silentLog,
  })
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const test: TestGateway = {
    ref,
    app,
    url,
    keys: newKeys(),
    isRestricted: false,
    isPaused: false,
    leases,
    newKeys,
    async handshake(path, headers = [`apikey: ${test.keys.publishableKey}`]) {
      const connected = once(app.server, 'connection') as Promise<[Socket]>
      const { port } = app.server.address() as AddressInfo
      const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
      clients.add(socket)
      socket.on('error', () => {})
      const [accepted] = await connected
      const head = [
        `GET /p/${ref}${path} HTTP/1.1`,
        'Host: localhost',
        'Connection: Upgrade',
        'Upgrade: websocket',
        ...headers,
      ]
      socket.write(`${head.join('\r\n')}\r\n\r\n`)
      return { socket, accepted }
    },
    async close() {
      for (const socket of clients) socket.destroy()
      await app.close()
    },
  }
  return test
}
