import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'
import { BULK_EXPRESSIONS } from './bulk-expressions.ts'
import { Cell } from './cell.ts'
import { byTable, Identifier } from './params.ts'
import { MAX_ROW_CHANGES, SaveToken } from './row-changes.ts'
import { Conditions } from './rows.ts'

const Cells = z.record(z.string(), Cell)

/** The rows to change: those with these keys, or all that match the conditions. */
export const BulkRows = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('keys'), keys: z.array(Cells).min(1).max(MAX_ROW_CHANGES) }),
  z.object({ kind: z.literal('matching'), ...Conditions.shape }),
])
export type BulkRows = z.infer<typeof BulkRows>

/** A new value for all of the rows: one that is given, NULL, the default, or one that Postgres computes. */
export const BulkValue = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('value'), value: z.string() }),
  z.object({ kind: z.literal('null') }),
  z.object({ kind: z.literal('default') }),
  z.object({ kind: z.literal('expression'), expression: z.enum(BULK_EXPRESSIONS) }),
])
export type BulkValue = z.infer<typeof BulkValue>

export const BulkAction = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('set'), column: Identifier, to: BulkValue }),
  z.object({ kind: z.literal('delete') }),
])
export type BulkAction = z.infer<typeof BulkAction>

/** A row before and after the change, so that it can be undone. A deleted row has no `after`. */
const BulkChange = z.object({
  before: Cells,
  after: Cells.nullable(),
  /** The column that was set, or all columns of a deleted row. */
  from: Cells,
  to: Cells.nullable(),
})
export type BulkChange = z.infer<typeof BulkChange>

/**
 * Sets one column of many rows, or deletes them, as one statement. With `dry_run`, nothing is
 * changed, and the response has the statement and the number of rows. 409 `rows_counted_differently`
 * if the number of rows differs from `expected_count`; nothing is changed then.
 */
export const changeManyRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/bulk-changes',
  access: 'database:write',
  params: byTable,
  body: z.object({
    rows: BulkRows,
    action: BulkAction,
    dry_run: z.boolean().default(false),
    expected_count: z.int().min(0).optional(),
    impersonate: Impersonation.optional(),
    save_token: SaveToken.optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({
    /** The rows that were changed, or would be. Only a dry run estimates it, if counting takes long. */
    count: z.object({ value: z.number(), is_exact: z.boolean() }),
    /** Only for a dry run. */
    statement: z.string().nullable(),
    /** Whether the change can be undone, or could be after a dry run. */
    is_undoable: z.boolean(),
    /** One for each row of a change that can be undone. */
    changes: z.array(BulkChange),
  }),
})
