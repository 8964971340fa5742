import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import { quoteIdent } from '../../postgres/sql.ts'
import { fileColumns, type FileColumn } from './columns.ts'
import { flatName, metadataFields, objectPaths, type QueryField } from './fields.ts'
import type { MicrosecondSpan, SourceFiles } from './protocol.ts'

/** The files are named by the server alone, so only the quotes of a folder's name need care. */
const text = (value: string) => `'${value.replaceAll("'", "''")}'`
const list = (values: readonly string[]) => `[${values.map(text).join(', ')}]`

/** A moment as a constant, which the query engine compares with the limits of each row group. */
function moment(microseconds: number): string {
  if (!Number.isSafeInteger(microseconds)) throw new RangeError('A moment is a whole number')
  return `make_timestamp(${microseconds})`
}

/** The settings after which a query reaches nothing but the listed files. */
export const lockStatements = (files: readonly string[]): readonly string[] => [
  `set allowed_paths = ${list(files)}`,
  `set errors_as_json = true`,
  `set enable_external_access = false`,
]

/** No later statement can change a setting. */
export const LOCK = 'set lock_configuration = true'

/** The view of a source: its events of the span, from compacted files and segments together. */
export function sourceView(files: SourceFiles, span: MicrosecondSpan): string {
  const { source } = files
  return `create view ${quoteIdent(source)} as select ${selectList(source)} from (${eventsOf(files, span)})`
}

/** The rows of a source's files in their own columns. */
export function eventsOf(
  { source, parquet, segments }: SourceFiles,
  { from, to }: MicrosecondSpan,
): string {
  const columns = fileColumns(source)
  const empty = columns.map(({ name, type }) => `null::${type} as ${quoteIdent(name)}`).join(', ')
  const parts = [`select ${empty} where false`]
  if (parquet.length > 0)
    parts.push(`select * from read_parquet(${list(parquet)}, union_by_name = true)`)
  if (segments.length > 0) parts.push(segmentRows(columns, segments))
  const rows = parts.join(' union all by name ')
  return `select * from (${rows}) where timestamp >= ${moment(from)} and timestamp < ${moment(to)}`
}

/** The rows of segments. Lines that are not complete or not events are left out. */
export function segmentRows(columns: readonly FileColumn[], segments: readonly string[]): string {
  const types = columns
    .map(({ name, type }) => `${text(name)}: ${text(type === 'timestamp' ? 'bigint' : type)}`)
    .join(', ')
  const options = `format = 'newline_delimited', ignore_errors = true, columns = {${types}}`
  return (
    `select * replace (make_timestamp("timestamp") as "timestamp") ` +
    `from read_json(${list(segments)}, ${options}) where id is not null and "timestamp" is not null`
  )
}

/** Columns of a view: first match wins, because names of different objects can be the same. */
function selectList(source: LogSourceName): string {
  const taken = new Map<string, string>()
  const offer = (name: string, expression: string) => {
    const key = name.toLowerCase()
    if (!taken.has(key)) taken.set(key, `${expression} as ${quoteIdent(name)}`)
  }
  for (const { name } of fileColumns(source)) offer(name, quoteIdent(name))
  const fields = metadataFields(source)
  offer('metadata', listOf(structOf(fields, 0, listOf)))
  const objects = objectPaths(source)
  const objectAt = (path: readonly string[]) =>
    structOf(
      fields.filter((field) => path.every((name, index) => field.path[index] === name)),
      path.length,
      (struct) => struct,
    )
  for (const path of objects) offer(flatName(path), objectAt(path))
  for (const path of objects) offer(path.at(-1) ?? '', objectAt(path))
  for (const field of fields) offer(flatName(field.path), valueOf(field))
  return [...taken.values()].join(', ')
}

const listOf = (value: string) => `[${value}]`

const valueOf = ({ column }: QueryField) =>
  column === undefined ? 'null::varchar' : quoteIdent(column)

/** Fields as one object; `wrap` is applied to the objects within. */
function structOf(
  fields: readonly QueryField[],
  depth: number,
  wrap: (struct: string) => string,
): string {
  const byName = Map.groupBy(fields, ({ path }) => path[depth] ?? '')
  const members = [...byName].map(([name, within]) => {
    const [first] = within
    const isField = within.length === 1 && first !== undefined && first.path.length === depth + 1
    return `${text(name)}: ${isField ? valueOf(first) : wrap(structOf(within, depth + 1, wrap))}`
  })
  return `{${members.join(', ')}}`
}
