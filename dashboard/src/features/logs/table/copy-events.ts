import type { LogRow } from '@stoa/contract/services/logs/logs'
import { toCsv } from '../../../components/result-grid/export-rows.ts'
import { spreadsheetText } from '../../../lib/spreadsheet-text.ts'

const FIELDS = [
  'timestamp',
  'source',
  'severity',
  'status',
  'method',
  'host',
  'path',
  'user',
  'duration_ms',
  'request_id',
  'message',
  'id',
] as const satisfies readonly (keyof LogRow)[]

const isoTime = (microseconds: number) => new Date(microseconds / 1000).toISOString()

/** One line for each event, as a terminal would show it. */
export const toLines = (rows: readonly LogRow[]): string =>
  rows
    .map(({ timestamp, source, severity, message }) =>
      [isoTime(timestamp), severity, source, message.replaceAll(/\s*\n\s*/g, ' ')].join(' '),
    )
    .join('\n')

export const toEventsJson = (rows: readonly LogRow[]): string =>
  JSON.stringify(
    rows.map((row) => ({ ...row, timestamp: isoTime(row.timestamp) })),
    null,
    2,
  )

export const toEventsCsv = (rows: readonly LogRow[]): string =>
  toCsv(
    FIELDS.map((name) => ({ name, type: 'text' })),
    rows.map((row) =>
      FIELDS.map((name) => {
        if (name === 'timestamp') return isoTime(row.timestamp)
        const value = row[name]
        // Callers of the project choose paths and messages.
        return typeof value === 'string' ? spreadsheetText(value) : (value?.toString() ?? null)
      }),
    ),
  )
