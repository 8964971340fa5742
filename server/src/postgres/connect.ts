import pg, { type Client } from 'pg'

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
   * The session has an empty `search_path`, so that an unqualified name is found in `pg_catalog` alone.
   * For whoever has more rights than the owner of the database, who can define a better match for any
   * function of the catalog in a schema of theirs. It can also write while the database is read-only
   * for lack of disk space, because it does the platform's own work.
   */
  readonly hasEmptySearchPath?: boolean
}

const CONNECT_TIMEOUT_MS = 10_000

/**
 * Opens one connection. When it breaks later, its waiting queries get the error; the `error`
 * listener only keeps a broken idle connection from ending the process.
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
    ...(options.hasEmptySearchPath && {
      options: '-c search_path= -c default_transaction_read_only=off',
    }),
  })
  client.on('error', () => {})
  await client.connect()
  return client
}
