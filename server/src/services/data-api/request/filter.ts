import { cursorOver, guardDepth, skip, skipBlanks, take, unexpected } from './cursor.ts'
import type { Cursor } from './cursor.ts'
import { namesOf, parseFieldPath, takeField, takeQuoted, type Field } from './field.ts'

export type Comparison =
  | 'eq'
  | 'neq'
  | 'gt'
  | 'gte'
  | 'lt'
  | 'lte'
  | 'like'
  | 'ilike'
  | 'match'
  | 'imatch'
  | 'cs'
  | 'cd'
  | 'ov'
  | 'sl'
  | 'sr'
  | 'nxl'
  | 'nxr'
  | 'adj'
  | 'isdistinct'
export type TextSearch = 'fts' | 'plfts' | 'phfts' | 'wfts'
export type Trilean = 'null' | 'not_null' | 'true' | 'false' | 'unknown'

export type Operation =
  | {
      readonly kind: 'compare'
      readonly operator: Comparison
      /** `eq(any).{1,2}`: the value is an array literal of which any or all must match. */
      readonly quantifier: 'any' | 'all' | undefined
      readonly value: string
    }
  | { readonly kind: 'in'; readonly values: readonly string[] }
  | { readonly kind: 'is'; readonly value: Trilean }
  | {
      readonly kind: 'search'
      readonly operator: TextSearch
      readonly config: string | undefined
      readonly value: string
    }

export type Filter = {
  readonly field: Field
  readonly isNegated: boolean
  readonly operation: Operation
}
export type Condition =
  | { readonly kind: 'filter'; readonly filter: Filter }
  | {
      readonly kind: 'and' | 'or'
      readonly isNegated: boolean
      readonly conditions: readonly Condition[]
    }
/** A condition on the resource itself (empty path) or on one embedded in it. */
export type PathCondition = { readonly path: readonly string[]; readonly condition: Condition }

const COMPARISONS: ReadonlySet<string> = new Set<Comparison>([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
  'cs',
  'cd',
  'ov',
  'sl',
  'sr',
  'nxl',
  'nxr',
  'adj',
  'isdistinct',
])
const QUANTIFIABLE: ReadonlySet<string> = new Set<Comparison>([
  'eq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'match',
  'imatch',
])
const SEARCHES: ReadonlySet<string> = new Set<TextSearch>(['fts', 'plfts', 'phfts', 'wfts'])
const TRILEANS: ReadonlySet<string> = new Set<Trilean>([
  'null',
  'not_null',
  'true',
  'false',
  'unknown',
])

const OPERATOR = /[a-z]+/y
const ARGUMENT = /\(([\p{L}\p{N}_ $]+)\)/uy
const IN_LIST = /[^,)]*/y
const TRILEAN = /null|not_null|true|false|unknown/iy
const BRACED = /\{[^{}]*\}/y

const isComparison = (word: string): word is Comparison => COMPARISONS.has(word)
const isSearch = (word: string): word is TextSearch => SEARCHES.has(word)
const isTrilean = (word: string): word is Trilean => TRILEANS.has(word)

/** `id=eq.5`, `authors.name=like.A*`. */
export function parseFilter(key: string, value: string): PathCondition {
  const { path, field } = parseFieldPath(cursorOver('tree path', key))
  const cursor = cursorOver('filter', value)
  const { isNegated, operation } = takeOperation(cursor, takeRest)
  return { path, condition: { kind: 'filter', filter: { field, isNegated, operation } } }
}

/** Whether a value begins like a filter; a function's argument does not. */
export function looksLikeFilter(value: string): boolean {
  if (value.startsWith('not.')) return true
  const cursor = cursorOver('filter', value)
  const word = take(cursor, OPERATOR)
  const argument = take(cursor, ARGUMENT)?.slice(1, -1)
  if (word === undefined || !skip(cursor, '.')) return false
  if (argument === undefined)
    return ['in', 'is'].includes(word) || isComparison(word) || isSearch(word)
  return isSearch(word) || isQuantifier(word, argument)
}

/** `or=(a.eq.1,and(b.gt.2,c.is.null))`, `authors.not.and=(…)`. */
export function parseLogic(key: string, value: string): PathCondition {
  const names = [...namesOf(key)]
  const kind = names.pop() === 'and' ? 'and' : 'or'
  const isNegated = names.at(-1) === 'not'
  const path = isNegated ? names.slice(0, -1) : names
  const cursor = cursorOver('logic tree', value)
  // As in PostgREST, text after the closing parenthesis is ignored.
  const conditions = takeConditions(cursor, 1)
  return { path, condition: { kind, isNegated, conditions } }
}

