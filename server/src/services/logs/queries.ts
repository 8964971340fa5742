import { logColumn, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { LOG_FACETS, type LogCursor, type LogFacet } from '@stoa/contract/services/logs/logs'
import { likePattern } from '../../lib/like-pattern.ts'
import { fileColumns, logSource } from '../../logs/index.ts'
import { emptySql, ident, joinSql, sql, type Sql } from '../../postgres/sql.ts'
import { MAX_FACET_VALUES } from './limits.ts'
import type { ColumnFilter, Selected } from './selection.ts'

/** The order of the columns of `unified`. */
export const UNIFIED_COLUMNS = [
  'id',
  'timestamp',
  'source',
  'severity',
  'message',
  'status',
  'method',
  'host',
  'path',
  'user',
  'duration_ms',
  'request_id',
] as const

const LEVELS = sql`('debug', 'info', 'warning', 'error')`
const UNIFIED_FIELDS = ['status', 'method', 'host', 'path', 'user', 'duration_ms'] as const
const NUMBERS: ReadonlySet<string> = new Set(['status', 'duration_ms'])

const unifiedColumns = joinSql(UNIFIED_COLUMNS.map((name) => ident(name)))

/** The events of one source in the columns that all sources share. */
function unifiedSource(source: LogSourceName, filters: readonly ColumnFilter[]): Sql {
  const unified = logSource(source)?.unified
  const columns = UNIFIED_FIELDS.map((name) => {
    const path = unified?.[name]
    const type = NUMBERS.has(name) ? sql`double` : sql`varchar`
    const value = path === undefined ? sql`null` : ident(logColumn({ path }))
    return sql`${value}::${type} as ${ident(name)}`
  })
  const own = filters.filter(({ isOfSource }) => isOfSource).map(conditionOf)
  return sql`select id, "timestamp", ${source}::varchar as source,
      case when severity in ${LEVELS} then severity else 'info' end as severity,
      coalesce(event_message, '') as message, ${joinSql(columns)}, request_id
    from ${ident(source)}${whereAll(own)}`
}

/** The events of all selected sources; each use reads only the columns that it names. */
const withUnified = ({ sources, filters }: Selected): Sql =>
  sql`with unified as not materialized (${joinSql(
    sources.map((source) => unifiedSource(source, filters)),
    ' union all ',
  )})`

const whereAll = (conditions: readonly Sql[]): Sql =>
  conditions.length === 0 ? emptySql : sql` where ${joinSql(conditions, ' and ')}`

function conditionOf({ column, isNumber, operator, values }: ColumnFilter): Sql {
  const name = ident(column)
  const [first = ''] = values
  const valueOf = (value: string) =>
    isNumber ? sql`${Number(value)}::double` : sql`${value}::varchar`
  const list = joinSql(values.map(valueOf))
  switch (operator) {
    case '=':
      return sql`${name} in (${list})`
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
  sql`${value}::varchar ilike ${likePattern(text)}::varchar escape '\\'`

function conditions({ filters, search }: Selected, without?: LogFacet): readonly Sql[] {
  const shared = filters.filter(
    ({ isOfSource, facet }) => !isOfSource && (without === undefined || facet !== without),
  )
  const searched =
    search === undefined
      ? []
      : [
          sql`(${contains(sql`message`, search)} or ${contains(sql`path`, search)} or id = ${search} or request_id = ${search})`,
        ]
  return [...shared.map(conditionOf), ...searched]
}

type Page = {
  readonly before?: LogCursor | undefined
  readonly after?: LogCursor | undefined
  readonly limit: number
}

/** The newest events, or with `after` the ones that follow it. */
export function searchEvents(selected: Selected, { before, after, limit }: Page): Sql {
  const order = after && !before ? sql`asc` : sql`desc`
  const place = [
    ...(before ? [beyond(sql`<`, before)] : []),
    ...(after ? [beyond(sql`>`, after)] : []),
  ]
  return sql`${withUnified(selected)} select ${unifiedColumns} from unified${whereAll([
    ...conditions(selected),
    ...place,
  ])} order by "timestamp" ${order}, id ${order} limit ${limit}::bigint`
}

const beyond = (operator: Sql, { timestamp, id }: LogCursor): Sql =>
  sql`(epoch_us("timestamp"), id) ${operator} (${timestamp}::bigint, ${id}::varchar)`

/** The number of each bucket that has events, and its events by severity. */
export const countByTime = (selected: Selected, bucketMicroseconds: number): Sql =>
  sql`${withUnified(selected)} select
      (epoch_us("timestamp") - ${selected.span.from}::bigint) // ${bucketMicroseconds}::bigint as bucket,
      count(*) filter (severity = 'debug') as debug,
      count(*) filter (severity = 'info') as info,
      count(*) filter (severity = 'warning') as warning,
      count(*) filter (severity = 'error') as error
    from unified${whereAll(conditions(selected))} group by bucket order by bucket`

/** The values of each facet among the events that match all filters but those on the facet. */
export function countFacets(selected: Selected): Sql {
  const facets = LOG_FACETS.map((facet) => {
    const name = ident(facet)
    const value = facet === 'status' ? sql`status::bigint` : name
    const where = whereAll([...conditions(selected, facet), sql`${name} is not null`])
    return sql`(select ${facet}::varchar as facet, ${value}::varchar as value, count(*) as events
      from unified${where} group by value order by events desc, value limit ${MAX_FACET_VALUES}::bigint)`
  })
  return sql`${withUnified(selected)} ${joinSql(facets, ' union all ')}`
}

/** Whole events of a source. */
export function wholeEvents(
  source: LogSourceName,
  match: { readonly id: string } | { readonly requestId: string },
  limit: number,
): Sql {
  const columns = joinSql(fileColumns(source).map(({ name }) => ident(name)))
  const condition =
    'id' in match ? sql`id = ${match.id}::varchar` : sql`request_id = ${match.requestId}::varchar`
  return sql`select ${columns} from ${ident(source)} where ${condition} order by "timestamp", id limit ${limit}::bigint`
}

/** The sources with events of a request. */
export const sourcesOfRequest = (selected: Selected, requestId: string): Sql =>
  sql`${withUnified(selected)} select distinct source from unified where request_id = ${requestId}::varchar`
