import type { Column } from '@stoa/contract/services/meta/catalogue'
import type { Cell } from '@stoa/contract/services/meta/cell'
import {
  dateKind,
  isBooleanType,
  isJsonType,
  isNumericType,
} from '../../components/result-grid/cell-type.ts'

export type CellInput = 'boolean' | 'choice' | 'date' | 'json' | 'number' | 'text' | 'long-text'

/** The way a value of this column is typed. */
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

/** What JSON somebody typed: nothing at all is null. Throws for what is no JSON. */
export const parseJsonInput = (text: string): unknown =>
  text.trim() === '' ? null : JSON.parse(text)

/** What is sent for a typed value: text as it stands, for Postgres to read; no JSON at all is NULL. */
export const cellOf = (input: CellInput, text: string): Cell =>
  input === 'json' && text.trim() === '' ? null : text

/**
 * What is wrong with a typed value, as far as the browser can tell; undefined when nothing is. The
 * database has the last word.
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

/** The present moment, as Postgres reads it for a column of this type. */
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