function takeConditions(cursor: Cursor, depth: number): readonly Condition[] {
  guardDepth(depth)
  skipBlanks(cursor)
  if (!skip(cursor, '(')) throw unexpected(cursor, '"("')
  const conditions: Condition[] = []
  do {
    skipBlanks(cursor)
    conditions.push(takeCondition(cursor, depth))
    skipBlanks(cursor)
  } while (skip(cursor, ','))
  if (!skip(cursor, ')')) throw unexpected(cursor, '"," or ")"')
  skipBlanks(cursor)
  return conditions
}

const GROUP = /(not\.)?(and|or)(?=[ \t]*\()/y

function takeCondition(cursor: Cursor, depth: number): Condition {
  const group = take(cursor, GROUP)
  if (group !== undefined) {
    const isNegated = group.startsWith('not.')
    const kind = group.endsWith('and') ? 'and' : 'or'
    return { kind, isNegated, conditions: takeConditions(cursor, depth + 1) }
  }
  const field = takeField(cursor)
  if (!skip(cursor, '.')) throw unexpected(cursor, 'delimiter (.)')
  const { isNegated, operation } = takeOperation(cursor, takeLogicValue)
  return { kind: 'filter', filter: { field, isNegated, operation } }
}

type TakeValue = (cursor: Cursor) => string

function takeOperation(cursor: Cursor, takeValue: TakeValue): Omit<Filter, 'field'> {
  const isNegated = skip(cursor, 'not.')
  const word = take(cursor, OPERATOR)
  if (word === undefined) throw unexpected(cursor, '"not" or operator (eq, gt, ...)')
  const argument = take(cursor, ARGUMENT)?.slice(1, -1)
  if (!skip(cursor, '.')) throw unexpected(cursor, '"not" or operator (eq, gt, ...)')
  return { isNegated, operation: operationOf(cursor, { word, argument, takeValue }) }
}

function operationOf(
  cursor: Cursor,
  options: { word: string; argument: string | undefined; takeValue: TakeValue },
): Operation {
  const { word, argument, takeValue } = options
  if (isSearch(word))
    return { kind: 'search', operator: word, config: argument, value: takeValue(cursor) }
  if (isComparison(word) && (argument === undefined || isQuantifier(word, argument)))
    return {
      kind: 'compare',
      operator: word,
      quantifier: argument === undefined ? undefined : (argument as 'any' | 'all'),
      value: takeValue(cursor),
    }
  if (word === 'in' && argument === undefined) return { kind: 'in', values: takeList(cursor) }
  if (word === 'is' && argument === undefined) return { kind: 'is', value: takeTrilean(cursor) }
  throw unexpected(cursor, 'operator (eq, gt, ...)')
}

const isQuantifier = (word: string, argument: string) =>
  QUANTIFIABLE.has(word) && (argument === 'any' || argument === 'all')

function takeTrilean(cursor: Cursor): Trilean {
  const word = take(cursor, TRILEAN)?.toLowerCase() ?? ''
  if (!isTrilean(word)) throw unexpected(cursor, 'null or trilean value (unknown, true, false)')
  return word
}

function takeList(cursor: Cursor): readonly string[] {
  skipBlanks(cursor)
  if (!skip(cursor, '(')) throw unexpected(cursor, '"("')
  skipBlanks(cursor)
  const values: string[] = []
  do values.push(takeElement(cursor, IN_LIST))
  while (skip(cursor, ','))
  if (!skip(cursor, ')')) throw unexpected(cursor, '"," or ")"')
  skipBlanks(cursor)
  // `in.()` is the empty list, not a list of one empty text.
  return values.length === 1 && values[0] === '' ? [] : values
}

// Quotes count only around a whole element: `"a"b` is plain text.
function takeElement(cursor: Cursor, plain: RegExp): string {
  const start = cursor.at
  if (cursor.text[start] === '"') {
    try {
      const quoted = takeQuoted(cursor)
      const next = cursor.text[cursor.at]
      if (quoted !== undefined && (next === undefined || next === ',' || next === ')'))
        return quoted
    } catch {
      // A quote that is not closed is an ordinary character.
    }
    cursor.at = start
  }
  return take(cursor, plain) ?? ''
}

const takeRest: TakeValue = (cursor) => {
  const rest = cursor.text.slice(cursor.at)
  cursor.at = cursor.text.length
  return rest
}

const takeLogicValue: TakeValue = (cursor) => take(cursor, BRACED) ?? takeElement(cursor, IN_LIST)
