import type {
  ExistingImportedTable,
  ImportDefinition,
  NewImportedTable,
} from '@stoa/contract/services/imports/imports'
import type { LoadWork } from '../../lib/table-files/parse-in-thread.ts'
import type { Session } from '../../postgres/session.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import * as refusals from './errors.ts'
import {
  rowStatements,
  shownStatements,
  tableStatements,
  type RowStatements,
  type RowTarget,
} from './import-ddl.ts'
import { findTable, readPlace } from './queries.ts'

/** How an import is carried out. */
export type Plan = {
  readonly mode: 'create' | 'append' | 'upsert'
  readonly target: RowTarget
  /** The columns of the file, in the order of the target's columns. */
  readonly columns: LoadWork['columns']
  /** The statements that create the table, which become a migration. */
  readonly definitions: readonly Sql[]
  readonly rows: RowStatements
}

/** Refuses a schema that belongs to the platform. */
export type RefuseProtectedSchema = (schema: string) => void

/** Checks a definition against the database. Throws an error with the next step. */
export async function planImport(
  session: Session,
  { target }: ImportDefinition,
  refuseProtectedSchema: RefuseProtectedSchema,
): Promise<Plan> {
  return target.kind === 'new_table'
    ? planNewTable(session, target, refuseProtectedSchema)
    : planExistingTable(session, target, refuseProtectedSchema)
}

/** The statements of a plan, as a preview shows them. */
export const textsOf = ({ definitions, rows }: Plan): string[] =>
  [...definitions, ...shownStatements(rows)].map((statement) => compile(statement).text)

async function planNewTable(
  session: Session,
  table: NewImportedTable,
  refuseProtectedSchema: RefuseProtectedSchema,
): Promise<Plan> {
  refuseProtectedSchema(table.schema)
  const columns = table.columns.map(({ name }) => name)
  requireDistinct(table.identity === null ? columns : [table.identity, ...columns])
  const place = await readPlace(session, table.schema, table.table)
  if (!place.has_schema) throw refusals.schemaGone(table.schema)
  if (place.is_taken) throw refusals.tableTaken(`${table.schema}.${table.table}`)
  const target = { schema: table.schema, table: table.table, columns, key: null }
  return {
    mode: 'create',
    target,
    columns: table.columns.map(({ source, type, reading }) => ({ source, type, reading })),
    definitions: tableStatements(table),
    rows: rowStatements(target),
  }
}

const TABLES = new Set(['r', 'p', 'f'])

async function planExistingTable(
  session: Session,
  { table_id: id, columns, key }: ExistingImportedTable,
  refuseProtectedSchema: RefuseProtectedSchema,
): Promise<Plan> {
  const table = await findTable(session, id)
  if (!table) throw refusals.tableGone()
  refuseProtectedSchema(table.schema)
  if (!TABLES.has(table.kind)) throw refusals.notATable(`${table.schema}.${table.name}`)
  const names = columns.map(({ name }) => name)
  requireDistinct(names)
  const types = columns.map(({ source, name, reading }) => {
    const column = table.columns.find((one) => one.name === name)
    if (!column) throw refusals.columnGone(name)
    if (column.is_generated) throw refusals.columnGenerated(name)
    return { source, type: kindOf(column.category), reading }
  })
  if (key && !isKey(key, table.keys, names)) throw refusals.keyMissing(key)
  const target = { schema: table.schema, table: table.name, columns: names, key }
  return {
    mode: key === null ? 'append' : 'upsert',
    target,
    columns: types,
    definitions: [],
    rows: rowStatements(target),
  }
}

/** Postgres decides what a value of the type is; texts, arrays and numbers are read differently. */
function kindOf(category: string): LoadWork['columns'][number]['type'] {
  if (category === 'S') return 'text'
  if (category === 'N') return 'numeric'
  return category === 'A' ? 'text[]' : 'other'
}

function isKey(
  key: readonly string[],
  keys: readonly (readonly string[])[],
  mapped: readonly string[],
): boolean {
  const wanted = new Set(key)
  return (
    key.every((name) => mapped.includes(name)) &&
    keys.some((one) => one.length === wanted.size && one.every((name) => wanted.has(name)))
  )
}

function requireDistinct(names: readonly string[]): void {
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  if (twice !== undefined) throw refusals.columnsAmbiguous(twice)
}
