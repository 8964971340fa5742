import type { ColumnReading, DateParts, FileColumnType } from '@stoa/contract/services/table-files'
import { conversionTo, type CellConversion } from './convert-cells.ts'
import type { Cell } from './reader.ts'

type ReadingOptions = { readonly decimal: '.' | ','; readonly reading: ColumnReading }

/**
 * Reads the texts of a column as a person has described them. A text that is not as described stays
 * as it is: Postgres then says which value is wrong.
 */
export function readingOf(
  type: FileColumnType | 'other',
  { decimal, reading }: ReadingOptions,
): CellConversion {
  const { null_text: nullText, true_text: isTrue, false_text: isFalse } = reading
  const convert = conversionTo(type, { decimal: reading.decimal ?? decimal })
  const words = new Map<string, string>([
    ...(isTrue === undefined ? [] : [[wordOf(isTrue), 'true'] as const]),
    ...(isFalse === undefined ? [] : [[wordOf(isFalse), 'false'] as const]),
  ])
  const order = reading.date_order
  return (cell) => {
    if (cell === null || cell === nullText) return null
    const word = words.get(wordOf(cell))
    if (word !== undefined) return word
    const dated = order === undefined ? cell : withIsoDate(cell, order)
    return convert ? convert(dated) : dated
  }
}

const wordOf = (text: string) => text.trim().toLowerCase()

const DATE = /^\s*(\d{1,4})([./-])(\d{1,2})\2(\d{1,4})(?=$|[\sT,])(.*)$/is
const PLACES: Readonly<Record<DateParts, readonly [year: number, month: number, day: number]>> = {
  mdy: [4, 1, 3],
  dmy: [4, 3, 1],
  ymd: [1, 3, 4],
}

/** A date at the beginning of a text, with or without a time, in the order of ISO 8601. */
export function withIsoDate(cell: Cell, order: DateParts): Cell {
  const found = cell === null ? null : DATE.exec(cell)
  if (!found) return cell
  const [year = '', month = '', day = ''] = PLACES[order].map((place) => found[place])
  if (year.length === 3 || year.length === 1 || month.length > 2 || day.length > 2) return cell
  return `${fullYear(year)}-${month.padStart(2, '0')}-${day.padStart(2, '0')}${found[5]}`
}

/** Postgres reads 69 as 2069 and 70 as 1970. */
const fullYear = (year: string): string => {
  if (year.length === 4) return year
  return Number(year) < 70 ? `20${year}` : `19${year}`
}
