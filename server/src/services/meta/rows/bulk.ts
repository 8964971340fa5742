import type { changeManyRows as endpoint } from '@stoa/contract/services/meta/bulk-changes'
import { z } from 'zod'
import type { Session } from '../../../postgres/database.ts'
import { compile } from '../../../postgres/sql.ts'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import { changeDatabase, deleteFromDatabase, readDatabase } from '../session.ts'
import { explainFailure, type Probe } from './blame.ts'
import {
  bulkStatement,
  measureSql,
  restoredColumns,
  targetOf,
  undoSql,
  type BulkTarget,
} from './bulk-sql.ts'
import { checkConstraintsSql } from './changes-sql.ts'
import { countRows } from './count.ts'
import { rowsCountedDifferently } from './errors.ts'
import { keyProbes, keyValues, valueProbes } from './keys.ts'
import { MAX_RESTORABLE_BYTES, MAX_UNDO_ROWS } from './limits.ts'
import { probes as conditionProbes } from './list.ts'
import { findColumn, readWritableShape, type TableShape } from './shape.ts'

type Request = Omit<z.infer<NonNullable<typeof endpoint.body>>, 'impersonate' | 'dry_run'>
type Result = z.infer<typeof endpoint.response>

type Options = {
  readonly request: Request
  readonly caller?: Caller | undefined
}

/** The statement of a bulk change and the number of its rows. Nothing is changed. */
export const previewBulkChange = (
  project: Project,
  id: number,
  { request, caller }: Options,
): Promise<Result> =>
  readDatabase(
    project,
    async (tx) => {
      const { table, target, probes } = await readTarget(tx, id, request)
      return explainFailure(
        tx,
        async () => {
          for (const { statement } of valuesToCheck(table, request)) await tx.run(statement)
          const { conditions } = target
          const count = await countRows(tx, { table, conditions, isExact: true })
          const isUndoable = await canUndo(tx, table, target)
          // Only now, because text that Postgres refuses cannot be printed.
          const { text } = compile(bulkStatement(table, target, 'printed'))
          return { count, statement: text, is_undoable: isUndoable, changes: [] }
        },
        { probes },
      )
    },
    caller,
  )

/**
 * Changes many rows in one transaction. 409 `rows_counted_differently` if other rows match than the
 * member was told; otherwise the errors of `changeRows`.
 */
export async function changeManyRows(
  project: Project,
  id: number,
  { request, caller }: Options,
): Promise<Result> {
  const work = (tx: Session) => apply(tx, id, request)
  const options = { caller, token: request.save_token }
  return request.action.kind === 'delete'
    ? deleteFromDatabase(project, work, options)
    : changeDatabase(project, work, options)
}

async function apply(tx: Session, id: number, request: Request): Promise<Result> {
  const { table, target, probes } = await readTarget(tx, id, request)
  const result = await explainFailure(
    tx,
    async () => {
      const isUndoable = await canUndo(tx, table, target)
      if (!isUndoable)
        return { rowCount: await tx.run(bulkStatement(table, target)), rows: undefined }
      const { rows } = await tx.text(undoSql(table, target))
      return { rowCount: rows.length, rows }
    },
    { probes },
  )
  const expected = request.expected_count
  if (expected !== undefined && result.rowCount !== expected)
    throw rowsCountedDifferently(expected, result.rowCount)
  // Otherwise, deferred constraints would fail at the commit, after the result was built.
  await tx.run(checkConstraintsSql)
  return {
    count: { value: result.rowCount, is_exact: true },
    statement: null,
    is_undoable: result.rows !== undefined,
    changes: (result.rows ?? []).map((row) => toChange(table, { target, row })),
  }
}

async function readTarget(tx: Session, id: number, request: Request) {
  const table = await readWritableShape(tx, id)
  const target = targetOf(table, request)
  return {
    table,
    target,
    probes: [...conditionsToCheck(table, request), ...valuesToCheck(table, request)],
  }
}

function conditionsToCheck(table: TableShape, { rows }: Request): Probe[] {
  if (rows.kind === 'matching') return conditionProbes(table, { filters: rows.filters, sorts: [] })
  return keyProbes(
    table,
    rows.keys.map((key) => keyValues(table, key)),
  )
}

const valuesToCheck = (table: TableShape, { action }: Request): Probe[] =>
  action.kind === 'set' && action.to.kind === 'value'
    ? valueProbes([[findColumn(table, action.column), action.to.value]])
    : []

/** Undoing needs the key and the earlier values of each row. */
async function canUndo(tx: Session, table: TableShape, target: BulkTarget): Promise<boolean> {
  // A primary key does not apply to the rows of tables that inherit from its table.
  if (table.primaryKey.length === 0 || table.has_heirs) return false
  const { rows, bytes, returns_old } = await tx.one(
    measureSql(table, target),
    z.object({ rows: z.number(), bytes: z.number(), returns_old: z.boolean() }),
  )
  return returns_old && rows <= MAX_UNDO_ROWS && bytes <= MAX_RESTORABLE_BYTES
}

type Returned = { readonly target: BulkTarget; readonly row: readonly (string | null)[] }

/** Reads a row of `undoSql`. */
function toChange(table: TableShape, { target, row }: Returned): Result['changes'][number] {
  const keys = table.primaryKey.map(({ name }) => name)
  const columns = restoredColumns(table, target).map(({ name }) => name)
  const read = (names: readonly string[], start: number) =>
    Object.fromEntries(names.map((name, index) => [name, row[start + index] ?? null]))
  const after = keys.length + columns.length
  const isUpdate = target.set !== undefined
  return {
    before: read(keys, 0),
    from: read(columns, keys.length),
    after: isUpdate ? read(keys, after) : null,
    to: isUpdate ? read(columns, after + keys.length) : null,
  }
}
