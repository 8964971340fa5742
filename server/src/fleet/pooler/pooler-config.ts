import type { ConnectionPooling } from '@stoa/contract/platform/connection-pooling'
import type { ComputeSize } from '@stoa/contract/catalog/compute-sizes'

/** Of the smallest compute size in SPEC 9, which projects without a size have. */
const SMALLEST = { connections_direct: 30, connections_pooler: 200 }

export type PoolLimits = {
  /** The most connections to Postgres for each database. */
  readonly maxPoolSize: number
  readonly maxClients: number
}

export function poolLimitsOf(size: ComputeSize | undefined): PoolLimits {
  const { connections_direct, connections_pooler } = size ?? SMALLEST
  return { maxPoolSize: connections_direct, maxClients: connections_pooler }
}

/** A size that was chosen for a larger project is cut when the project gets smaller. */
export const poolSizeOf = (
  { default_pool_size: chosen }: Pick<ConnectionPooling, 'default_pool_size'>,
  { maxPoolSize }: PoolLimits,
): number => Math.min(chosen, maxPoolSize)

export const IGNORED_PARAMETERS = 'extra_float_digits'

/**
 * The configuration of a PgBouncer that only listens on a Unix socket, has no administrators, and
 * signs in to Postgres as its clients do.
 */
export function renderPoolerConfig({
  pooling,
  limits,
  postgresDir,
  socketDir,
  port,
  usersFile,
}: {
  readonly pooling: ConnectionPooling
  readonly limits: PoolLimits
  readonly postgresDir: string
  readonly socketDir: string
  readonly port: number
  readonly usersFile: string
}): string {
  const size = poolSizeOf(pooling, limits)
  const settings = {
    listen_port: port,
    unix_socket_dir: socketDir,
    unix_socket_mode: '0777',
    auth_type: 'scram-sha-256',
    auth_file: usersFile,
    pool_mode: pooling.pool_mode,
    default_pool_size: size,
    max_db_connections: size,
    max_client_conn: limits.maxClients,
    ignore_startup_parameters: IGNORED_PARAMETERS,
    server_idle_timeout: 60,
    log_connections: 0,
    log_disconnections: 0,
    log_stats: 0,
  }
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}\n`)
  const host = `'${postgresDir.replaceAll("'", "''")}'`
  return `[databases]\n* = host=${host} port=${port}\n[pgbouncer]\n${lines.join('')}`
}

/** A role that can sign in, with the verifier that Postgres stores in place of its password. */
export type PoolerUser = { readonly name: string; readonly verifier: string }

/** The file of users, without passwords: PgBouncer signs in with what a client has proved. */
export const renderUsers = (users: readonly PoolerUser[]): string =>
  users
    .filter(({ name }) => !/[\n\r\0]/.test(name))
    .map(({ name, verifier }) => `${quote(name)} ${quote(verifier)}\n`)
    .join('')

const quote = (text: string) => `"${text.replaceAll('"', '""')}"`
