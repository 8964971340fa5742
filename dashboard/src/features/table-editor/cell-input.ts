import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import {
  dateKind,
  isBooleanType,
  isJsonType,
  isNumericType,
} from '../../components/result-grid/cell-type.ts'

export type CellInput = 'boolean' | 'choice' | 'date' | 'json' | 'number' | 'text' | 'long-text'

/** The kind of input used for a column. */
export function cellInputOf(column: Pick<Column, 'type' | 'category' | 'enum_values'>): CellInput {
  if (isBooleanType(column.type)) return 'boolean'
  if (column.category !== 'A' && column.enum_values !== null) return 'choice'
  if (isJsonType(column.type)) return 'json'
  if (isNumericType(column.type) && column.type !== 'money') return 'number'
  if (dateKind(column.type) !== undefined) return 'date'
  return column.type === 'text' || column.type.startsWith('character varying')
    ? 'long-text'
    : 'text'
}

const NUMBER = /^\s*[-+]?(\d+(_?\d+)*(\.\d*)?|\.\d+)(e[-+]?\d+)?\s*$/i
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
 * What is wrong with a typed value, as far as the browser can check; undefined if nothing is. The
 * database makes the final decision.
 */
export function inputProblem(input: CellInput, text: string): string | undefined {
  if (input === 'number' && !NUMBER.test(text) && !SPECIAL.test(text)) return 'Not a number'
  if (input !== 'json') return undefined
  try {
    parseJsonInput(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : 'Not valid JSON'
  }
}

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
