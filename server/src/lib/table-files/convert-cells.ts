import type { FileColumnType } from '@stoa/contract/services/table-files'
import type { Cell } from './reader.ts'

/** How the text of a cell becomes a value of its column. */
export type CellConversion = (cell: Cell) => Cell

type NumberFormat = { readonly decimal?: '.' | ',' | undefined }

const NUMBERS = new Set(['integer', 'bigint', 'numeric', 'double precision'])

/**
 * Programs that quote every value write null as an empty text, which only texts can have. Lists of
 * JSON become Postgres's arrays.
 */
export function conversionTo(
  type: FileColumnType | 'other',
  { decimal }: NumberFormat = {},
): CellConversion | undefined {
  if (type === 'text') return undefined
  if (decimal === ',' && NUMBERS.has(type))
    return (cell) => (cell === '' ? null : withDecimalPoint(cell))
  if (type.endsWith('[]')) return (cell) => (cell === '' ? null : toArray(cell))
  return (cell) => (cell === '' ? null : cell)
}

const WITH_GROUPS = /^[-+]?\d{1,3}(?:[.' \u00a0\u202f]\d{3})+(?:,\d+)?$/
const WITH_COMMA = /^[-+]?\d*,\d+(?:e[-+]?\d+)?$/i

/** A number with a decimal comma, such as 1.234,5, as Postgres reads it. Other texts are unchanged. */
export function withDecimalPoint(cell: Cell): Cell {
  const text = cell?.trim()
  if (text === undefined || !(WITH_COMMA.test(text) || WITH_GROUPS.test(text))) return cell
  return text.replaceAll(/[.' \u00a0\u202f]/g, '').replace(',', '.')
}

function toArray(cell: Cell): Cell {
  if (!cell?.trimStart().startsWith('[')) return cell
  try {
    const value: unknown = JSON.parse(cell, keepNumber)
    return Array.isArray(value) ? arrayText(value) : cell
  } catch {
    return cell
  }
}

/** The text of a number as it is in the file, because a large one would lose digits. */
const keepNumber = (_key: string, value: unknown, context?: { readonly source?: string }) =>
  typeof value === 'number' ? (context?.source ?? String(value)) : value

const arrayText = (items: readonly unknown[]): string =>
  `{${items.map((item) => (Array.isArray(item) ? arrayText(item) : itemText(item))).join(',')}}`

function itemText(item: unknown): string {
  if (item === null) return 'NULL'
  const text = typeof item === 'string' ? item : JSON.stringify(item)
  return `"${text.replaceAll(/["\\]/g, (one) => `\\${one}`)}"`
}
