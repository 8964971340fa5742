import { createSeededRandom } from '../seeded-random.ts'
import {
  ACCEPTS,
  BYTES,
  CASTS,
  COLUMNS,
  DIRECTIONS,
  EASY_OPERATORS,
  METHODS,
  NUMBERS,
  OPERATORS,
  PREFERENCES,
  RELATIONS,
  ROUTINES,
  TABLES,
  TYPES,
  type Table,
  VALUES,
  MARK,
} from './hostile-words.ts'

/**
 * Random requests from a seed: equal seeds give equal requests. Half follow the grammar with
 * unexpected values, and half are such requests with their bytes mixed up. For tests.
 */
export type HostileRequest = {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PATCH' | 'PUT' | 'DELETE' | 'OPTIONS'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

export function createHostileRequests(seed: number): () => HostileRequest {
  const { below, happens: chance, oneOf: pick } = createSeededRandom(seed)
  const times = <T>(most: number, make: () => T): T[] =>
    Array.from({ length: below(most + 1) }, make)

  /** The table whose names and values are used here; wild requests mix all tables. */
  let table: Table = TABLES[0]
  let isWild = false

  const name = (): string => {
    if (!isWild || chance(0.7)) return pick(chance(isWild ? 0.3 : 0.02) ? COLUMNS : table.columns)
    return chance(0.5) ? `"${pick(VALUES).replaceAll('"', '')}${MARK}"` : pick(VALUES)
  }
  const value = (): string => {
    const text = pick(VALUES)
    const marked = chance(0.5) ? `${text}${MARK}` : `${MARK}${text}`
    return chance(0.4) ? text : marked
  }
  const field = () =>
    name() + times(isWild ? 2 : 0, () => pick(['->', '->>']) + pick([name(), '0', '-1'])).join('')
  const quantifier = () =>
    isWild && chance(0.15) ? pick(['(any)', '(all)', '(english)', '(', '()']) : ''
  const operation = (): string => {
    const negation = chance(0.2) ? 'not.' : ''
    const word = pick(isWild ? OPERATORS : EASY_OPERATORS)
    if (word === 'in') return `${negation}in.(${times(4, element).join(',')})`
    if (word === 'is')
      return `${negation}is.${pick(['null', 'null', 'not_null', isWild ? value() : 'null'])}`
    return `${negation}${word}${quantifier()}.${isWild && chance(0.2) ? `{${value()},${value()}}` : value()}`
  }
  const element = () => (chance(isWild ? 0.4 : 0.9) ? quoted(value()) : value())
  const quoted = (text: string) =>
    `"${isWild ? text : text.replaceAll(/["\\]/g, (each) => `\\${each}`)}"`
  /** In a logic tree a value ends at a comma or a parenthesis, unless it is quoted. */
  const condition = (depth: number): string => {
    if (depth > 0 && chance(0.35))
      return `${pick(['and', 'or', 'not.and', 'not.or'])}(${conditions(depth - 1)})`
    if (isWild) return `${field()}.${operation()}`
    return `${pick(table.texts)}.${pick(['eq', 'neq', 'gt', 'like', 'ilike', 'isdistinct'])}.${quoted(value())}`
  }
  const conditions = (depth: number) =>
    [condition(depth), ...times(3, () => condition(depth))].join(',')
  const select = (depth: number): string => {
    const own = [item(depth), ...times(3, () => item(depth))]
    const embeds = depth > 0 ? times(2, () => embed(depth)) : []
    return [...own, ...embeds].join(',')
  }
  const item = (depth: number): string => {
    const alias = chance(0.2)
      ? `${isWild ? name() : `"${value().replaceAll(/["\\]/g, '')}x"`}:`
      : ''
    if (isWild && depth > 0 && chance(0.2))
      return `${alias}${pick(RELATIONS)}(${select(depth - 1)})`
    const cast = chance(0.2) ? `::${pick(isWild ? CASTS : ['text', 'jsonb', 'text'])}` : ''
    const aggregate = isWild && chance(0.1) ? pick(['.sum()', '.count()', '.max()', '.avg()']) : ''
    if (isWild) return alias + pick([field(), '*', 'count()']) + aggregate + cast
    return chance(0.2) ? '*' : `${alias}${pick(table.texts)}${cast === '::jsonb' ? '' : cast}`
  }
  const embed = (depth: number): string => {
    const outer = table
    const [relation, ...hints] = pick(table.embeds)
    table = TABLES.find((each) => each.name === relation) ?? outer
    const inner = chance(0.2) ? '!inner' : ''
    const hint = hints.map((each) => `!${each}`).join('')
    const text = `${relation}${hint}${inner}(${select(depth - 1)})`
    table = outer
    return text
  }
  const order = () =>
    [0, ...times(2, () => 0)]
      .map(
        () =>
          (isWild && chance(0.2) ? `${pick(RELATIONS)}(${field()})` : field()) +
          pick(isWild ? DIRECTIONS : ['', '.asc', '.desc.nullslast']),
      )
      .join(',')
  const path = () => (isWild ? times(2, () => `${pick(RELATIONS)}.`).join('') : '')
  const parameter = (): readonly [string, string] =>
    pick<() => readonly [string, string]>([
      () => ['select', select(3)],
      () => [isWild ? path() + field() : pick(table.texts), operation()],
      () => [isWild ? path() + field() : pick(table.texts), operation()],
      () => [path() + pick(['and', 'or', 'not.and', 'not.or']), `(${conditions(3)})`],
      () => [path() + 'order', order()],
      () => [path() + pick(['limit', 'offset']), pick(NUMBERS)],
      ...(isWild ? WILD : []),
    ])()
  const WILD = [
    (): readonly [string, string] => ['columns', times(4, name).join(',')],
    (): readonly [string, string] => ['on_conflict', times(3, name).join(',')],
    (): readonly [string, string] => [pick(['a', 'b', 'words', 'author', value()]), value()],
  ]
  const query = (isCall: boolean) =>
    [...times(5, parameter), ...(isCall ? [argument()] : [])]
      .map(([key, text]) => `${encode(key)}=${encode(text)}`)
      .join('&')
  const encode = (text: string) =>
    isWild && chance(0.05) ? text : encodeURIComponent(text.toWellFormed()).replaceAll('%2C', ',')

  const argument = (): readonly [string, string] => [
    pick(['name', 'words', 'author', 'a']),
    value(),
  ]

  /** Removes, repeats, swaps and inserts pieces of a text. */
  const mix = (text: string): string => {
    let mixed = text
    for (let left = 1 + below(4); left > 0; left -= 1) {
      const [at, end] = [below(mixed.length + 1), below(mixed.length + 1)]
      const piece = mixed.slice(Math.min(at, end), Math.min(at, end) + below(12))
      mixed = pick([
        () => mixed.slice(0, at) + pick(BYTES) + mixed.slice(at),
        () => mixed.slice(0, at) + mixed.slice(at + 1 + below(5)),
        () => mixed.slice(0, at) + piece + mixed.slice(at),
        () => mixed.slice(0, at) + String.fromCharCode(33 + below(94)) + mixed.slice(at + 1),
      ])()
    }
    return mixed
  }

  const object = (): object =>
    Object.fromEntries(
      times(4, () => [name(), pick<unknown>([value(), null, 1.5e300, [], {}, true])]),
    )
  const json = () => JSON.stringify(chance(0.5) ? object() : times(3, object))
  const body = () => {
    const text = isWild && chance(0.2) ? `id,label\n1,${value()}\n` : json()
    return isWild && chance(0.3) ? mix(text) : text
  }

  return () => {
    isWild = chance(0.4)
    table = pick(TABLES)
    const method = pick(METHODS)
    const isCall = chance(0.2)
    const relation = isWild ? pick(RELATIONS) : table.name
    const target = isCall ? `rpc/${pick(ROUTINES)}` : relation
    const asked = query(isCall)
    const line = `/rest/v1/${isWild && chance(0.05) ? encode(value()) : encodeURI(target)}`
    const isWrite = method === 'POST' || method === 'PATCH' || method === 'PUT'
    return {
      method,
      url: `${line}?${isWild || chance(0.2) ? mix(asked) : asked}`,
      headers: headersOf(),
      body: isWrite && chance(0.95) ? body() : undefined,
    }
  }

  function headersOf(): Record<string, string> {
    const headers: Record<string, string> = {}
    const add = (share: number, header: string, text: () => string) => {
      if (!chance(share)) return
      const given = isWild && chance(0.2) ? mix(text()) : text()
      // HTTP itself does not allow other characters in a header.
      headers[header] = given.replaceAll(/[^\x20-\x7e]/g, '?')
    }
    add(0.4, 'prefer', () => [pick(PREFERENCES), ...times(2, () => pick(PREFERENCES))].join(','))
    add(0.2, 'accept', () => pick(ACCEPTS))
    add(0.1, 'range', () => `${pick(NUMBERS)}-${pick(NUMBERS)}`)
    add(0.05, 'accept-profile', () => pick(['public', 'other', 'pg_catalog', value()]))
    add(0.05, 'content-profile', () => pick(['public', 'other', 'pg_catalog', value()]))
    add(0.9, 'content-type', () => (isWild ? pick(TYPES) : 'application/json'))
    add(0.1, 'cookie', () => `a=${value()}; ${value()}`)
    return headers
  }
}
