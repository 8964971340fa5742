import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { settingsSection, type SettingsOf } from '../settings-section.ts'

/** The pool size of projects that have chosen none. */
export const DEFAULT_POOL_SIZE = 15
const MAX_POOL_SIZE = 3000

/** How the pooler of a project shares the connections of its Postgres. */
export const connectionPooling = settingsSection({
  name: 'connection_pooling',
  fields: {
    /** `transaction`: a client has a connection for a transaction; `session`: until it disconnects. */
    pool_mode: z.enum(['transaction', 'session']),
    /** Connections to Postgres for each database. */
    default_pool_size: z.int().min(1).max(MAX_POOL_SIZE),
  },
  defaults: { pool_mode: 'transaction', default_pool_size: DEFAULT_POOL_SIZE },
})
export type ConnectionPooling = SettingsOf<typeof connectionPooling>

/** Facts about the pooler of a project that its settings do not contain. */
export const PoolerFacts = z.object({
  /** The version of PgBouncer; null if it is not installed on the server. */
  version: z.string().nullable(),
  /** Whether prepared statements work in transaction mode. */
  has_prepared_statements: z.boolean(),
  /** The most connections to Postgres that a pool can have. */
  max_pool_size: z.int(),
  /** The most clients that can be connected to the pooler. */
  max_clients: z.int(),
  database_user: z.string(),
  /** Contains `[YOUR-PASSWORD]` instead of the password. */
  connection_string: z.string(),
})
export type PoolerFacts = z.infer<typeof PoolerFacts>

const byRef = z.object({ ref: z.string() })

export const readPooler = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/pooler',
  access: 'project:read',
  params: byRef,
  response: PoolerFacts,
})

/** The configuration of the pooler in the shape of the Management API. */
export const readManagedPgBouncer = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/config/database/pgbouncer',
  access: 'project:read',
  params: byRef,
  response: z.object({
    pool_mode: z.enum(['transaction', 'session', 'statement']).optional(),
    default_pool_size: z.int().optional(),
    max_client_conn: z.int().optional(),
    ignore_startup_parameters: z.string().optional(),
    connection_string: z.string().optional(),
  }),
})

/** Changes mode and size of the pool. A size of 0 or null is the default. */
export const updateManagedPooler = endpoint({
  method: 'PATCH',
  path: '/v1/projects/{ref}/config/database/pooler',
  access: 'project:update',
  params: byRef,
  body: z.object({
    pool_mode: z.enum(['transaction', 'session']).optional(),
    default_pool_size: z.int().min(0).max(MAX_POOL_SIZE).nullable().optional(),
  }),
  response: z.object({ pool_mode: z.string(), default_pool_size: z.int().nullable() }),
})
