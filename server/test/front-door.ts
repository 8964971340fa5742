import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { createSecureContext } from 'node:tls'
import { BAN_RULE } from '@stoa/contract/platform/network-access'
import pg, { type ClientConfig } from 'pg'
import { AppError } from '../src/lib/errors.ts'
import { silentLog } from '../src/lib/log.ts'
import { systemClock } from '../src/lib/clock.ts'
import { createFrontDoor } from '../src/postgres/front-door/index.ts'
import type { AccessRules, Bans, FrontDoorDeps } from '../src/postgres/front-door/index.ts'
import { SUPERUSER } from '../src/postgres/clusters/template.ts'
import { databaseParts } from './database-parts.ts'
import type { TestProject } from './project.ts'

export type TestDoor = {
  readonly port: number
  /** The number of open leases, and how many were opened and released. */
  leases(): { readonly held: number; readonly opened: number; readonly released: number }
  /** Resolves when no lease is open. */
  released(): Promise<void>
  connections(): number
  endSessionsOf(refs: ReadonlySet<string>): void
  serveFunction(socket: Socket, ref: string): void
  readonly bans: Pick<Bans, 'list' | 'lift'>
  /** A connected client of `project`, as its owner by default. The test ends it. */
  client(project: TestProject, config?: ClientConfig): Promise<pg.Client>
  /** A plain TCP connection. */
  socket(): Promise<Socket>
  close(): Promise<void>
}

type Lease = Omit<Awaited<ReturnType<FrontDoorDeps['open']>>, 'rules'>

type Overrides = Partial<Pick<FrontDoorDeps, 'onEvent' | 'onOpened'>> & {
  readonly open?: (ref: string) => Promise<Lease>
  /** The current rules of every project; all clients are admitted by default. */
  readonly rules?: () => AccessRules
  readonly tls?: { readonly key: string; readonly cert: string }
  readonly limits?: Partial<FrontDoorDeps['limits']>
}

const EVERYBODY: AccessRules = { allowedNetworks: ['0.0.0.0/0', '::/0'], requiresTls: false }

/** The default time limit for signing in. */
export const PENDING_TIMEOUT_MS = 20_000

/** A listening front door to `projects`. Unknown refs get the fleet's error. */
export async function openTestDoor(
  projects: readonly TestProject[],
  overrides: Overrides = {},
): Promise<TestDoor> {
  const { tls, rules = () => EVERYBODY } = overrides
  const events = new EventEmitter()
  let opened = 0
  let released = 0
  const find = async (ref: string): Promise<Lease> => {
    const found = projects.find(({ project }) => project.ref === ref)
    if (!found)
      throw new AppError('project_not_found', 'This project does not exist.', { status: 404 })
    return { socketDir: found.socketDir, port: 5432, isOver: () => false, release() {} }
  }
  const door = createFrontDoor({
    rulesOf: async () => rules(),
    async open(ref) {
      const cluster = await (overrides.open ?? find)(ref)
      opened += 1
      return {
        ...cluster,
        rules,
        release() {
          cluster.release()
          released += 1
          events.emit('released')
        },
      }
    },
    deniedRoles: new Set([SUPERUSER, ...databaseParts().roles]),
    limits: {
      maxPending: 100,
      maxPerSource: 100,
      maxPerSourceAndProject: 100,
      maxPerProject: 50,
      pendingTimeoutMs: PENDING_TIMEOUT_MS,
      lingerMs: 500,
      ...overrides.limits,
    },
    banRule: BAN_RULE,
    ...(overrides.onEvent && { onEvent: overrides.onEvent }),
    ...(overrides.onOpened && { onOpened: overrides.onOpened }),
    certificate: tls && {
      context: async () => createSecureContext(tls),
      describe: () => Promise.reject(new Error('Clients need no description')),
    },
    clock: systemClock,
    log: silentLog,
  })
  const { port } = await door.listen('127.0.0.1', 0)
  return {
    port,
    leases: () => ({ held: opened - released, opened, released }),
    async released() {
      while (opened > released) await once(events, 'released')
    },
    connections: () => door.connections(),
    bans: door.bans,
    endSessionsOf: (refs) => door.endSessionsOf(refs),
    serveFunction: (socket, ref) => door.serveFunction(socket, ref),
    async client(project, config = {}) {
      const client = new pg.Client({
        host: '127.0.0.1',
        port,
        user: `postgres.${project.project.ref}`,
        password: project.password,
        database: 'postgres',
        ...config,
      })
      client.on('error', () => {})
      await client.connect()
      return client
    },
    async socket() {
      const socket = connect({ port, host: '127.0.0.1' })
      socket.on('error', () => {})
      await once(socket, 'connect')
      return socket
    },
    close: () => door.close(),
  }
}

/** Returns all bytes received until the connection closes, cleanly or with an error. */
export async function readToEnd(socket: Socket): Promise<Buffer> {
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  // The `once` of node:events would reject on a reset.
  if (!socket.closed) await new Promise((resolve) => socket.once('close', resolve))
  return Buffer.concat(chunks)
}

/** Resolves when the door has accepted a connection, which starts its deadline. */
export async function accepted(door: TestDoor): Promise<void> {
  while (door.connections() === 0) await new Promise((resolve) => setImmediate(resolve))
}
