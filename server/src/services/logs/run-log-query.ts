import { MAX_LOG_ROWS } from '@stoa/contract/services/logs/logs'
import type { EndSignal } from '../../lib/end-signal.ts'
import type { Clock } from '../../lib/clock.ts'
import type { LogParts } from '../../logs/index.ts'
import { spanOf } from './selection.ts'

/** Runs a member's query over the sources that it names. */
export async function runLogQuery(
  { reader }: Pick<LogParts, 'reader'>,
  ref: string,
  {
    sql: text,
    from,
    to,
    signal,
    clock,
  }: {
    readonly sql: string
    readonly from: string
    readonly to: string
    readonly signal: EndSignal | undefined
    readonly clock: Clock
  },
) {
  const started = clock.now().getTime()
  const span = spanOf(from, to)
  const { columns, rows, isTruncated } = await reader.readAsMember(
    ref,
    { span, text, maxRows: MAX_LOG_ROWS },
    signal,
  )
  return {
    columns: [...columns],
    rows: rows.map((row) => [...row]),
    is_truncated: isTruncated,
    duration_ms: clock.now().getTime() - started,
  }
}
