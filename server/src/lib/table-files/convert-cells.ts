import type { FileColumnType } from '@stoa/contract/services/table-files'
import type { Cell } from './reader.ts'

/** How the text of a cell becomes a value of its column. */
export type CellConversion = (cell: Cell) => Cell

/**
 * Programs that quote every value write null as an empty text, which only texts can have. Lists of
 * JSON become Postgres's arrays.
 */
export function conversionTo(type: FileColumnType | 'other'): CellConversion | undefined {
  if (type === 'text') return undefined
  if (type.endsWith('[]')) return (cell) => (cell === '' ? null : toArray(cell))
  return (cell) => (cell === '' ? null : cell)
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
