import pg, { type Client } from 'pg'
import { CATALOG_PATH } from '../search-path.ts'
import { boundMessages } from '../wire/bounded-messages.ts'

/** Where a Postgres listens: the folder of its Unix socket, or a host name, and the port. */
export type Endpoint = {
  readonly host: string
  readonly port: number
  readonly database: string
  readonly ssl?: boolean
}

export type ClientOptions = {
  readonly user: string
  readonly password: string
  readonly applicationName: string
  /** Queue statements on the wire without waiting for answers (pg 8.23). */
  readonly pipeline: boolean
  /**
   * The session starts with the settings that the owner gave the database, `search_path` among them.
   * Only for sessions with no more rights than the owner: every other one is guarded.
   */
  readonly hasOwnersSettings?: boolean
  /**
   * Whether transactions are read-only by default, whatever the database's owner set for it. The
   * sessions that do the platform's own work write while the database is read-only for lack of disk
   * space.
   */
  readonly isReadOnly?: boolean
  /** Speaks the replication protocol, besides SQL without parameters. */
  readonly isReplication?: boolean
  /** Ends each statement after this time; the owner's triggers may not end by themselves. */
  readonly statementTimeoutMs?: number
}

/**
 * What the owner of a database could otherwise set for every session in it (`alter database … set`)
 * to change the meaning of statements that run with more rights than the owner's. Their triggers can
 * also leave temporary objects in the session of a service, which this path searches last.
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
 * Opens one connection, whose messages are bounded as `boundMessages` says. When it breaks later,
 * its waiting queries get the error; the `error` listener only keeps a broken idle connection from
 * ending the process.
 */
export async function connectClient(endpoint: Endpoint, options: ClientOptions): Promise<Client> {
  const client = new pg.Client({
    host: endpoint.host,
    port: endpoint.port,
    database: endpoint.database,
    ...(endpoint.ssl && { ssl: { rejectUnauthorized: false } }),
    user: options.user,
    password: options.password,
    application_name: options.applicationName,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    ...(options.pipeline && { pipeline: true }),
    options: settingsOf(options),
    // A parameter of the startup message that the types of pg leave out.
    ...(options.isReplication && { replication: 'database' }),
  })
  client.on('error', () => {})
  const connecting = client.connect()
  const { connection } = client
  // With TLS, pg reads from another stream as soon as it is encrypted.
  if (endpoint.ssl) connection.once('sslconnect', () => boundMessages(connection.stream))
  else boundMessages(connection.stream)
  await connecting
  return client
}

/**
 * Ends a connection and its running statement. Resolves within about a second, even where Postgres
 * does not react any more; never rejects.
 */
export async function endClient(client: Client): Promise<void> {
  const late = setTimeout(() => client.connection.stream.destroy(), END_TIMEOUT_MS)
  await client.end().catch(() => {})
  clearTimeout(late)
}
