import type { Client } from 'pg'
import { endClient } from './connect.ts'
import { databaseBusy } from './database-busy.ts'
import { databaseStopping } from './database-stopping.ts'

export type ServiceConnectionsOptions = {
  readonly connect: () => Promise<Client>
  readonly max: number
  readonly idleMs: number
}

type Idle = { readonly client: Client; readonly timer: NodeJS.Timeout }
type Waiter = {
  readonly resolve: (client: Client) => void
  readonly reject: (error: unknown) => void
}

/** Work that waits for a connection; more is refused. */
const MAX_WAITING = 500

/** The connections of one service role, each used by one piece of work at a time. */
export type ServiceConnections = ServiceConnectionsOptions & {
  readonly idle: Idle[]
  readonly waiting: Waiter[]
  /** Connections that have failed or are ending, and must not be reused. */
  readonly broken: WeakSet<Client>
  readonly clients: Set<Client>
  /** Connections open and being opened. */
  open: number
  isClosing: boolean
  isClosed: boolean
}

export const newServiceConnections = (options: ServiceConnectionsOptions): ServiceConnections => ({
  ...options,
  idle: [],
  waiting: [],
  broken: new WeakSet(),
  clients: new Set(),
  open: 0,
  isClosing: false,
  isClosed: false,
})

/** An idle connection or a new one, or the next that is given back. */
export async function takeConnection(pool: ServiceConnections): Promise<Client> {
  const { idle, broken, waiting } = pool
  if (pool.isClosing) throw databaseStopping()
  for (let last = idle.pop(); last; last = idle.pop()) {
    clearTimeout(last.timer)
    if (!broken.has(last.client)) return last.client
  }
  if (pool.open < pool.max) return openConnection(pool)
  if (waiting.length >= MAX_WAITING) throw databaseBusy()
  return new Promise((resolve, reject) => waiting.push({ resolve, reject }))
}

export function giveConnection(pool: ServiceConnections, client: Client): void {
  const { broken, waiting, idle, idleMs } = pool
  if (broken.has(client)) return void discardConnection(pool, client)
  const next = waiting.shift()
  if (next) return next.resolve(client)
  if (pool.isClosing) return void discardConnection(pool, client)
  const timer = setTimeout(() => void discardConnection(pool, client), idleMs)
  timer.unref()
  idle.push({ client, timer })
}

/** Ends every current connection after its work. */
export function renewConnections(pool: ServiceConnections): void {
  for (const client of pool.clients) pool.broken.add(client)
  // `discardConnection` takes a connection out of the list.
  for (const { client } of pool.idle.slice()) void discardConnection(pool, client)
}

/** Ends idle connections at once, and the others after their work or at the deadline. */
export async function closeConnections(
  pool: ServiceConnections,
  deadlineMs: number,
): Promise<void> {
  pool.isClosing = true
  const end = performance.now() + deadlineMs
  // `discardConnection` changes the list, so this iterates over a copy.
  await Promise.all([...pool.idle].map(({ client }) => discardConnection(pool, client)))
  while (pool.open > 0 && performance.now() < end) await new Promise((done) => setTimeout(done, 10))
  pool.isClosed = true
  for (const { reject } of pool.waiting.splice(0)) reject(databaseStopping())
  await Promise.all([...pool.clients].map((client) => discardConnection(pool, client)))
}

async function openConnection(pool: ServiceConnections): Promise<Client> {
  pool.open += 1
  try {
    const client = await pool.connect()
    if (pool.isClosed) {
      await endClient(client)
      throw databaseStopping()
    }
    pool.clients.add(client)
    client.once('end', () => forget(pool, client))
    client.once('error', () => pool.broken.add(client))
    return client
  } catch (error) {
    pool.open -= 1
    serveWaiting(pool)
    throw error
  }
}

function forget(pool: ServiceConnections, client: Client): void {
  pool.broken.add(client)
  pool.clients.delete(client)
  pool.open -= 1
  removeIdle(pool, client)
  serveWaiting(pool)
}

function removeIdle({ idle }: ServiceConnections, client: Client): void {
  const at = idle.findIndex((entry) => entry.client === client)
  if (at >= 0) clearTimeout(idle.splice(at, 1)[0]?.timer)
}

/** Opens a connection for work that waits for one, after another has ended. */
function serveWaiting(pool: ServiceConnections): void {
  if (pool.open >= pool.max) return
  const next = pool.waiting.shift()
  if (next) openConnection(pool).then(next.resolve, next.reject)
}

/** The connection leaves the pool at once; its `end` event comes only after a round trip. */
async function discardConnection(pool: ServiceConnections, client: Client): Promise<void> {
  pool.broken.add(client)
  removeIdle(pool, client)
  await endClient(client)
}
