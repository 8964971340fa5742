import type { EndSignal } from '../../../lib/end-signal.ts'
import type { LogParts, MicrosecondSpan } from '../../../logs/index.ts'
import { apiCounts, requestCount } from './queries.ts'
import { readLogs } from '../read.ts'

const MINUTE = 60_000_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** The span and the parts in which it is counted, in microseconds. */
const INTERVALS = {
  '15min': { span: 15 * MINUTE, step: MINUTE },
  '30min': { span: 30 * MINUTE, step: MINUTE },
  '1hr': { span: HOUR, step: MINUTE },
  '3hr': { span: 3 * HOUR, step: 5 * MINUTE },
  '1day': { span: DAY, step: HOUR },
  '3day': { span: 3 * DAY, step: HOUR },
  '7day': { span: 7 * DAY, step: DAY },
} as const
export type Interval = keyof typeof INTERVALS

type Read = { readonly now: number; readonly signal: EndSignal | undefined }

/** More parts than any interval has. */
const ROWS = 1000

export async function countApiRequests(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  { interval, now, signal }: Read & { readonly interval: Interval },
) {
  const { span, step } = spanOfInterval(interval, now)
  const statement = apiCounts(step)
  const sources = ['edge_logs'] as const
  const rows = await readLogs(reader, ref, { sources, span, statement, maxRows: ROWS, signal })
  return {
    result: rows.map(([time, auth, realtime, rest, storage]) => ({
      timestamp: isoOf(time),
      total_auth_requests: Number(auth),
      total_realtime_requests: Number(realtime),
      total_rest_requests: Number(rest),
      total_storage_requests: Number(storage),
    })),
  }
}

/** The number of requests of the last day. */
export async function countRequests(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  { now, signal }: Read,
) {
  const rows = await readLogs(reader, ref, {
    sources: ['edge_logs'],
    span: { from: now * 1000 - DAY, to: now * 1000 },
    statement: requestCount(),
    maxRows: 1,
    signal,
  })
  return { result: [{ count: Number(rows[0]?.[0] ?? 0) }] }
}

function spanOfInterval(
  interval: Interval,
  now: number,
): { readonly span: MicrosecondSpan; readonly step: number } {
  const { span, step } = INTERVALS[interval]
  return { span: { from: now * 1000 - span, to: now * 1000 }, step }
}

const isoOf = (microseconds: unknown) => new Date(Number(microseconds) / 1000).toISOString()
