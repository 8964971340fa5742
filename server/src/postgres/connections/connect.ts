import pg, { type Client } from 'pg'
import { CATALOG_PATH } from '../search-path.ts'
import { boundMessages } from '../wire/bounded-messages.ts'
import { explainMissing, proveOwnDatabase, type OwnDatabase } from './own-database.ts'

/**
 * Where a Postgres listens: the folder of its Unix socket, or a host name, and the port. In a cluster
 * that the server created, each connection proves that it is in the database of that cluster.
 */
export type Endpoint = OwnEndpoint | UnprovenEndpoint

export type OwnEndpoint = {
  readonly host: string
  readonly port: number
  readonly database: OwnDatabase
  readonly isUnproven?: false
}

/**
 * A database that a tenant could control, such as the one that the operator configured for the
 * platform. Sessions in such a database must read only the catalogs and call no functions.
 */
type UnprovenEndpoint = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly ssl?: boolean
  readonly isUnproven: true
}

export type ClientOptions = {
  readonly user: string
  readonly password: string
  readonly applicationName: string
  /** Queue statements on the wire without waiting for answers (pg 8.23). */
  readonly pipeline: boolean
  /**
   * The session starts with the settings that the owner gave the database, such as `search_path`.
   * Only for sessions with no more rights than the owner; all others are guarded.
   */
  readonly hasOwnersSettings?: boolean
  /**
   * Whether transactions are read-only by default, whatever the database's owner set. The
   * platform's own sessions can write while the database is read-only for lack of disk space.
   */
  readonly isReadOnly?: boolean
  /** Speaks the replication protocol, besides SQL without parameters. */
  readonly isReplication?: boolean
  /** Ends each statement after this time; the owner's triggers may not end by themselves. */
  readonly statementTimeoutMs?: number
}

/**
 * Settings that the owner of a database could otherwise set for every session in it (`alter
 * database … set`) to change the meaning of statements that run with more rights than the owner's.
 * The owner's triggers can also leave temporary objects in the session of a service, so this path
 * searches those last.
 */
const GUARD = [
  `search_path=${CATALOG_PATH}`,
  'role=none',
  'standard_conforming_strings=on',
  'local_preload_libraries=',
]

/** The settings that a session starts with, as Postgres reads them from the startup message. */
const settingsOf = (options: ClientOptions): string =>
  [
    ...(options.hasOwnersSettings ? [] : GUARD),
    ...(options.isReadOnly === undefined
      ? []
      : [`default_transaction_read_only=${options.isReadOnly ? 'on' : 'off'}`]),
    ...(options.statementTimeoutMs ? [`statement_timeout=${options.statementTimeoutMs}`] : []),
  ]
    .map((setting) => `-c ${setting}`)
    .join(' ')

const CONNECT_TIMEOUT_MS = 10_000
/** How long Postgres may take to close a connection. */
const END_TIMEOUT_MS = 1000

/**
 * Opens one connection, whose messages are bounded as `boundMessages` says, and proves that it is in
 * the cluster's own database. Rejects with 503 `database_replaced` or `database_missing` if it is not.
 * When the connection breaks later, its waiting queries get the error; the `error` listener only keeps
 * a broken idle connection from ending the process.
 */
export async function connectClient(endpoint: Endpoint, options: ClientOptions): Promise<Client> {
  const hasTls = endpoint.isUnproven && endpoint.ssl
  const client = new pg.Client({
    host: endpoint.host,
    port: endpoint.port,
    database: endpoint.database,
    ...(hasTls && { ssl: { rejectUnauthorized: false } }),
    user: options.user,
    password: options.password,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(options.pipeline && { pipeline: true }),
    options: settingsOf(options),
    // A startup parameter that pg's types leave out.
    ...(options.isReplication && { replication: 'database' }),
  })
  client.on('error', () => {})
  const connecting = client.connect()
  const { connection } = client
  // With TLS, pg reads from another stream as soon as it is encrypted.
  if (hasTls) connection.once('sslconnect', () => boundMessages(connection.stream))
  else boundMessages(connection.stream)
  if (endpoint.isUnproven) {
    await connecting
    return client
  }
  await connecting.catch((error: unknown) => {
    throw explainMissing(error)
  })
  await proveOwnDatabase(client, endpoint.database).catch(async (error: unknown) => {
    await endClient(client)
    throw error
  })
  return client
}

/**
 * Ends a connection and its running statement. Resolves within about a second, even if Postgres no
 * longer responds; never rejects.
 */
export async function endClient(client: Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}
