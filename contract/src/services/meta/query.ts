import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Cell } from './cell.ts'
import { Impersonation } from '../impersonation.ts'
import { byRef } from './params.ts'

export const QueryResult = z.object({
  /** `SELECT`, `INSERT`, `CREATE TABLE` … */
  command: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(Cell)),
  /** Rows that the statement returned or changed, if Postgres reports it. */
  row_count: z.int().nullable(),
  /** Whether there were more rows than the limit allowed. */
  is_limited: z.boolean(),
})
export type QueryResult = z.infer<typeof QueryResult>

export const Notice = z.object({ severity: z.string(), message: z.string() })
export type Notice = z.infer<typeof Notice>

/** How far a text came that did not run to its end. */
export const RunProgress = z.object({
  /** Statements of the text, and those that ran without an error. */
  statements: z.int(),
  completed_statements: z.int(),
  /** Statements up to the last completed COMMIT. The changes of all others were discarded. */
  committed_statements: z.int(),
})
export type RunProgress = z.infer<typeof RunProgress>

/**
 * Details of a 400 `query_failed`: Postgres's own fields. `line` and `column` count from 1, in
 * characters; without a `position` they are the start of the statement that failed, which for an
 * error at the commit is the last one.
 */
export const QueryErrorDetails = RunProgress.extend({
  /** The number of the statement that failed, from 1. */
  statement: z.int(),
  sqlstate: z.string(),
  severity: z.string(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  position: z.int().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  where: z.string().nullable(),
})
export type QueryErrorDetails = z.infer<typeof QueryErrorDetails>

const CommandCount = z.object({
  command: z.string(),
  statements: z.int(),
  /** Null for a command that counts no rows. */
  rows: z.number().nullable(),
})

/** The catalogs of the objects whose comments can be edited. */
const CommentCatalog = z.enum([
  'pg_authid',
  'pg_class',
  'pg_event_trigger',
  'pg_extension',
  'pg_namespace',
  'pg_proc',
  'pg_publication',
  'pg_trigger',
  'pg_type',
])
export type CommentCatalog = z.infer<typeof CommentCatalog>

/** The state of an object when somebody began to edit it, as the lists of objects return it. */
export const Replaced = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('function'), id: z.int(), definition: z.string() }),
  z.object({
    kind: z.literal('view'),
    id: z.int(),
    query: z.string().nullable(),
    options: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('policy'),
    schema: z.string(),
    table: z.string(),
    name: z.string(),
    roles: z.array(z.string()).max(1000),
    using: z.string().nullable(),
    check: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('comment'),
    catalog: CommentCatalog,
    id: z.int(),
    comment: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('policy_comment'),
    schema: z.string(),
    table: z.string(),
    name: z.string(),
    comment: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('parameter'),
    name: z.string(),
    /** Null for all sessions of the database. */
    role: z.string().nullable(),
    /** Null if nothing is set. */
    value: z.string().nullable(),
  }),
])
export type Replaced = z.infer<typeof Replaced>

/** The types that a parameter can have besides the one that Postgres infers (`automatic`). */
export const ParameterType = z.enum([
  'automatic',
  'text',
  'bigint',
  'numeric',
  'boolean',
  'date',
  'timestamptz',
  'uuid',
  'jsonb',
])
export type ParameterType = z.infer<typeof ParameterType>

/** The value of `:name`, or of `$1` if the name is `1`. It is bound and never part of the SQL. */
export const QueryParameter = z.object({
  name: z.string().min(1).max(63),
  value: z.string().max(1_000_000).nullable(),
  type: ParameterType,
})
export type QueryParameter = z.infer<typeof QueryParameter>

/** The open transaction of one query in the SQL editor, or how the last one ended. */
export const OpenTransaction = z.object({
  /** The id of the query. */
  id: z.uuid(),
  /**
   * `failed`: a statement failed, so Postgres only accepts a rollback. `rolled_back`: the server
   * ended it for the given reason, and keeps this entry until it is dismissed.
   */
  state: z.enum(['open', 'failed', 'rolled_back']),
  reason: z.enum(['idle', 'signed_out', 'project_stopped', 'connection_lost']).nullable(),
  /** Statements that ran in it. */
  statements: z.int(),
  /** Whether a statement is running now. */
  is_running: z.boolean(),
  /** The role that all its statements run as, if it is not the member's own. */
  role: z.string().nullable(),
  /** Time since it began. */
  open_ms: z.number(),
  /** Time after which it is rolled back if nothing runs in it. */
  idle_limit_ms: z.number(),
})
export type OpenTransaction = z.infer<typeof OpenTransaction>

/** A text to run, and how. */
export const RunText = z.object({
  /** Chosen by the client, so that it can cancel the run. */
  run_id: z.uuid(),
  sql: z.string().min(1).max(10_000_000),
  /** Maximum rows kept of each result; the rest is discarded. */
  row_limit: z.int().min(1).max(10_000).default(1000),
  timeout_ms: z.int().min(100).max(600_000).default(60_000),
  impersonate: Impersonation.optional(),
  /** Runs the text with the rights of a member without `database:write`. */
  read_only: z.boolean().optional(),
  /** Adds the run to the member's history; a plan and a migration are never added. */
  keeps_history: z.boolean().optional(),
  /**
   * Returns the plan of the statement as JSON instead of its result. `analyze` also runs it, and
   * rolls back what it changed.
   */
  explain: z.enum(['plan', 'analyze']).optional(),
  /** Values for a text of one statement; 400 `invalid_request` if one is missing. */
  parameters: z.array(QueryParameter).min(1).max(100).optional(),
  transaction: z
    .object({
      /** The id of the query; each member has one transaction for each query. */
      id: z.uuid(),
      /** Whether the text continues an open transaction, or begins one if there is none. */
      is_open: z.boolean(),
    })
    .optional(),
})

