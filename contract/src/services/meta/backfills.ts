import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { ColumnDefinition } from './ddl.ts'
import { byRef, byTable, Identifier } from './params.ts'

/** Changes of one column in many rows, in small transactions that block nobody for long. */

export const BackfillRows = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['all', 'null']) }),
  z.object({ kind: z.literal('matching'), expression: z.string().min(1).max(10_000) }),
])
export type BackfillRows = z.infer<typeof BackfillRows>

export const BackfillDefinition = z.object({
  column: Identifier,
  /** Null changes no values, for a column that only becomes NOT NULL. */
  value: ColumnDefinition.shape.default.unwrap(),
  /** The rows that get the value. */
  rows: BackfillRows,
  /**
   * Also makes the column NOT NULL without reading the rows under an exclusive lock: adds a check
   * that is not valid yet, fills the rows, validates the check, and replaces it.
   */
  set_not_null: z.boolean(),
})
export type BackfillDefinition = z.infer<typeof BackfillDefinition>

export const Backfill = z.object({
  id: z.string(),
  table_id: z.int(),
  definition: BackfillDefinition,
  state: z.enum(['running', 'done', 'failed', 'canceled']),
  phase: z.enum(['check', 'fill', 'validate', 'finish']),
  /** The rows to change; null if counting them takes too long. */
  total: z.number().nullable(),
  changed: z.number(),
  /** Why it failed. */
  message: z.string().nullable(),
  created_by: z.string().nullable(),
  created_at: z.iso.datetime({ offset: true }),
  ended_at: z.iso.datetime({ offset: true }).nullable(),
})
export type Backfill = z.infer<typeof Backfill>

/**
 * Starts a durable job, which survives restarts of the server. Each batch is committed with its
 * position, so no row is changed twice. With `dry_run`, only returns the statements. 400
 * `backfill_needs_key` for a table without a primary key, 409 `backfill_running` if the column
 * already has one, 404 `table_not_found`, 404 `column_not_found`.
 */
export const startBackfill = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/backfills',
  access: 'database:write',
  params: byTable,
  body: z.object({ definition: BackfillDefinition, dry_run: z.boolean().optional() }),
  response: z.object({
    /** One batch stands for all. */
    statements: z.array(z.string()),
    /** The rows to change; null if counting them takes too long. */
    total: z.number().nullable(),
    /** Null after a dry run. */
    id: z.string().nullable(),
  }),
})

/** The backfills of a table, newest first: at most 20. */
export const listBackfills = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/backfills',
  access: 'database:read',
  params: byTable,
  response: z.array(Backfill),
})

/** Ends a backfill after its current batch. Changed rows stay changed. 404 `backfill_not_found`. */
export const cancelBackfill = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/backfills/{backfill}/cancel',
  access: 'database:write',
  params: byRef.extend({ backfill: z.uuid() }),
  response: z.object({}),
})
