import { parseFailure, refusal } from '../errors.ts'
import { cursorOver, isAtEnd, skip, skipBlanks, unexpected } from './cursor.ts'
import { takeName } from './field.ts'
import { looksLikeFilter, parseFilter, parseLogic, type PathCondition } from './filter.ts'
import { parseOrder, type OrderTerm } from './order.ts'
import { parseSelect, type SelectItem } from './select.ts'

export type Path = readonly string[]

/** What an address asks for, parsed; names are not yet looked up. */
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

const MAX_CONDITIONS = 20_000
const MAX_ORDER_TERMS = 1000

/**
 * Parses the part of an address after `?`. Throws PGRST100 (400).
 *
 * @param isCall a function called with GET takes what does not read as a filter as arguments.
 */
export function parseQueryParams(queryString: string, isCall: boolean): QueryParams {
  const pairs = decodePairs(queryString)
  const conditions: PathCondition[] = []
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
    const path = dot < 0 ? noPath : key.slice(0, dot).split('.')
    if (key === 'select') select ??= value
    else if (key === 'columns') columns ??= value
    else if (key === 'on_conflict') onConflict ??= value
    else if (key === 'apikey') continue
    else if (word === 'order') orders.push({ path, terms: parseOrder(value) })
    else if (word === 'limit') addCount(value, (limit) => limits.push({ path, limit }))
    else if (word === 'offset') addCount(value, (offset) => offsets.push({ path, offset }))
    else if (word === 'and' || word === 'or') conditions.push(parseLogic(key, value))
    else if (isCall && dot < 0 && !looksLikeFilter(value)) args.push([key, value])
    else conditions.push(parseFilter(key, value))
    if (conditions.length > MAX_CONDITIONS)
      throw refusal('PGRST100', `More than ${MAX_CONDITIONS} filters`, { status: 400 })
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
    canonical: canonicalOf(pairs),
  }
}

const noPath: Path = []
const everything: readonly SelectItem[] = [{ kind: 'star' }]

function decodePairs(queryString: string): [string, string][] {
  const pairs: [string, string][] = []
  for (const part of queryString.split('&')) {
    const equals = part.indexOf('=')
    if (equals < 0) continue
    pairs.push([decode(part.slice(0, equals)), decode(part.slice(equals + 1))])
  }
  return pairs
}

function decode(text: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  try {
    const decoded = decodeURIComponent(spaced)
    if (!decoded.includes('\0')) return decoded
  } catch {
    throw parseFailure('query string', text, 'malformed percent-encoding')
  }
  throw parseFailure('query string', text.replaceAll('%00', '␀'), 'unexpected NUL character')
}

// A count that is no number is left out, as PostgREST does.
function addCount(value: string, add: (count: number) => void): void {
  if (!/^ *-?\d+ *$/.test(value)) return
  const count = Number(value)
  add(Number.isSafeInteger(count) ? count : Number.MAX_SAFE_INTEGER * Math.sign(count))
}

function parseNames(what: string, text: string): readonly string[] {
  const cursor = cursorOver(what, text)
  const names = new Set<string>()
  if (text === '') return []
  do {
    skipBlanks(cursor)
    names.add(takeName(cursor))
    skipBlanks(cursor)
  } while (skip(cursor, ','))
  if (!isAtEnd(cursor)) throw unexpected(cursor, '","')
  return [...names]
}

/** The parameters in order, each name once with its values between commas. */
const canonicalOf = (pairs: readonly (readonly [string, string])[]): string =>
  [...Map.groupBy(pairs, ([key]) => key)]
    .toSorted(([left], [right]) => (left < right ? -1 : Number(left > right)))
    .map(([key, same]) => `${encode(key)}=${same.map(([, value]) => encode(value)).join(',')}`)
    .join('&')

/** Everything but letters, digits and `-_.~` (RFC 3986's unreserved characters). */
const encode = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
