import { MAX_FILE_COLUMNS } from '@stoa/contract/services/table-file-limits'
import type { FileColumn, FileColumnType } from '@stoa/contract/services/table-files'
import { FileProblem } from './problem.ts'
import type { Cell, SourceColumn } from './reader.ts'

/** The order of the parts of dates with slashes, dots or dashes, such as 31/12/2026. */
export type DateOrder = 'mdy' | 'dmy'

const DAY = /^(\d{1,2})([/.-])(\d{1,2})\2\d{4}$/
const ISO_DAY = String.raw`\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])`
const TIME = String.raw`[0-2]\d:[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?`
const ZONE = String.raw`(?:Z|[+-]\d\d(?::?\d\d)?)`
const WHOLE = /^-?(?:0|[1-9]\d{0,17})$/
const UUID = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i

/** The narrower types come first. A number that begins with 0 is a code, and stays text. */
const FORMS: readonly (readonly [FileColumnType, (value: string) => boolean])[] = [
  ['boolean', matches(/^(?:true|false)$/i)],
  ['integer', (value) => WHOLE.test(value) && Math.abs(Number(value)) < 2 ** 31],
  ['bigint', matches(WHOLE)],
  ['numeric', matches(/^-?(?:0|[1-9]\d{0,30})(?:\.\d{1,30})?(?:e[+-]?\d{1,2})?$/i)],
  ['date', (value) => isDay(value)],
  ['time', matches(new RegExp(`^${TIME}$`))],
  ['timestamptz', matches(new RegExp(`^${ISO_DAY}[ T]${TIME} ?${ZONE}$`))],
  // A sheet shows a date without a time at midnight.
  ['timestamp', matches(new RegExp(`^${ISO_DAY}(?:[ T]${TIME})?$`))],
  ['uuid', matches(UUID)],
  ['jsonb', isJson],
  ['integer[]', isArrayOf((item) => /^-?\d{1,9}$/.test(item))],
  ['bigint[]', isArrayOf((item) => WHOLE.test(item))],
  ['numeric[]', isArrayOf((item) => /^-?\d{1,30}(?:\.\d{1,30})?$/.test(item))],
  ['text[]', isArrayOf(() => true)],
]
const OF_STRINGS = new Set<FileColumnType>(['date', 'time', 'timestamptz', 'timestamp', 'uuid'])
const OF_NUMBERS = new Set<FileColumnType>(['integer', 'bigint', 'numeric'])

/**
 * Suggests columns with names that are free in SQL, and the types that all values of a sample have.
 * Whole numbers of a partial sample are `bigint`, because the rest of the file can have larger ones.
 */
export function inferColumns(
  sources: readonly SourceColumn[],
  rows: readonly (readonly Cell[])[],
  { isPartial }: { readonly isPartial: boolean },
): FileColumn[] {
  if (sources.length > MAX_FILE_COLUMNS)
    throw new FileProblem(
      'file_too_many_columns',
      `The file has more than ${MAX_FILE_COLUMNS} columns.`,
      { hint: 'Check the delimiter, or store the objects in one jsonb column of another file.' },
    )
  const taken = new Set<string>()
  return sources.map(({ name, type }, index) => {
    const values = rows.flatMap((row) => row[index] ?? [])
    const inferred = typeOf(type, values)
    return {
      source: name,
      name: freeName(name, index, taken),
      type: inferred === 'integer' && isPartial ? 'bigint' : inferred,
    }
  })
}

/** The first type of which all values are, or text. */
export function typeOf(known: SourceColumn['type'], values: readonly string[]): FileColumnType {
  const isNumber = known === 'numeric'
  if (known !== undefined && known !== 'string' && !isNumber) return known
  const present = values.filter((value) => value !== '')
  if (present.length === 0) return isNumber ? 'numeric' : 'text'
  const forms = FORMS.filter(([type]) => {
    if (known === 'string') return OF_STRINGS.has(type)
    return !isNumber || OF_NUMBERS.has(type)
  })
  const found = forms.find(([, isOf]) => present.every(isOf))?.[0]
  return found ?? (isNumber ? 'numeric' : 'text')
}

/** Day before month if a value cannot be read otherwise, or if it has dots, as in German. */
export function dateOrderOf(rows: readonly (readonly Cell[])[]): DateOrder {
  for (const row of rows)
    for (const cell of row) {
      const [, first, separator] = (cell !== null && DAY.exec(cell)) || []
      if (first !== undefined && (Number(first) > 12 || separator === '.')) return 'dmy'
    }
  return 'mdy'
}

function matches(form: RegExp) {
  return (value: string) => form.test(value)
}

const ISO = new RegExp(`^${ISO_DAY}$`)

function isDay(value: string): boolean {
  if (ISO.test(value)) return true
  const [, first, , second] = DAY.exec(value) ?? []
  const parts = [Number(first), Number(second)]
  return parts.every((part) => part >= 1 && part <= 31) && parts.some((part) => part <= 12)
}

/** An object or a list; a number or a word is also JSON, but rarely meant as it. */
function isJson(value: string): boolean {
  if (!/^\s*[[{]/.test(value)) return false
  try {
    JSON.parse(value)
    return true
  } catch {
    return false
  }
}

const PLAIN_ITEM = /^[^{}",\\\s]+$/

/** A list in Postgres's notation, such as {1,2}, without quotes. */
function isArrayOf(isItem: (item: string) => boolean) {
  return (value: string): boolean => {
    if (!value.startsWith('{') || !value.endsWith('}')) return false
    const inside = value.slice(1, -1)
    if (inside === '') return true
    return inside.split(',').every((item) => PLAIN_ITEM.test(item) && isItem(item))
  }
}

const MAX_NAME_BYTES = 63

function freeName(source: string, index: number, taken: Set<string>): string {
  const plain = source
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .replaceAll(/^_|_$/g, '')
  const base = plain === '' ? `column_${index + 1}` : plain
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : `_${number}`
    const name = `${cut(base, MAX_NAME_BYTES - suffix.length)}${suffix}`
    if (taken.has(name)) continue
    taken.add(name)
    return name
  }
}

function cut(text: string, maxBytes: number): string {
  let end = Math.min(text.length, maxBytes)
  while (Buffer.byteLength(text.slice(0, end)) > maxBytes) end -= 1
  return text.slice(0, end)
}
