import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { pageOf, PageQuery } from './objects.ts'
import { byRef } from './params.ts'

export const DatabaseSession = z.object({
  pid: z.int(),
  /**
   * When it connected, to the microsecond. Together with the pid, it identifies the session
   * permanently.
   */
  backend_start: z.string(),
  role: z.string().nullable(),
  application: z.string(),
  client_address: z.string().nullable(),
  /** `active`, `idle`, `idle in transaction` …; null for a process of the server itself. */
  state: z.string().nullable(),
  /** The event it is waiting for, such as `Lock` and `transactionid`. */
  wait_event_type: z.string().nullable(),
  wait_event: z.string().nullable(),
  /** How long the statement or the idle state lasts, and the open transaction, in seconds. */
  state_seconds: z.number().nullable(),
  transaction_seconds: z.number().nullable(),
  /**
   * The running or last statement, at most 4,000 characters. Null for members who can only read,
   * because it can contain passwords.
   */
  statement: z.string().nullable(),
  /** Sessions that hold the lock that this one waits for. */
  blocked_by: z.array(z.int()),
  /** Opened by the platform, such as one that serves the data API. */
  is_platform: z.boolean(),
  /** Whether `postgres` can cancel its statement. */
  can_cancel: z.boolean(),
  /** Whether a member can end it. The platform's own sessions cannot be ended. */
  can_terminate: z.boolean(),
})
export type DatabaseSession = z.infer<typeof DatabaseSession>

export const DatabaseLock = z.object({
  pid: z.int(),
  /** The table or other relation; null for locks of another kind. */
  relation: z.string().nullable(),
  kind: z.string(),
  mode: z.string(),
  is_granted: z.boolean(),
  /** How long the session has waited for it, in seconds. */
  waiting_seconds: z.number().nullable(),
})
export type DatabaseLock = z.infer<typeof DatabaseLock>

/** The sessions of the database and its locks, waiting ones first, at most 500 of each. */
export const getActivity = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/activity',
  access: 'database:read',
  params: byRef,
  response: z.object({
    max_connections: z.int(),
    /** The pids of the sessions that run the caller's SQL text. */
    own_pids: z.array(z.int()),
    sessions: z.array(DatabaseSession),
    locks: z.array(DatabaseLock),
  }),
})

const SessionTarget = {
  params: byRef,
  /** Both from the list, because another session can get the pid once this one has ended. */
  body: z.object({
    pid: z.int().min(1).max(2_147_483_647),
    backend_start: z.iso.datetime({ offset: true }),
  }),
  response: z.object({}),
}

/**
 * Cancels the statement that a session runs. 404 `database_session_not_found` once it has ended, 403
 * `session_protected` if `postgres` cannot signal it.
 */
export const cancelSession = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/activity/cancel',
  access: 'database:write',
  ...SessionTarget,
})

/**
 * Ends a session and rolls back its transaction. Same errors as above; also refused for the
 * platform's own sessions.
 */
export const terminateSession = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/activity/terminate',
  access: 'database:write',
  ...SessionTarget,
})

export const TABLE_SIZE_SORTS = ['total_bytes', 'name', 'estimated_rows', 'dead_rows'] as const

export const TableSize = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  /** Whether `postgres` can vacuum and analyze it. */
  can_maintain: z.boolean(),
  total_bytes: z.number(),
  /** Rows with their long values, without indexes. */
  table_bytes: z.number(),
  index_bytes: z.number(),
  estimated_rows: z.number(),
  dead_rows: z.number(),
  last_vacuum: z.iso.datetime({ offset: true }).nullable(),
  last_analyze: z.iso.datetime({ offset: true }).nullable(),
})
export type TableSize = z.infer<typeof TableSize>

/** Tables and materialized views of every schema with their sizes, the largest first by default. */
export const listTableSizes = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/table-sizes',
  access: 'database:read',
  params: byRef,
  query: PageQuery.extend({ sort: z.enum(TABLE_SIZE_SORTS).default('total_bytes') }),
  response: pageOf(TableSize),
})

export const ReplicationSlot = z.object({
  name: z.string(),
  /** The output plugin of a logical slot; null for a physical one. */
  plugin: z.string().nullable(),
  is_active: z.boolean(),
  /** Bytes of WAL kept for it. */
  retained_bytes: z.number().nullable(),
  /** `reserved`, `extended`, `unreserved` or `lost`. */
  wal_status: z.string().nullable(),
})
export type ReplicationSlot = z.infer<typeof ReplicationSlot>

export const WalSizes = z.object({
  database_bytes: z.number(),
  wal_bytes: z.number(),
  max_wal_bytes: z.number(),
  wal_level: z.string(),
})

/** The size of the database, of the write-ahead log, and the slots that keep it. */
export const getWal = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/wal',
  access: 'database:read',
  params: byRef,
  response: WalSizes.extend({ slots: z.array(ReplicationSlot) }),
})
