import type { Cell } from '@stoa/contract/services/meta/cell'
import { isBooleanType, isJsonType, isNumericType } from './cell-type.ts'

export type ExportColumn = { readonly name: string; readonly type: string }
export type ExportRows = readonly (readonly Cell[])[]

/** Tab-separated text, as spreadsheets paste it. NULL is empty. Tabs and line breaks are quoted. */
export function toTsv(rows: ExportRows): string {
  return rows.map((row) => row.map(tsvField).join('\t')).join('\n')
}

const tsvField = (cell: Cell) =>
  cell !== null && /["\t\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : (cell ?? '')

/** RFC 4180 with a header line. NULL is an empty field and empty text is `""`, as COPY reads it. */
export function toCsv(columns: readonly ExportColumn[], rows: ExportRows): string {
  const header = columns.map(({ name }) => csvField(name)).join(',')
  return [header, ...rows.map((row) => row.map(csvField).join(','))].join('\r\n') + '\r\n'
}

function csvField(cell: Cell): string {
  if (cell === null) return ''
  return cell === '' || /[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}

/** A Markdown table. Pipes are escaped, and line breaks become `<br>`. */
export function toMarkdown(columns: readonly ExportColumn[], rows: ExportRows): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const rule = columns.map(({ type }) => (isNumericType(type) ? '---:' : '---'))
  return [
    line(columns.map(({ name }) => markdownField(name))),
    line(rule),
    ...rows.map((row) => line(row.map(markdownField))),
  ].join('\n')
}

const markdownField = (cell: Cell) =>
  (cell ?? 'NULL')
    .replaceAll('\\', '\\\\')
    .replaceAll('|', String.raw`\|`)
    .replaceAll(/\r?\n/g, '<br>')

/**
 * An array of objects. Numbers keep the digits that Postgres printed, so no value is rounded. JSON
 * columns are embedded, and a repeated column name gets a number.
 */
export function toJson(columns: readonly ExportColumn[], rows: ExportRows): string {
  const names = uniqueNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name))
  const objects = rows.map((row) => {
    const fields = columns.map(({ type }, index) => {
      return `    ${names[index] ?? '""'}: ${jsonValue(type, row[index] ?? null)}`
    })
    return `  {\n${fields.join(',\n')}\n  }`
  })
  return objects.length === 0 ? '[]' : `[\n${objects.join(',\n')}\n]`
}

/** One JSON object per line, with the values of `toJson`. */
export function toNdjson(columns: readonly ExportColumn[], rows: ExportRows): string {
  const names = uniqueNames(columns.map(({ name }) => name)).map((name) => JSON.stringify(name))
  const line = (row: readonly Cell[]) =>
    columns
      .map(({ type }, index) => {
        // Line breaks in JSON are only between its parts: in texts they are escaped.
        const value = jsonValue(type, row[index] ?? null).replaceAll(/[\r\n]+/g, ' ')
        return `${names[index] ?? '""'}:${value}`
      })
      .join(',')
  return rows.map((row) => `{${line(row)}}\n`).join('')
}

function jsonValue(type: string, cell: Cell): string {
  if (cell === null) return 'null'
  if (isBooleanType(type)) return cell === 't' || cell === 'true' ? 'true' : 'false'
  // Infinity and NaN are numbers in Postgres, but JSON can only represent them as text.
  if (isNumericType(type) && /^-?(0|[1-9]\d*)(\.\d+)?(e[+-]?\d+)?$/i.test(cell)) return cell
  if (isJsonType(type) && isJson(cell)) return cell
  return JSON.stringify(cell)
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

function uniqueNames(names: readonly string[]): string[] {
  const taken = new Set<string>()
  return names.map((name) => {
    let unique = name
    for (let count = 2; taken.has(unique); count += 1) unique = `${name}_${count}`
    taken.add(unique)
    return unique
  })
}
