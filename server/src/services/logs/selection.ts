import { EVENT_SOURCES, type LogSourceName } from '@stoa/contract/catalog/log-sources'
import { LOG_FACETS, type LogFacet, type LogFilter } from '@stoa/contract/services/logs/logs'
import type { LogSelection } from '@stoa/contract/services/logs/logs'
import { fileColumns, type FileColumn, type MicrosecondSpan } from '../../logs/index.ts'
import { filterInvalid, rangeInvalid } from './errors.ts'
import { MAX_SPAN_MS } from './limits.ts'

/** A filter on a column of the unified view, or on a column of the only source. */
export type ColumnFilter = {
  readonly facet: LogFacet | undefined
  readonly column: string
  readonly isOfSource: boolean
  readonly isNumber: boolean
  readonly operator: LogFilter['operator']
  readonly values: readonly string[]
}

/** A checked selection. */
export type Selected = {
  readonly span: MicrosecondSpan
  readonly sources: readonly LogSourceName[]
  readonly filters: readonly ColumnFilter[]
  readonly search: string | undefined
}

const EVERY_SOURCE = EVENT_SOURCES.map(({ reference }) => reference)
const NUMBERS: ReadonlySet<string> = new Set(['status', 'duration_ms'])
const UNIFIED: ReadonlySet<string> = new Set([...LOG_FACETS, 'request_id', 'duration_ms'])

export function select({ from, to, sources, filters, search }: LogSelection): Selected {
  const chosen = sources ? [...new Set(sources)] : EVERY_SOURCE
  return {
    span: spanOf(from, to),
    sources: chosen,
    filters: filters.map((filter) => columnFilter(filter, chosen)),
    search: search === undefined || search.trim() === '' ? undefined : search.trim(),
  }
}

export function spanOf(from: string, to: string): MicrosecondSpan {
  const span = { from: Date.parse(from) * 1000, to: Date.parse(to) * 1000 }
  const length = span.to - span.from
  if (!(length > 0 && length <= MAX_SPAN_MS * 1000)) throw rangeInvalid()
  return span
}

function columnFilter(filter: LogFilter, sources: readonly LogSourceName[]): ColumnFilter {
  const { field, operator, values } = filter
  const own = UNIFIED.has(field) ? undefined : columnOfSource(field, sources)
  const isNumber = own ? own.type === 'double' || own.type === 'bigint' : NUMBERS.has(field)
  const isText = operator === '~' || operator === '!~'
  const isList = operator === '=' || operator === '<>'
  if (!isList && values.length !== 1) throw filterInvalid(field, `${operator} takes one value`)
  if (isNumber && !isText)
    for (const value of values)
      if (value.trim() === '' || !Number.isFinite(Number(value)))
        throw filterInvalid(field, `${value} is not a number`)
  return {
    facet: LOG_FACETS.find((each) => each === field),
    column: own?.name ?? field,
    isOfSource: own !== undefined,
    isNumber,
    operator,
    values,
  }
}

function columnOfSource(field: string, sources: readonly LogSourceName[]): FileColumn {
  const [source] = sources
  if (source === undefined || sources.length !== 1)
    throw filterInvalid(field, 'fields of a source need this source to be the only selected one')
  const found = fileColumns(source).find((column) => column.field.path === field)
  if (!found || found.type === 'timestamp')
    throw filterInvalid(field, `${source} has no such field`)
  return found
}
