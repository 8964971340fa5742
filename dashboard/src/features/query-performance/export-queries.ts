import { spreadsheetText } from '../../lib/spreadsheet-text.ts'
import type { ListedQuery } from './listed-queries.ts'

const COLUMNS = [
  'statement',
  'role',
  'source',
  'calls',
  'total_ms',
  'share',
  'mean_ms',
  'min_ms',
  'max_ms',
  'rows',
  'cache_hit_percent',
] as const

/** The queries as a file. Statements are as long as the list has them. */
export function exportQueries(queries: readonly ListedQuery[], format: 'csv' | 'json'): string {
  const rows = queries.map((query) =>
    Object.fromEntries(COLUMNS.map((column) => [column, query[column]])),
  )
  if (format === 'json') return `${JSON.stringify(rows, null, 2)}\n`
  const lines = [COLUMNS, ...rows.map((row) => COLUMNS.map((column) => String(row[column] ?? '')))]
  return lines.map((line) => `${line.map(csvCell).join(',')}\r\n`).join('')
}

function csvCell(text: string): string {
  const safe = spreadsheetText(text)
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
