import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { RelationKind } from './catalogue.ts'
import { byRef, Identifier } from './params.ts'
import { QueryAnswer } from './query.ts'

/** A table or view as it was at the moment. */
export const PastTable = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: RelationKind,
  /** As the planner estimated it; null if it was never counted. */
  estimated_rows: z.number().nullable(),
  /** The text that reads its first rows. */
  select: z.string(),
  /** Whether its rows can be brought back: it belongs to the project. */
  can_bring_back: z.boolean(),
})
export type PastTable = z.infer<typeof PastTable>

/** The tables and views of the open look. 409 `look_not_open`. */
export const listPastTables = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/look/tables',
  access: 'database:read',
  params: byRef,
  response: z.array(PastTable),
})

/**
 * Runs SQL text in the open look, in a read-only transaction: as the owner for members with
 * `database:write`, else as `supabase_read_only_user`. The errors of a query, and 409
 * `look_not_open`.
 */
export const runPastQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/look/query',
  access: 'database:read',
  params: byRef,
  body: z.object({
    /** Chosen by the client, so that it can cancel the run. */
    run_id: z.uuid(),
    sql: z.string().min(1).max(100_000),
    row_limit: z.int().min(1).max(10_000).default(1000),
    timeout_ms: z.int().min(100).max(600_000).default(60_000),
  }),
  response: QueryAnswer,
})

/** Cancels a run of the caller; `cancelled` is false if it had already ended. */
export const cancelPastQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/look/query/{run_id}/cancel',
  access: 'database:read',
  params: z.object({ ref: z.string(), run_id: z.uuid() }),
  response: z.object({ cancelled: z.boolean() }),
})

/** The rows of a table as it was, and where they go. */
const Rows = z.object({
  schema: Identifier,
  table: Identifier,
  /** A condition in SQL, as after `where`; null for all rows. */
  where: z.string().trim().min(1).max(10_000).nullable(),
  /**
   * `new_table` creates a table beside the present one. `missing_rows` inserts the rows whose primary
   * key the present table does not have.
   */
  into: z.enum(['new_table', 'missing_rows']),
})

/** The rows that would be brought back, without changing anything. The errors of `bringBack`. */
export const previewBringBack = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/look/bring-back/preview',
  access: 'database:write',
  params: byRef,
  body: Rows,
  response: z.object({
    /** The rows of the look that the condition chooses. */
    rows: z.number(),
    /** The rows of the present table; null if there is none. */
    present: z.number().nullable(),
    /** The table that gets the rows. */
    target: z.string(),
  }),
})

/**
 * Copies rows of the open look into the project, as the project's owner and in one transaction. A new
 * table is recorded as a migration and has row level security. 409 `look_not_open`, 404
 * `past_table_not_found`, 409 `present_table_missing`, 400 `bring_back_needs_key`, 400
 * `invalid_condition`, and the errors of an insert.
 */
export const bringBack = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/look/bring-back',
  access: 'database:write',
  params: byRef,
  body: Rows,
  response: z.object({
    schema: z.string(),
    table: z.string(),
    /** The rows that were read from the look. */
    rows: z.number(),
    /** Those that were not in the table yet. */
    inserted: z.number(),
    before: z.number(),
    after: z.number(),
  }),
})