/** The result of a text that ran to its end. */
export const QueryAnswer = z.object({
  /** At most 1,000 that returned rows, and 1,000 that did not. */
  results: z.array(QueryResult),
  /** Counts of all completed statements, in order of first use. */
  commands: z.array(CommandCount),
  notices: z.array(Notice),
  /**
   * Whether the changes of the last transaction were kept. One that is left open is rolled back,
   * unless the text ran in a `transaction`, which is then `open`.
   */
  ended: z.enum(['committed', 'rolled_back', 'left_open', 'open']),
  duration_ms: z.number(),
})
export type QueryAnswer = z.infer<typeof QueryAnswer>

/**
 * Runs SQL text, one or many statements, in one session. Without explicit transaction control the
 * whole text is one transaction, as with psql's `-1`. A transaction that the text leaves open is
 * rolled back. For a member without `database:write`, it is a
 * read-only transaction of the role `supabase_read_only_user`, and 400 `transaction_ended` if the
 * text ends it. 400 `query_failed` with `QueryErrorDetails`; 408 `query_timeout` and 409
 * `query_cancelled` with `RunProgress`. With `is_migration`, the text and its record are one transaction, and a text
 * that controls transactions itself is refused with 400 `not_transactional`. With `replaces`, 409
 * `definition_changed` if the object has changed, even during the run.
 * With `impersonate`, the session has that role and its claims from its start; a `reset role` in the
 * text returns to the owner's, so 403 `impersonation_forbidden` for a member without
 * `database:write`.
 * With `transaction`, the text runs in a transaction that stays open after the response (`ended` is
 * `open`) until it is committed or rolled back. 404 `transaction_not_open` if it is expected to be
 * open and is not, 409 `transaction_failed`, `transaction_busy` and `transaction_role_differs`, 429
 * `too_many_transactions`, 400 `needs_autocommit`, and 403 `transaction_forbidden` for a member
 * without `database:write`.
 */
export const runQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/query',
  access: 'database:read',
  params: byRef,
  body: RunText.extend({
    /** The text changes definitions, and is recorded as a migration when it succeeds. */
    is_migration: z.boolean().optional(),
    /** The text runs in one transaction, and only if the object still has these values. */
    replaces: Replaced.optional(),
  })
    .refine(({ is_migration, impersonate }) => !is_migration || impersonate === undefined, {
      path: ['impersonate'],
      message: 'A migration runs as postgres. Omit impersonate.',
    })
    .refine(
      ({ is_migration, replaces, transaction, parameters, explain }) =>
        (transaction ?? parameters ?? explain) === undefined ||
        (!is_migration && replaces === undefined),
      {
        path: ['transaction'],
        message:
          'A migration has a transaction of its own. Omit transaction, parameters and explain.',
      },
    ),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: QueryAnswer,
})

/** Cancels a run of the caller; `cancelled` is false if it had already ended. */
export const cancelQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/query/{run_id}/cancel',
  access: 'database:read',
  params: z.object({ ref: z.string(), run_id: z.uuid() }),
  response: z.object({ cancelled: z.boolean() }),
})

const byTransaction = z.object({ ref: z.string(), id: z.uuid() })
const EndedTransaction = z.object({ ended: z.enum(['committed', 'rolled_back']) })

/** The caller's open transactions in the project. Does not wake the project. */
export const listTransactions = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/transactions',
  access: 'database:read',
  params: byRef,
  response: z.object({
    /** Another one after each start of the server, which ends all transactions. */
    server_id: z.uuid(),
    transactions: z.array(OpenTransaction),
  }),
})

/**
 * Commits an open transaction. 404 `transaction_not_open`, 409 `transaction_failed` and
 * `transaction_busy`, and the errors of deferred constraints, after which it is rolled back.
 */
export const commitTransaction = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/transactions/{id}/commit',
  access: 'database:write',
  params: byTransaction,
  response: EndedTransaction,
})

/**
 * Rolls an open transaction back, or dismisses the report that the server did. 404
 * `transaction_not_open` if there is neither, 409 `transaction_busy`.
 */
export const rollBackTransaction = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/transactions/{id}/rollback',
  access: 'database:write',
  params: byTransaction,
  response: EndedTransaction,
})

const MAX_PARAMETERS = 1000

const ManagedQuery = z.object({
  query: z.string().min(1).max(10_000_000),
  /** Values of `$1`, `$2`, … in a query of one statement. The limit of the body is that of their size. */
  parameters: z.array(z.unknown()).max(MAX_PARAMETERS).optional(),
})
const ManagedRows = z.array(z.record(z.string(), z.unknown()))

/**
 * Runs SQL text and returns the rows of its last statement as the Management API does: JSON
 * objects, in which numbers, booleans, JSON and arrays keep their types. Parameters are bound:
 * strings, numbers, booleans and null as their text, arrays as arrays, objects as JSON. With
 * `read_only`, in a read-only transaction, and 400 `transaction_ended` if the text ends it.
 */
export const runManagedQuery = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/database/query',
  access: 'database:write',
  params: byRef,
  body: ManagedQuery.extend({ read_only: z.boolean().optional() }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: ManagedRows,
  status: 201,
})

/** Same as above, in a read-only transaction of the role `supabase_read_only_user`. */
export const runManagedReadOnlyQuery = endpoint({
  method: 'POST',
  path: '/v1/projects/{ref}/database/query/read-only',
  access: 'database:read',
  params: byRef,
  body: ManagedQuery,
  maxBodyBytes: LARGE_BODY_BYTES,
  response: ManagedRows,
  status: 201,
})
