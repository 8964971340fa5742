import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ColumnReading, FileColumnType } from '@stoa/contract/services/table-files'
import type {
  ImportDefinition,
  ImportPreview,
} from '../../data/resources/services/imports/imports.ts'

/** The choices about one column of the file. */
export type ColumnDraft = {
  readonly source: string
  readonly isIncluded: boolean
  /** The column of the table; empty if a column of the file has none. */
  readonly name: string
  readonly type: FileColumnType
  /** How its texts are read; absent for a column that is read like the file. */
  readonly reading?: ColumnReading
}

export type NewTableDraft = {
  readonly schema: string
  readonly table: string
  readonly hasSecurity: boolean
  readonly columns: readonly ColumnDraft[]
  /** The source of the column that is the primary key, a new column, or none. */
  readonly key: string
}

/** The key is a new identity column. */
export const NEW_KEY = ' new'
export const NO_KEY = ' none'

export type ExistingTableDraft = {
  readonly columns: readonly ColumnDraft[]
  /** The columns of the key by which rows are updated; undefined appends. */
  readonly key: readonly string[] | undefined
}

/** A name for the table of a file: letters, digits and underscores of its name. */
export function tableNameOf(fileName: string): string {
  const name = fileName
    .replace(/\.[^.]*$/, '')
    .replace(/\.(?:csv|tsv|txt|jsonl?|ndjson)$/i, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_+|_+$/g, '')
  return cutBytes(name === '' ? 'imported' : name)
}

const MAX_BYTES = 63

function cutBytes(text: string): string {
  let cut = text
  while (new TextEncoder().encode(cut).length > MAX_BYTES) cut = cut.slice(0, -1)
  return cut
}

/** The draft of a new table: a column `id` without duplicates is its key, otherwise a new one. */
export function newTableDraft(
  preview: ImportPreview,
  table: string,
  schema: string,
): NewTableDraft {
  const id = preview.columns.find(
    ({ name, source }) => name === 'id' && preview.keys.includes(source),
  )
  return {
    schema,
    table,
    hasSecurity: true,
    columns: preview.columns.map((column) => ({ ...column, isIncluded: true })),
    key: id?.source ?? NEW_KEY,
  }
}

/** The name of a new key column that no other column has. */
export function identityName(columns: readonly Pick<ColumnDraft, 'name'>[]): string {
  const names = new Set(columns.map(({ name }) => name))
  const free = ['id', 'row_id'].find((name) => !names.has(name))
  if (free !== undefined) return free
  let number = 2
  while (names.has(`row_id_${number}`)) number += 1
  return `row_id_${number}`
}

/** Maps columns of the file to columns of a table by their names, without regard to case. */
export function existingTableDraft(
  preview: ImportPreview,
  { columns }: Pick<TableDetail, 'columns'>,
): ExistingTableDraft {
  const taken = new Set<string>()
  const mapped = preview.columns.map((column) => {
    const found = columns.find(
      ({ name, is_generated: isGenerated }) =>
        !isGenerated && !taken.has(name) && isSame(name, column.source, column.name),
    )
    if (found) taken.add(found.name)
    return { ...column, name: found?.name ?? '', isIncluded: found !== undefined }
  })
  return { columns: mapped, key: undefined }
}

const isSame = (name: string, source: string, suggested: string) =>
  [source.trim(), suggested].some((other) => other.toLowerCase() === name.toLowerCase())

/** The unique keys of a table, all of whose columns get values from the file. */
export function mappedKeys(
  table: Pick<TableDetail, 'constraints'>,
  columns: readonly ColumnDraft[],
): (readonly string[])[] {
  const mapped = new Set(columns.filter(({ isIncluded }) => isIncluded).map(({ name }) => name))
  return table.constraints
    .filter(({ kind }) => kind === 'primary_key' || kind === 'unique')
    .map((constraint) => constraint.columns)
    .filter((names) => names.every((name) => mapped.has(name)))
}

/** A column that is read like the file, because its choices need not fit another type. */
export const withoutReading = ({ reading: _reading, ...column }: ColumnDraft): ColumnDraft => column

/** The first problem of the columns, as a sentence. */
export function columnsProblem(columns: readonly ColumnDraft[]): string | undefined {
  const included = columns.filter(({ isIncluded }) => isIncluded)
  if (included.length === 0) return 'Include at least one column.'
  if (included.some(({ name }) => name.trim() === '')) return 'Enter a name for each column.'
  const names = included.map(({ name }) => name)
  const twice = names.find((name, index) => names.indexOf(name) !== index)
  return twice === undefined ? undefined : `Two columns have the name ${twice}.`
}

type Target = ImportDefinition['target']

export function newTarget({ schema, table, hasSecurity, columns, key }: NewTableDraft): Target {
  const included = columns.filter(({ isIncluded }) => isIncluded)
  return {
    kind: 'new_table',
    schema,
    table: table.trim(),
    rls_enabled: hasSecurity,
    identity: key === NEW_KEY ? identityName(included) : null,
    columns: included.map(({ source, name, type, reading }) => ({
      source,
      name,
      type,
      is_primary_key: source === key,
      ...(reading && { reading }),
    })),
  }
}

export const existingTarget = (tableId: number, { columns, key }: ExistingTableDraft): Target => ({
  kind: 'existing_table',
  table_id: tableId,
  columns: columns
    .filter(({ isIncluded }) => isIncluded)
    .map(({ source, name, reading }) => ({ source, name, ...(reading && { reading }) })),
  key: key ? [...key] : null,
})

/** The rejected rows as CSV. A leading quote keeps sheets from running a value as a formula. */
export function rejectedCsv(
  rows: readonly { line: number; column: string | null; value: string; reason: string }[],
): string {
  const cell = (text: string) => {
    const safe = /^[=+\-@\t\r]/.test(text) ? `'${text}` : text
    return `"${safe.replaceAll('"', '""')}"`
  }
  return [
    'line,column,value,reason',
    ...rows.map(({ line, column, value, reason }) =>
      [String(line), ...[column ?? '', value, reason].map(cell)].join(','),
    ),
  ].join('\r\n')
}
