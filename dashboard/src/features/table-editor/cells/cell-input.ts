import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import { parsePeriod } from '@stoa/contract/services/meta/periods'
import type { Filter } from '@stoa/contract/services/meta/rows'
import {
  dateKind,
  isBooleanType,
  isIntegerType,
  isJsonType,
  isNumericType,
} from '../../../components/result-grid/cell-type.ts'

export type CellInput = 'boolean' | 'choice' | 'date' | 'json' | 'number' | 'text' | 'long-text'

/** The kind of input used for a column. */
export function cellInputOf(column: Pick<Column, 'type' | 'category' | 'enum_values'>): CellInput {
  if (isBooleanType(column.type)) return 'boolean'
  if (column.category !== 'A' && column.enum_values !== null) return 'choice'
  if (isJsonType(column.type)) return 'json'
  if (isNumericType(column.type) && column.type !== 'money') return 'number'
  if (dateKind(column.type) !== undefined) return 'date'
  return column.category === 'S' ? 'long-text' : 'text'
}

/** Whether values of a column can have several lines, which a field of one line would join. */
export const hasLines = (column: Pick<Column, 'type' | 'category' | 'enum_values'>): boolean =>
  ['long-text', 'json'].includes(cellInputOf(column)) ||
  ['A', 'C', 'R'].includes(column.category) ||
  LINED_TYPES.has(column.type)

const LINED_TYPES: ReadonlySet<string> = new Set([
  'xml',
  'tsvector',
  'tsquery',
  'jsonpath',
  '"char"',
])

const NUMBER = /^\s*[-+]?(\d+(_?\d+)*(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i
const INTEGER = /^\s*[-+]?(\d+(_\d+)*|0x[\da-f_]+|0o[0-7_]+|0b[01_]+)\s*$/i
const UUID = /^\s*\{?([\da-f]{4}-?){7}[\da-f]{4}\}?\s*$/i
const BOOLEAN = /^(t|tr|tru|true|f|fa|fal|fals|false|y|ye|yes|n|no|on|off|of|1|0)$/i
const SPECIAL = /^\s*([-+]?inf(inity)?|nan)\s*$/i

/** Parses JSON input; empty input is null. Throws for invalid JSON. */
export const parseJsonInput = (text: string): unknown =>
  text.trim() === '' ? null : JSON.parse(text)

/**
 * The cell sent for a typed value: the text as typed, which Postgres parses; empty JSON is NULL.
 */
export const cellOf = (input: CellInput, text: string): Cell =>
  input === 'json' && text.trim() === '' ? null : text

/**
 * Why a typed value is invalid, as far as the browser can tell; undefined if it is valid. The
 * database makes the final decision.
 */
export function inputProblem(
  column: Pick<Column, 'type' | 'category' | 'enum_values'>,
  text: string,
): string | undefined {
  const input = cellInputOf(column)
  if (input === 'number') return numberProblem(column.type, text)
  if (column.type === 'uuid' && !UUID.test(text)) return `${shown(text)} is not a UUID.`
  if (input !== 'json') return undefined
  try {
    parseJsonInput(text)
    return undefined
  } catch (error) {
    return `Not valid JSON: ${error instanceof Error ? error.message : 'it cannot be parsed.'}`
  }
}

/**
 * Like `inputProblem`, for a value that was typed as text although the column has a list of values.
 */
export const valueProblem = (
  column: Pick<Column, 'type' | 'category' | 'enum_values'>,
  text: string,
): string | undefined => inputProblem(column, text) ?? choiceProblem(column, text.trim())

/** Operators with values of another type than the column's. */
const UNCHECKED: ReadonlySet<string> = new Set([
  'is',
  'like',
  'ilike',
  'not_like',
  'not_ilike',
  'contains',
  'has',
])

/** Why a filter's value is invalid; undefined if it is valid. */
export function filterProblem(
  column: Pick<Column, 'type' | 'category' | 'enum_values'>,
  { operator, value }: Pick<Filter, 'operator' | 'value'>,
): string | undefined {
  if (operator === 'during' || operator === 'before' || operator === 'after')
    return parsePeriod(value) === undefined ? 'Enter a whole number from 1 to 9999.' : undefined
  if (UNCHECKED.has(operator)) return undefined
  if (cellInputOf(column) === 'json') return undefined
  const isList = operator === 'in' || operator === 'not_in'
  // A list with quotes is left to the server, which can split it.
  const values = isList && !value.includes('"') ? value.split(',') : [value]
  if (isList && (value.includes('"') || value.trim() === '')) return undefined
  for (const entry of values) {
    const problem = valueProblem(column, entry)
    if (problem !== undefined) return problem
  }
  return undefined
}

function numberProblem(type: string, text: string): string | undefined {
  if (isIntegerType(type))
    return INTEGER.test(text) ? undefined : `${shown(text)} is not an integer.`
  return NUMBER.test(text) || SPECIAL.test(text) ? undefined : `${shown(text)} is not a number.`
}

function choiceProblem(
  column: Pick<Column, 'type' | 'category' | 'enum_values'>,
  text: string,
): string | undefined {
  const input = cellInputOf(column)
  if (input === 'boolean' && !BOOLEAN.test(text)) return `${shown(text)} is neither true nor false.`
  if (input !== 'choice' || column.enum_values?.includes(text) !== false) return undefined
  return `${shown(text)} is not a value of ${column.type}.`
}

const shown = (text: string) => (text.trim() === '' ? 'Empty text' : `“${text.trim()}”`)

/** The current time in a format that Postgres accepts for a column of this type. */
export function nowFor(type: string, now: Date): string {
  const part = (value: number, length = 2) => String(value).padStart(length, '0')
  const date = `${part(now.getFullYear(), 4)}-${part(now.getMonth() + 1)}-${part(now.getDate())}`
  const time = `${part(now.getHours())}:${part(now.getMinutes())}:${part(now.getSeconds())}`
  const minutes = -now.getTimezoneOffset()
  const sign = minutes < 0 ? '-' : '+'
  const offset = `${sign}${part(Math.floor(Math.abs(minutes) / 60))}:${part(Math.abs(minutes) % 60)}`
  const zone = type.includes('with time zone') || type.endsWith('tz') ? offset : ''
  const kind = dateKind(type)
  if (kind === 'date') return date
  if (kind === 'time') return time + zone
  return `${date} ${time}${zone}`
}
