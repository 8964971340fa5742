const OPERATORS = [
  'eq',
  'neq',
  'lt',
  'lte',
  'gt',
  'gte',
  'in',
  'like',
  'ilike',
  'match',
  'imatch',
  'is',
  'isdistinct',
] as const
type Operator = (typeof OPERATORS)[number]

export type Filter = {
  readonly column: string
  readonly operator: Operator
  readonly isNegated: boolean
  /** One value for every operator but `in`. */
  readonly values: readonly string[]
}

const NAMES = OPERATORS.join('|')
const CONDITION = new RegExp(`^([^=]+)=(not\\.)?(${NAMES})\\.(.*)$`, 's')
/** A comma separates conditions only if one begins after it; other commas belong to a value. */
const NEXT = new RegExp(`^,\\s*[^=,()"]+=(?:not\\.)?(?:${NAMES})\\.`, 's')
const MAX_LENGTH = 10_000
const MAX_VALUES = 100

/** Reads a filter such as `id=gt.0,status=not.in.(a,b)`; undefined if it is malformed. */
export function parseFilters(text: string): readonly Filter[] | undefined {
  if (text.length > MAX_LENGTH) return undefined
  const filters: Filter[] = []
  for (const condition of splitConditions(text)) {
    const [, column, not, operator, rest = ''] = CONDITION.exec(condition.trim()) ?? []
    const known = OPERATORS.find((name) => name === operator)
    if (column === undefined || !known) return undefined
    const values = known === 'in' ? readList(rest) : [unquote(rest)]
    if (!values || values.length > MAX_VALUES) return undefined
    if (known === 'is' && !IS_VALUES.has(rest.toLowerCase())) return undefined
    filters.push({ column, operator: known, isNegated: not !== undefined, values })
  }
  return filters
}

const IS_VALUES = new Set(['null', 'true', 'false', 'unknown'])

function splitConditions(text: string): string[] {
  const conditions: string[] = []
  let start = 0
  let depth = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const character = text[at]
    if (isQuoted) {
      if (character === '\\') at += 1
      else if (character === '"') isQuoted = false
    } else if (character === '"' && /[.,(]/.test(text[at - 1] ?? '')) isQuoted = true
    else if (character === '(') depth += 1
    else if (character === ')') depth -= 1
    else if (character === ',' && depth <= 0 && NEXT.test(text.slice(at, at + 300))) {
      conditions.push(text.slice(start, at))
      start = at + 1
    }
  }
  conditions.push(text.slice(start))
  return conditions
}

function readList(text: string): readonly string[] | undefined {
  if (!text.startsWith('(') || !text.endsWith(')')) return undefined
  const items = text.slice(1, -1).match(/"(?:[^"\\]|\\.)*"|[^,]+/gs) ?? []
  return items.length === 0 ? undefined : items.map((item) => unquote(item.trim()))
}

const unquote = (text: string): string =>
  text.length > 1 && text.startsWith('"') && text.endsWith('"')
    ? text.slice(1, -1).replaceAll(/\\(.)/gs, '$1')
    : text

/** Operators with patterns, which Postgres itself matches. */
export const isPattern = ({ operator }: Filter): boolean =>
  operator === 'like' || operator === 'ilike' || operator === 'match' || operator === 'imatch'

/**
 * Whether a value matches, by the rules of SQL: a comparison with null is never true, negated or
 * not. `undefined` is a value that the change does not contain.
 */
export function passes(filter: Filter, value: string | null | undefined, type: string): boolean {
  const { operator, isNegated, values } = filter
  if (value === undefined) return false
  const [given = ''] = values
  if (operator === 'is') return isState(value, given, type) !== isNegated
  if (operator === 'isdistinct') {
    const isDistinct =
      given === 'null' ? value !== null : value === null || compare(value, given, type) !== 0
    return isDistinct !== isNegated
  }
  if (value === null) return false
  return holds(operator, value, values, type) !== isNegated
}

function isState(value: string | null, given: string, type: string): boolean {
  const state = given.toLowerCase()
  if (state === 'null' || state === 'unknown') return value === null
  return type === 'bool' && value !== null && (value === 't') === (state === 'true')
}

function holds(
  operator: Operator,
  value: string,
  values: readonly string[],
  type: string,
): boolean {
  const [given = ''] = values
  if (operator === 'in') return values.some((each) => compare(value, each, type) === 0)
  const order = compare(value, given, type)
  switch (operator) {
    case 'eq':
      return order === 0
    case 'neq':
      return order !== 0
    case 'lt':
      return order < 0
    case 'lte':
      return order <= 0
    case 'gt':
      return order > 0
    case 'gte':
      return order >= 0
    default:
      return false
  }
}

const NUMBERS = new Set(['int2', 'int4', 'int8', 'oid', 'numeric', 'float4', 'float8'])
const MOMENTS = new Set(['date', 'timestamp', 'timestamptz'])
const INTEGER = /^-?\d{1,40}$/

/** Orders two texts as values of a type; NaN if they cannot be compared. */
function compare(left: string, right: string, type: string): number {
  if (NUMBERS.has(type)) {
    if (INTEGER.test(left) && INTEGER.test(right)) return order(BigInt(left), BigInt(right))
    const numbers = [left, right].map(toNumber)
    return order(numbers[0] ?? NaN, numbers[1] ?? NaN)
  }
  if (type === 'bool') return order(toTruth(left), toTruth(right))
  if (type === 'uuid') return order(left.toLowerCase(), right.toLowerCase())
  if (MOMENTS.has(type)) return order(toMicros(left), toMicros(right))
  return order(left, right)
}

function order<T extends string | number | bigint>(left: T, right: T): number {
  if (left === right) return 0
  if (left < right) return -1
  return left > right ? 1 : NaN
}

const toNumber = (text: string): number => {
  const trimmed = text.trim()
  if (trimmed === '') return NaN
  return /^[+-]?inf(inity)?$/i.test(trimmed)
    ? (trimmed.startsWith('-') ? -1 : 1) * Infinity
    : Number(trimmed)
}

const toTruth = (text: string): number => {
  const lower = text.trim().toLowerCase()
  if (['t', 'true', 'yes', 'on', '1'].includes(lower)) return 1
  return ['f', 'false', 'no', 'off', '0'].includes(lower) ? 0 : NaN
}

const MOMENT =
  /^(\d{4}-\d\d-\d\d)(?:[ T](\d\d:\d\d(?::\d\d)?)(?:\.(\d{1,6}))?)?(Z|[+-]\d\d(?::?\d\d)?)?$/

/** Microseconds since 1970. A time without a zone counts as UTC. */
function toMicros(text: string): number {
  const trimmed = text.trim()
  if (/^-?infinity$/i.test(trimmed)) return trimmed.startsWith('-') ? -Infinity : Infinity
  const [, date, time = '00:00', fraction = '', zone = 'Z'] = MOMENT.exec(trimmed) ?? []
  if (date === undefined) return NaN
  const offset = zone.length === 3 ? `${zone}:00` : zone
  return Date.parse(`${date}T${time}${offset}`) * 1000 + Number(fraction.padEnd(6, '0'))
}
