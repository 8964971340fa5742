import { MAX_LOG_SQL_LENGTH, type LogSelection } from '@stoa/contract/services/logs/logs'
import type { LogSource, UnifiedColumn } from '@stoa/contract/catalog/log-sources'
import { logSource } from '../../logs/index.ts'
import { joinSql, rawSql, sql, statementText, type Sql } from '../../postgres/sql.ts'
import { filterInvalid } from './errors.ts'
import { select, type ColumnFilter } from './selection.ts'

type Draft = Omit<LogSelection, 'from' | 'to'>

const ROWS = 100
/** The filters are checked as those of a search, for which any span will do. */
const ANY_SPAN = { from: '1970-01-01T00:00:00Z', to: '1970-01-02T00:00:00Z' }

/**
 * The query of a selection in the dialect of the explorer, for a person who wants to change it. Its
 * time range is that of the explorer.
 */
export function draftQuery(selection: Draft): string {
  const { sources, filters, search } = select({ ...selection, ...ANY_SPAN })
  const named = filters.map((filter, index) => ({
    ...filter,
    field: selection.filters[index]?.field ?? filter.column,
  }))
  const found = sources.flatMap((name) => logSource(name) ?? [])
  const parts = found.flatMap((source) =>
    sourceQuery(source, { filters: named, search, isOnly: found.length === 1 }),
  )
  // No source has all columns that the filters name: the query shows this by an empty result.
  const [first] = found
  if (parts.length === 0 && first)
    parts.push(sql`select timestamp, event_message\nfrom ${rawSql(first.reference)}\nwhere false`)
  const text = statementText(
    sql`${joinSql(parts, '\nunion all\n')}\norder by timestamp desc\nlimit ${rawSql(String(ROWS))}`,
  )
  if (text.length > MAX_LOG_SQL_LENGTH)
    throw filterInvalid(
      selection.filters[0]?.field ?? 'source',
      `the query would be longer than ${MAX_LOG_SQL_LENGTH} characters`,
    )
  return text
}

type NamedFilter = ColumnFilter & { readonly field: string }
type SourceQuery = {
  readonly filters: readonly NamedFilter[]
  readonly search: string | undefined
  readonly isOnly: boolean
}

/** The events of one source; none if a filter names a column that the source does not have. */
function sourceQuery(source: LogSource, { filters, search, isOnly }: SourceQuery): Sql[] {
  const conditions: Sql[] = []
  for (const filter of filters) {
    const path = filter.isOfSource ? filter.field : pathOf(source, filter.field)
    const isNegative = filter.operator === '<>' || filter.operator === '!~'
    if (path === undefined && isNegative) continue
    if (path === undefined) return []
    conditions.push(conditionOf(rawSql(path), filter))
  }
  if (search !== undefined) conditions.push(searchOf(source, search))
  const columns = isOnly ? columnsOf(source) : sharedColumns(source)
  const where = conditions.length === 0 ? sql`` : sql`\nwhere ${joinSql(conditions, '\n  and ')}`
  return [sql`select\n  ${joinSql(columns, ',\n  ')}\nfrom ${rawSql(source.reference)}${where}`]
}

const columnsOf = ({ unified = {} }: LogSource): readonly Sql[] =>
  ['timestamp', 'metadata.severity', 'event_message', ...Object.values(unified)].map(rawSql)

const sharedColumns = ({ reference }: LogSource): readonly Sql[] =>
  [
    'timestamp',
    `'${reference}' as source`,
    'metadata.severity as severity',
    'event_message as message',
    'metadata.request_id as request_id',
  ].map(rawSql)

/** The field of a source that a column of the unified view shows. */
function pathOf(source: LogSource, column: string): string | undefined {
  if (column === 'source') return `'${source.reference}'`
  if (column === 'severity' || column === 'request_id') return `metadata.${column}`
  return source.unified?.[column as UnifiedColumn]
}

function searchOf(source: LogSource, search: string): Sql {
  const path = source.unified?.path
  const places = ['event_message', ...(path === undefined ? [] : [path])]
  const matches = [
    ...places.map((place) => contains(rawSql(place), search)),
    sql`id = ${constant(search)}`,
    sql`metadata.request_id = ${constant(search)}`,
  ]
  return sql`(${joinSql(matches, ' or ')})`
}

function conditionOf(name: Sql, { isNumber, operator, values }: ColumnFilter): Sql {
  const [first = ''] = values
  const valueOf = (value: string) => (isNumber ? rawSql(String(Number(value))) : constant(value))
  const list = joinSql(values.map(valueOf))
  switch (operator) {
    case '=':
      return values.length === 1 ? sql`${name} = ${list}` : sql`${name} in (${list})`
    case '<>':
      return sql`(${name} is null or ${name} not in (${list}))`
    case '>=':
      return sql`${name} >= ${valueOf(first)}`
    case '<=':
      return sql`${name} <= ${valueOf(first)}`
    case '~':
      return contains(name, first)
    case '!~':
      return sql`(${name} is null or not ${contains(name, first)})`
  }
}

const contains = (value: Sql, text: string): Sql =>
  sql`strpos(lower(cast(${value} as string)), ${constant(text.toLowerCase())}) > 0`

/** A constant in the dialect of the explorer, in which a backslash escapes the next character. */
const constant = (value: string): Sql =>
  rawSql(
    `'${value
      .replaceAll('\0', '')
      .replaceAll('\\', String.raw`\\`)
      .replaceAll("'", "''")}'`,
  )
