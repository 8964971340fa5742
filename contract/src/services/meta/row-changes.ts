import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { Impersonation } from '../impersonation.ts'
import { Cell } from './cell.ts'
import { byRef, byTable } from './params.ts'

const Cells = z.record(z.string(), Cell)

/** One of several changes that are saved together. Keys are those before all of the changes. */
export const RowChange = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('insert'),
    /** Columns that are left out get their default. */
    values: Cells,
    /** Restores a deleted row, so it also sets identity columns that are always generated. */
    restores: z.boolean().optional(),
  }),
  z.object({
    kind: z.literal('update'),
    key: Cells,
    /** The row's version when it was read; null skips this check. */
    version: z.string().nullable(),
    /** Values that the row must still have, for a change that is undone. */
    expected: Cells.optional(),
    values: Cells,
  }),
  z.object({ kind: z.literal('delete'), key: Cells, version: z.string().nullable() }),
])
export type RowChange = z.infer<typeof RowChange>

/** The maximum number of changes that are saved together. */
export const MAX_ROW_CHANGES = 1000

const ChangedRow = z.object({
  /** The primary key after the change; null without one. */
  key: Cells.nullable(),
  version: z.string().nullable(),
  /** The columns that were set, as they are stored now. */
  values: Cells,
  /** The cells of a deleted row, so that it can be restored; null for other changes and huge rows. */
  deleted: z.array(Cell).nullable(),
  /** The row should be deleted, but a trigger or rule of the table kept it. */
  is_kept: z.boolean(),
})
export type ChangedRow = z.infer<typeof ChangedRow>

/**
 * A random token with which changes are saved once. A second request with it is refused with 409
 * `changes_already_saved`.
 */
export const SaveToken = z.uuid()

/**
 * Whether changes with this token were saved, for a client that has lost the response. If they were
 * not, a request with the token that arrives later is refused, so that they can be sent again with
 * another one. The answer is known for a day.
 */
export const readSaveOutcome = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/saved-changes/outcome',
  access: 'database:write',
  params: byRef,
  body: z.object({ save_token: SaveToken }),
  response: z.object({ saved: z.boolean() }),
})

/**
 * Saves several changes in order and in one transaction: all or none. An error names the change at
 * fault in `details.change`, counted from 0, and has the code that the change alone would get. With
 * `dry_run`, nothing is changed, and the response has the SQL.
 */
export const changeRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/changes',
  access: 'database:write',
  params: byTable,
  body: z.object({
    changes: z.array(RowChange).min(1).max(MAX_ROW_CHANGES),
    dry_run: z.boolean().default(false),
    impersonate: Impersonation.optional(),
    save_token: SaveToken.optional(),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({
    /** The columns of `deleted`. */
    columns: z.array(z.string()),
    /** One for each change; empty for a dry run. */
    rows: z.array(ChangedRow),
    /** Only for a dry run. */
    statements: z.array(z.string()),
  }),
})
