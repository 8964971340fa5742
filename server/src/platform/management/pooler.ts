import type { Addresses } from '../deps.ts'
import { connectionString, endpointsOf, PASSWORD_PLACEHOLDER } from '../projects/port.ts'

/**
 * The database address of a project, or of one of its read replicas, in the shape of the hosted
 * platform's pooler.
 */
export function toManagedPooler(addresses: Addresses, identifier: string) {
  const { database_user, database_host, database_port, database_name } = endpointsOf(
    addresses,
    identifier,
  )
  const text = connectionString(addresses, identifier, PASSWORD_PLACEHOLDER)
  return {
    identifier,
    database_type: identifier.includes('-rr-') ? ('READ_REPLICA' as const) : ('PRIMARY' as const),
    is_using_scram_auth: true,
    db_user: database_user,
    db_host: database_host,
    db_port: database_port,
    db_name: database_name,
    connection_string: text,
    connectionString: text,
    default_pool_size: null,
    max_client_conn: null,
    pool_mode: 'session' as const,
  }
}
