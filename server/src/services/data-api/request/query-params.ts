import { ParseFailure, parseFailure, refusal } from '../errors.ts'
import { cursorOver, skip, skipBlanks } from './cursor.ts'
import { namesOf, takeName } from './field.ts'
import {
  looksLikeFilter,
  parseFilter,
  parseLogic,
  type Condition,
  type PathCondition,
} from './filter.ts'
import { parseOrder, type OrderTerm } from './order.ts'
import { everything, parseSelect, type SelectItem } from './select.ts'
import { findUrlError } from './syntax/url-error.ts'

export type Path = readonly string[]

/** A parsed query string. Names are not resolved yet. */
export type QueryParams = {
  readonly select: readonly SelectItem[]
  readonly conditions: readonly PathCondition[]
  readonly orders: readonly { readonly path: Path; readonly terms: readonly OrderTerm[] }[]
  readonly limits: readonly { readonly path: Path; readonly limit: number }[]
  readonly offsets: readonly { readonly path: Path; readonly offset: number }[]
  readonly columns: readonly string[] | undefined
  readonly onConflict: readonly string[] | undefined
  /** A function's arguments, when one is called with GET. */
  readonly args: readonly (readonly [name: string, value: string])[]
  /** The parameters sorted by name, for Content-Location. */
  readonly canonical: string
}

/** The maximum number of filters and groups. Planning them blocks all other requests. */
const MAX_CONDITIONS = 4000
const MAX_ORDER_TERMS = 1000

/**
 * Parses the query string. Throws PGRST100 (400).
 *
 * @param isCall a function called with GET takes parameters that are not filters as arguments.
 */
export function parseQueryParams(queryString: string, isCall: boolean): QueryParams {
  const { pairs, bare } = decodePairs(queryString)
  try {
    return { ...parsePairs(pairs, isCall), canonical: canonicalOf([...pairs, ...bare]) }
  } catch (error) {
    // Replaced by PostgREST's wording, which lists everything expected at that place.
    throw (error instanceof ParseFailure ? findUrlError(pairs, isCall) : undefined) ?? error
  }
}

function parsePairs(pairs: readonly (readonly [string, string])[], isCall: boolean) {
  const conditions: PathCondition[] = []
  let conditionCount = 0
  const add = (condition: PathCondition) => {
    conditions.push(condition)
    conditionCount += sizeOf(condition.condition)
    if (conditionCount > MAX_CONDITIONS)
      throw refusal('PGRST100', `More than ${MAX_CONDITIONS} filters`, {
        status: 400,
        hint: 'To match many values of one column, use one filter with a list: column=in.(…).',
      })
  }
  const orders: { path: Path; terms: readonly OrderTerm[] }[] = []
  const limits: { path: Path; limit: number }[] = []
  const offsets: { path: Path; offset: number }[] = []
  const args: [string, string][] = []
  let select: string | undefined
  let columns: string | undefined
  let onConflict: string | undefined
  for (const [key, value] of pairs) {
    const dot = key.lastIndexOf('.')
    const word = key.slice(dot + 1)
    const path = dot < 0 ? noPath : namesOf(key).slice(0, -1)
    if (key === 'select') select ??= value
    else if (key === 'columns') columns ??= value
    else if (key === 'on_conflict') onConflict ??= value
    else if (key === 'apikey') continue
    else if (word === 'order') orders.push({ path, terms: parseOrder(value) })
    else if (word === 'limit') addCount(value, (limit) => limits.push({ path, limit }))
    else if (word === 'offset') addCount(value, (offset) => offsets.push({ path, offset }))
    else if (word === 'and' || word === 'or') add(parseLogic(key, value))
    else if (isCall && dot < 0 && !looksLikeFilter(value)) args.push([key, value])
    else add(parseFilter(key, value))
  }
  if (orders.reduce((sum, { terms }) => sum + terms.length, 0) > MAX_ORDER_TERMS)
    throw refusal('PGRST100', `More than ${MAX_ORDER_TERMS} terms to order by`, { status: 400 })
  return {
    select: select === undefined ? everything : parseSelect(select),
    conditions,
    orders,
    limits,
    offsets,
    columns: columns === undefined ? undefined : parseNames('columns parameter', columns),
    onConflict:
      onConflict === undefined ? undefined : parseNames('on_conflict parameter', onConflict),
    args,
  }
}

const noPath: Path = []

const sizeOf = (condition: Condition): number =>
  condition.kind === 'filter'
    ? 1
    : condition.conditions.reduce((sum, inner) => sum + sizeOf(inner), 1)

/** A name without `=` is not a parameter, but stays part of the URL. */
function decodePairs(queryString: string) {
  const pairs: [string, string][] = []
  const bare: [string, string][] = []
  for (const part of queryString.split('&')) {
    const equals = part.indexOf('=')
    if (equals >= 0) pairs.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))])
    else if (part !== '') bare.push([decode(part), ''])
  }
  return { pairs, bare }
}

/** A percent sign without two hexadecimal digits after it. */
const STRAY_PERCENT = /%(?![\da-f]{2})/gi

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    const decoded = decodeURIComponent(spaced.replaceAll(STRAY_PERCENT, '%25'))
    if (!decoded.includes('\0')) return decoded
  } catch {
    throw parseFailure('query string', text, 'invalid UTF-8')
  }
  throw parseFailure('query string', text.replaceAll('%00', '␀'), 'unexpected NUL character')
}

// A limit or offset that is not a number is ignored, as in PostgREST.
function addCount(value: string, add: (count: number) => void): void {
  if (!/^ *-?\d+ *$/.test(value)) return
  const count = Number(value)
  add(Number.isSafeInteger(count) ? count : Number.MAX_SAFE_INTEGER * Math.sign(count))
}

function parseNames(what: string, text: string): readonly string[] {
  const cursor = cursorOver(what, text)
  const names = new Set<string>()
  do {
    skipBlanks(cursor)
    names.add(takeName(cursor))
    skipBlanks(cursor)
  } while (skip(cursor, ','))
  return [...names]
}

/** The parameters sorted by name, with several values joined by commas and without API keys. */
const canonicalOf = (pairs: readonly (readonly [string, string])[]): string =>
  [...Map.groupBy(pairs, ([key]) => key)]
    .filter(([key]) => key !== 'apikey')
    .toSorted(([left], [right]) => (left < right ? -1 : Number(left > right)))
    .map(
      ([key, same]) =>
        `${percentEncode(key)}=${same.map(([, value]) => percentEncode(value)).join(',')}`,
    )
    .join('&')

/** Encodes everything but letters, digits and `-_.~` (RFC 3986's unreserved characters). */
export const percentEncode = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
