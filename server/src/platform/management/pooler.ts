import type { Addresses } from '../deps.ts'
import { connectionString, endpointsOf, PASSWORD_PLACEHOLDER } from '../projects/port.ts'

/** A project's database address in the shape of the hosted platform's pooler. */
export function toManagedPooler(addresses: Addresses, ref: string) {
  const { database_user, database_host, database_port, database_name } = endpointsOf(addresses, ref)
  const text = connectionString(addresses, ref, PASSWORD_PLACEHOLDER)
  return {
    identifier: ref,
    database_type: 'PRIMARY' as const,
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
