import { FILTER_OPERATORS } from '@stoa/contract/services/meta/filter-operators'
import type { Filter, Sort } from '@stoa/contract/services/meta/rows'
import type { Conditions } from '../../../data/resources/services/meta/rows.ts'
import type { ConditionItem } from '../session/conditions.ts'
import type { RowKey } from '../session/row-key.ts'

/**
 * Filters and sorts as written in the URL: `age:gte:18,name:ilike:%jo%` and
 * `created_at:desc,id:asc:nullsfirst`. A comma, colon or backslash in a name or value is escaped
 * with a backslash. Marks that no filter can have, because a column has a name, say how filters are
 * combined: `:any` at the start, and `:(` and `:)` around a group. Unreadable parts are skipped, so
 * that a truncated or hand-edited link still opens the table.
 */
export function parseConditions(text: string): Conditions {
  const parts = splitPlain(text, ',')
  const items: ConditionItem[] = []
  let group: Filter[] | undefined
  const close = () => {
    const [first] = group ?? []
    if (group !== undefined && first !== undefined)
      items.push(group.length === 1 ? first : { filters: group })
    group = undefined
  }
  for (const part of parts) {
    if (part === OPEN || part === CLOSE) close()
    if (part === OPEN) group = []
    const filter = parseFilter(part)
    if (filter !== undefined) (group ?? items).push(filter)
  }
  close()
  return { filters: items, match: parts[0] === ANY ? 'any' : 'all' }
}

const ANY = ':any'
const OPEN = ':('
const CLOSE = ':)'

function parseFilter(text: string): Filter | undefined {
  const [column = '', name = '', ...value] = splitPlain(text, ':')
  const operator = FILTER_OPERATORS.find((operator) => operator === name)
  if (column === '' || operator === undefined) return undefined
  return { column: unescape(column), operator, value: unescape(value.join(':')) }
}

/** The reverse of `parseConditions`; an empty string without conditions. */
export function formatConditions({ filters, match }: Conditions): string {
  const items = filters.map((item) =>
    'filters' in item
      ? [OPEN, ...item.filters.map(formatFilter), CLOSE].join(',')
      : formatFilter(item),
  )
  return [...(match === 'any' && items.length > 0 ? [ANY] : []), ...items].join(',')
}

const formatFilter = ({ column, operator, value }: Filter): string =>
  `${escape(column)}:${operator}:${escape(value)}`

export function parseSorts(text: string): Sort[] {
  return splitPlain(text, ',').flatMap((part) => {
    const [column = '', direction, nulls] = splitPlain(part, ':')
    if (column === '' || (direction !== 'asc' && direction !== 'desc')) return []
    return [
      {
        column: unescape(column),
        ascending: direction === 'asc',
        ...(nulls === 'nullsfirst' && { nulls_first: true }),
        ...(nulls === 'nullslast' && { nulls_first: false }),
      },
    ]
  })
}

export function formatSorts(sorts: readonly Sort[]): string {
  return sorts.map(formatSort).join(',')
}

function formatSort({ column, ascending, nulls_first }: Sort): string {
  const nulls = nulls_first === undefined ? '' : `:nulls${nulls_first ? 'first' : 'last'}`
  return `${escape(column)}:${ascending ? 'asc' : 'desc'}${nulls}`
}

/** The key of the open row as written in the URL: `id:7` or `room:1,day:2026-01-01`. */
export const formatRowKey = (key: RowKey): string =>
  Object.entries(key)
    .map(([column, value]) => `${escape(column)}:${escape(value ?? '')}`)
    .join(',')

/** The reverse of `formatRowKey`; undefined unless it names the columns of the primary key. */
export function parseRowKey(text: string, primaryKey: readonly string[]): RowKey | undefined {
  const key = Object.fromEntries(
    splitPlain(text, ',').map((part): [string, string] => {
      const [column = '', ...value] = splitPlain(part, ':')
      return [unescape(column), unescape(value.join(':'))]
    }),
  )
  const isKey =
    Object.keys(key).length === primaryKey.length && primaryKey.every((name) => name in key)
  return isKey && primaryKey.length > 0 ? key : undefined
}

/** Splits at separators without a preceding backslash, and keeps the backslashes. */
function splitPlain(text: string, separator: string): string[] {
  if (text === '') return []
  const parts: string[] = []
  let part = ''
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index] ?? ''
    if (character === '\\') {
      part += character + (text[index + 1] ?? '')
      index += 1
      continue
    }
    if (character === separator) {
      parts.push(part)
      part = ''
      continue
    }
    part += character
  }
  return [...parts, part]
}

const escape = (text: string) => text.replaceAll(/[\\,:]/g, String.raw`\$&`)
const unescape = (text: string) => text.replaceAll(/\\(.)/gs, '$1')
