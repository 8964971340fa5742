import type { Cell } from '@stoa/contract/services/meta/cell'
import type { Row } from '@stoa/contract/services/meta/rows'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import {
  generatedAlways,
  invalidValue,
  rowChanged,
  rowNotFound,
  writeSuppressed,
} from '../errors.ts'
import type { Session, TextResult, TextRow } from '../../../postgres/database.ts'
import { ident, joinSql, sql, type Sql } from '../../../postgres/sql.ts'
import { changeDatabase } from '../session.ts'
import { explainFailure } from './blame.ts'
import { insertSql, type Assignment } from './changes-sql.ts'
import { cutCells, ROW_CELL_LIMIT, selectList, toRow } from './cells.ts'
import { findRow } from './get.ts'
import { keySql, keyValues, valueProbes, type Key } from './keys.ts'
import { bindAs, findColumn, readWritableShape, tableSql } from './shape.ts'
import type { ShapeColumn, TableShape } from './shape.ts'

type Values = Readonly<Record<string, Cell>>

type Insertion = {
  readonly values: Values
  readonly caller?: Caller | undefined
  readonly token?: string | undefined
}

/**
 * Adds a row and returns it as stored; omitted columns take their default. 409 `unique_violation`
 * and `foreign_key_violation`, 400 `not_null_violation`, `check_violation`, `invalid_value`,
 * `generated_always`.
 */
export const insertRow = (
  project: Project,
  id: number,
  { values, ...options }: Insertion,
): Promise<Row> => changeDatabase(project, (tx) => insert(tx, id, values), { values, ...options })

async function insert(tx: Session, id: number, values: Values): Promise<Row> {
  const table = await readWritableShape(tx, id)
  const assignments = parseAssignments(table, values, 'insert')
  const result = await write(
    tx,
    assignments,
    sql`
      ${insertSql(table, assignments, { put: bindAs, overridesIdentity: false })}
      returning ${returning(table)}`,
  )
  // The row is in the table itself, even if a table that inherits from it has a row with this key.
  return storedRow(tx, table, result, { isOwn: table.kind === 'table' })
}

type RowUpdate = {
  readonly key: Key
  readonly version: string | null
  readonly values: Values
  /** The caller that changes the row; by default, the project's owner. */
  readonly caller?: Caller | undefined
}

/**
 * Changes one row and returns it as stored. 409 `row_changed` with the current row in `details`
 * unless the row is still at `version` (null skips this check); 404 `row_not_found`, 409
 * `key_not_unique`.
 */
export const updateRow = (project: Project, id: number, change: RowUpdate): Promise<Row> =>
  changeDatabase(project, (tx) => update(tx, id, change), change)

async function update(tx: Session, id: number, change: RowUpdate): Promise<Row> {
  const table = await readWritableShape(tx, id)
  const key = keyValues(table, change.key)
  const assignments = parseAssignments(table, change.values, 'update')
  const current = await findRow(tx, table, key, { lock: true })
  if (!current) throw rowNotFound()
  if (change.version !== null && current.version !== change.version)
    throw rowChanged(
      table.columns.map(({ name }) => name),
      current,
    )
  if (assignments.length === 0) return current
  const sets = assignments.map(
    ([column, value]) => sql`${ident(column.name)} = ${bindAs(column, value)}`,
  )
  const result = await write(
    tx,
    assignments,
    sql`
        update ${tableSql(table)} set ${joinSql(sets)}
        where ${keySql(table, [key])}
        returning ${returning(table)}`,
  )
  return storedRow(tx, table, result)
}

/**
 * The columns and values to write. To restore a row, also those that identity columns generate.
 */
export function parseAssignments(
  table: TableShape,
  values: Values,
  verb: 'insert' | 'update' | 'restore',
): Assignment[] {
  return Object.entries(values).map(([name, value]) => {
    const column = findColumn(table, name)
    if (column.is_generated || (column.identity === 'always' && verb !== 'restore'))
      throw generatedAlways(column.name, verb === 'update' ? 'update' : 'insert')
    refuseOverlong(column, value)
    return [column, value]
  })
}

// Postgres would reject it too, but without naming the column.
function refuseOverlong({ name, max_length: limit }: ShapeColumn, value: Cell): void {
  if (limit === null || value === null) return
  // Trailing spaces beyond the length are removed, as in the SQL standard.
  const excess = Array.from(value).slice(limit)
  if (excess.every((character) => character === ' ')) return
  throw invalidValue(
    `${name} can have at most ${limit} characters.`,
    'Shorten the text, or increase the length of the column’s type.',
    { constraint: null, column: name, sqlstate: '22001' },
  )
}

const write = (
  tx: Session,
  assignments: readonly Assignment[],
  statement: Sql,
): Promise<TextResult> =>
  explainFailure(tx, () => tx.text(statement), { probes: valueProbes(assignments) })

// A row with a key is read again: triggers may have changed it after the statement, and a
// partitioned table returns no version. Without a key, only the statement's own result is
// available.
const returning = (table: TableShape): Sql =>
  table.primaryKey.length > 0
    ? joinSql(table.primaryKey.map((column) => ident(column.name)))
    : selectList(table.kind === 'table' ? table : { ...table, kind: 'view' }, ROW_CELL_LIMIT)

async function storedRow(
  tx: Session,
  table: TableShape,
  { rows }: TextResult,
  { isOwn = false } = {},
): Promise<Row> {
  const returned = rows[0]
  if (!returned) throw writeSuppressed()
  if (table.primaryKey.length === 0) return cutCells(toRow(returned), ROW_CELL_LIMIT).row
  const row = await findRow(tx, table, keyOf(returned), { isOwn })
  if (!row) throw rowNotFound()
  return row
}

const keyOf = (returned: TextRow): string[] => returned.map((value) => value ?? '')
