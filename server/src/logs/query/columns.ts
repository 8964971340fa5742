import {
  LOG_SOURCES,
  logColumn,
  type LogField,
  type LogSource,
  type LogSourceName,
} from '@stoa/contract/catalog/log-sources'

/** A column of a source's files, with its type in files and queries. */
export type FileColumn = {
  readonly name: string
  readonly type: string
  readonly field: LogField
  /** The names below `metadata`; one name for a field of the row itself. */
  readonly path: readonly string[]
  readonly isNested: boolean
}

/** Numbers without fractions, which queries also compare and print as text. */
const INTEGERS =
  /(?:^|_)(?:status|status_?code|process_id|session_line_num|transaction_id|run_id|connected|limit|sum)$/i

const TYPES: Readonly<Record<LogField['type'], string>> = {
  string: 'varchar',
  number: 'double',
  boolean: 'boolean',
  datetime: 'timestamp',
  'string[]': 'varchar[]',
  'number[]': 'double[]',
}

const METADATA = 'metadata.'

function columnOf(field: LogField): FileColumn {
  const name = logColumn(field)
  const isInteger = field.type === 'number' && INTEGERS.test(name)
  const isNested = field.path.startsWith(METADATA)
  const path = (isNested ? field.path.slice(METADATA.length) : field.path).split('.')
  return { name, type: isInteger ? 'bigint' : TYPES[field.type], field, path, isNested }
}

const SOURCES: ReadonlyMap<string, LogSource> = new Map(
  LOG_SOURCES.map((source) => [source.reference, source]),
)

const COLUMNS: ReadonlyMap<string, readonly FileColumn[]> = new Map(
  LOG_SOURCES.map(({ reference, fields }) => [reference, fields.map(columnOf)]),
)

/** The columns of a source's files, in the order of the catalog. */
export const fileColumns = (source: LogSourceName): readonly FileColumn[] =>
  COLUMNS.get(source) ?? []

export const logSource = (name: string): LogSource | undefined => SOURCES.get(name)
