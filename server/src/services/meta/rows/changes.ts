import type { Cell } from '@stoa/contract/services/meta/cell'
import type {
  changeRows as endpoint,
  ChangedRow,
  RowChange,
} from '@stoa/contract/services/meta/row-changes'
import { z } from 'zod'
import type { Caller } from '../../../project/caller.ts'
import type { Project } from '../../../project/project.ts'
import type { Session, TextRow } from '../../../postgres/database.ts'
import { compile } from '../../../postgres/sql.ts'
import { atChange, rowChanged, rowNotFound, writeSuppressed } from '../errors.ts'
import { changeDatabase, deleteFromDatabase, readDatabase } from '../session.ts'
import { explainFailure } from './blame.ts'
import {
  beginChangeSql,
  bytesSql,
  checkConstraintsSql,
  deleteAllSql,
  deleteSql,
  endChangeSql,
  insertSql,
  lockAllSql,
  lockSql,
  printAs,
  readSql,
  updateSql,
  withKey,
  type Assignment,
  type KeyValues,
} from './changes-sql.ts'
import { findRow, keyNotUnique } from './get.ts'
import { keyProbes, keySql, keyValues, valueProbes } from './keys.ts'
import { MAX_RESTORABLE_BYTES } from './limits.ts'
import { bindAs, findColumn, readWritableShape, type TableShape } from './shape.ts'
import { parseAssignments } from './write.ts'

type Result = z.infer<typeof endpoint.response>
type Update = Extract<RowChange, { kind: 'update' }>
type Insert = Extract<RowChange, { kind: 'insert' }>
type Delete = Extract<RowChange, { kind: 'delete' }>

type Options = {
  readonly changes: readonly RowChange[]
  readonly caller?: Caller | undefined
  readonly token?: string | undefined
}

/** The change in progress, for its error. */
type Progress = { change: number | undefined; readonly values: Record<string, Cell> }

/**
 * Saves changes in order, all or none. Errors are those of `insertRow` and `updateRow`, with the
 * position of the change in `details.change`.
 */
export async function changeRows(
  project: Project,
  id: number,
  { changes, caller, token }: Options,
): Promise<Result> {
  const progress: Progress = { change: undefined, values: {} }
  const work = (tx: Session) => applyAll(tx, { id, changes, progress })
  const isCleanup = changes.every(({ kind }) => kind === 'delete')
  try {
    return isCleanup
      ? await deleteFromDatabase(project, work, { caller, token })
      : await changeDatabase(project, work, { caller, token, values: progress.values })
  } catch (error) {
    throw atChange(error, progress.change)
  }
}

/** The statements of changes, in order, with their values as constants. Nothing is changed. */
export const previewChanges = (
  project: Project,
  id: number,
  { changes, caller }: Options,
): Promise<Result> =>
  readDatabase(
    project,
    async (tx) => {
      const table = await readWritableShape(tx, id)
      return {
        columns: table.columns.map(({ name }) => name),
        rows: [],
        statements: changes.map((change) => compile(statementOf(table, change)).text),
      }
    },
    caller,
  )

function statementOf(table: TableShape, change: RowChange) {
  if (change.kind === 'delete') return deleteSql(table, keyValues(table, change.key), printAs)
  if (change.kind === 'update') {
    const assignments = parseAssignments(table, change.values, 'update')
    return updateSql(table, { assignments, key: keyValues(table, change.key) }, printAs)
  }
  return insertSql(table, assignmentsOf(table, change), {
    put: printAs,
    overridesIdentity: overridesIdentity(table, change),
  })
}

type Batch = {
  readonly id: number
  readonly changes: readonly RowChange[]
  readonly progress: Progress
}

async function applyAll(tx: Session, { id, changes, progress }: Batch): Promise<Result> {
  const table = await readWritableShape(tx, id)
  const rows: ChangedRow[] = []
  for (let at = 0; at < changes.length; at = rows.length) {
    const change = changes[at]
    if (change === undefined) break
    progress.change = at
    await tx.run(beginChangeSql)
    if (change.kind === 'delete') {
      const group = deletesFrom(changes, at)
      rows.push(...(await removeRows(tx, table, { group, progress })))
    } else {
      setValues(progress, change.values)
      rows.push(
        change.kind === 'update'
          ? await applyUpdate(tx, table, change)
          : await applyInsert(tx, table, change),
      )
    }
    await tx.run(endChangeSql)
  }
  progress.change = undefined
  await tx.run(checkConstraintsSql)
  return { columns: table.columns.map(({ name }) => name), rows, statements: [] }
}

function setValues({ values }: Progress, next: Readonly<Record<string, Cell>>): void {
  for (const name of Object.keys(values)) delete values[name]
  Object.assign(values, next)
}

/** Consecutive deletes run as one statement, because rows can refer to each other. */
function deletesFrom(changes: readonly RowChange[], start: number): Delete[] {
  const group: Delete[] = []
  for (let at = start; at < changes.length; at += 1) {
    const change = changes[at]
    if (change?.kind !== 'delete') break
    group.push(change)
  }
  return group
}

