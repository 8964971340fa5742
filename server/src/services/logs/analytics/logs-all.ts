import type { AnalyticsAnswer } from '@stoa/contract/services/logs/analytics'
import { MAX_LOG_ROWS } from '@stoa/contract/services/logs/logs'
import type { EndSignal } from '../../../lib/end-signal.ts'
import { AppError } from '../../../lib/errors.ts'
import type { LogParts, MicrosecondSpan } from '../../../logs/index.ts'
import { analyticsRangeInvalid } from '../errors.ts'
import { MAX_ANALYTICS_SPAN_MS } from '../limits.ts'

const MINUTE_MS = 60_000

/** The query that runs if a request has none. */
const DEFAULT_QUERY =
  'select id, timestamp, event_message, request_method, request_path, response_status_code from edge_logs order by timestamp desc limit 100'

type AnalyticsQuery = {
  readonly sql?: string | undefined
  readonly iso_timestamp_start?: string | undefined
  readonly iso_timestamp_end?: string | undefined
}

/** Runs a query of the command line or of another tool over the logs. */
export async function readAllLogs(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  {
    query,
    now,
    signal,
  }: {
    readonly query: AnalyticsQuery
    readonly now: number
    readonly signal: EndSignal | undefined
  },
): Promise<AnalyticsAnswer> {
  const span = analyticsSpan(query, now)
  const text = query.sql ?? DEFAULT_QUERY
  try {
    const { columns, rows } = await reader.readAsMember(
      ref,
      { span, text, maxRows: MAX_LOG_ROWS },
      signal,
    )
    return {
      result: rows.map((row) =>
        Object.fromEntries(columns.map(({ name }, index) => [name, row[index] ?? null])),
      ),
    }
  } catch (error) {
    if (error instanceof AppError && error.status < 500 && error.status !== 429)
      return { result: [], error: errorOf(error) }
    throw error
  }
}

/** The span of a query: whole minutes, one day at most, and the last minute if it names none. */
export function analyticsSpan(
  { iso_timestamp_start: start, iso_timestamp_end: end }: AnalyticsQuery,
  now: number,
): MicrosecondSpan {
  const to = end === undefined ? now : Date.parse(end)
  const from = start === undefined ? to - MINUTE_MS : Date.parse(start)
  if (to <= from) throw analyticsRangeInvalid('The end of the range is not after its start.')
  if (to - from > MAX_ANALYTICS_SPAN_MS)
    throw analyticsRangeInvalid('The range is longer than 24 hours.')
  const isOpen = end === undefined
  const rounded = { from: round(from), to: isOpen ? now : round(to) }
  if (rounded.to <= rounded.from) rounded.to = rounded.from + MINUTE_MS
  return { from: rounded.from * 1000, to: rounded.to * 1000 }
}

const round = (time: number) => Math.round(time / MINUTE_MS) * MINUTE_MS

const errorOf = ({ status, message, code }: AppError) => ({
  code: status,
  errors: [{ domain: 'global', location: 'q', locationType: 'parameter', message, reason: code }],
  message,
  status: 'INVALID_ARGUMENT',
})