async function applyUpdate(tx: Session, table: TableShape, change: Update): Promise<ChangedRow> {
  const key = keyValues(table, change.key)
  const assignments = parseAssignments(table, change.values, 'update')
  await checkUnchanged(tx, table, { key, change })
  if (assignments.length === 0) return changedRow(tx, table, { key, assignments })
  const statement = withKey(table, updateSql(table, { assignments, key }, bindAs))
  const { rows } = await explainFailure(tx, () => tx.text(statement), {
    probes: valueProbes(assignments),
  })
  return changedRow(tx, table, { key: keyOf(rows[0]), assignments })
}

type Check = { readonly key: KeyValues; readonly change: Update }

async function checkUnchanged(tx: Session, table: TableShape, { key, change }: Check) {
  const expected = Object.entries(change.expected ?? {})
  const columns = expected.map(([name]) => findColumn(table, name))
  const lock = lockSql(table, key, columns)
  const { rows } = await explainFailure(tx, () => tx.text(lock), {
    probes: keyProbes(table, [key]),
  })
  const [row, second] = rows
  if (row === undefined) throw rowNotFound()
  if (second !== undefined) throw keyNotUnique(table)
  const [version = null, ...cells] = row
  const isSame =
    (change.version === null || change.version === version) &&
    expected.every(([, value], index) => cells[index] === value)
  if (isSame) return
  const current = await findRow(tx, table, key)
  if (!current) throw rowNotFound()
  throw rowChanged(
    table.columns.map(({ name }) => name),
    current,
  )
}

async function applyInsert(tx: Session, table: TableShape, change: Insert): Promise<ChangedRow> {
  const assignments = assignmentsOf(table, change)
  const statement = insertSql(table, assignments, {
    put: bindAs,
    overridesIdentity: overridesIdentity(table, change),
  })
  const hasKey = table.primaryKey.length > 0
  const { rows, rowCount } = await explainFailure(tx, () => tx.text(withKey(table, statement)), {
    probes: valueProbes(assignments),
  })
  if (!hasKey && rowCount === 0) throw writeSuppressed()
  return hasKey ? changedRow(tx, table, { key: keyOf(rows[0]), assignments }) : NO_KEY
}

const NO_KEY: ChangedRow = { key: null, version: null, values: {}, deleted: null, is_kept: false }

const assignmentsOf = (table: TableShape, { values, restores }: Insert): Assignment[] =>
  parseAssignments(table, values, restores ? 'restore' : 'insert')

const overridesIdentity = (table: TableShape, { values, restores }: Insert): boolean =>
  restores === true &&
  table.columns.some(({ name, identity }) => identity === 'always' && Object.hasOwn(values, name))

type Written = { readonly key: KeyValues; readonly assignments: readonly Assignment[] }

/** The row after a change; triggers can change it after its statement. */
async function changedRow(tx: Session, table: TableShape, written: Written): Promise<ChangedRow> {
  const { key, assignments } = written
  const columns = assignments.map(([column]) => column)
  const { rows } = await tx.text(readSql(table, key, columns))
  const [version = null, ...cells] = rows[0] ?? []
  return {
    key: Object.fromEntries(table.primaryKey.map(({ name }, index) => [name, key[index] ?? null])),
    version,
    values: Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? null])),
    deleted: null,
    is_kept: false,
  }
}

function keyOf(returned: TextRow | undefined): string[] {
  if (returned === undefined) throw writeSuppressed()
  return returned.map((value) => value ?? '')
}

type Removal = { readonly group: readonly Delete[]; readonly progress: Progress }

async function removeRows(
  tx: Session,
  table: TableShape,
  { group, progress }: Removal,
): Promise<ChangedRow[]> {
  const first = progress.change ?? 0
  const keys = group.map(({ key }) => keyValues(table, key))
  const condition = keySql(table, keys)
  const probes = keyProbes(table, keys)
  const { bytes } = await explainFailure(
    tx,
    () => tx.one(bytesSql(table, condition), z.object({ bytes: z.number() })),
    { probes },
  )
  const isRestorable = bytes <= MAX_RESTORABLE_BYTES
  const cellLimit = isRestorable ? MAX_RESTORABLE_BYTES : undefined
  const { rows } = await tx.text(lockAllSql(table, { keys, cellLimit }))
  const removed = group.map(({ version }, index): ChangedRow => {
    progress.change = first + index
    const [row, second] = rows.filter(([place]) => Number(place) === index)
    if (row === undefined) throw rowNotFound()
    if (second !== undefined) throw keyNotUnique(table)
    const [, current = null, ...cells] = row
    if (version !== null && version !== current)
      throw rowChanged(
        table.columns.map(({ name }) => name),
        { version: current, cells: isRestorable ? cells : [] },
      )
    return { ...NO_KEY, deleted: isRestorable ? cells : null }
  })
  // A constraint that refuses one of several rows does not say which.
  progress.change = group.length === 1 ? first : undefined
  const deleted = await tx.run(deleteAllSql(table, condition))
  if (deleted === group.length) return removed
  // A trigger can keep a row on purpose, for example to mark it as deleted.
  const left = await tx.text(lockAllSql(table, { keys, cellLimit: undefined }))
  const kept = new Set(left.rows.map(([place]) => Number(place)))
  return removed.map((row, index) => (kept.has(index) ? { ...NO_KEY, is_kept: true } : row))
}
