import { LogRow, type LogCursor, type LogSelection } from '@stoa/contract/services/logs/logs'
import type { EndSignal } from '../../lib/end-signal.ts'
import type { LogParts, MicrosecondSpan } from '../../logs/index.ts'
import { searchEvents, UNIFIED_COLUMNS } from './queries.ts'
import { readLogs } from './read.ts'
import { select, type Selected } from './selection.ts'

type Search = LogSelection & {
  readonly before?: LogCursor | undefined
  readonly after?: LogCursor | undefined
  readonly limit: number
}

/**
 * Events of a span, the newest first. A page is looked for in the newest minutes first: a search
 * over days reads only as far back as it needs.
 */
export async function search(
  { store, reader }: Pick<LogParts, 'store' | 'reader'>,
  ref: string,
  { signal, now, ...request }: Search & { readonly signal: EndSignal | undefined; now: number },
) {
  const { before, after, limit } = request
  const selected = select(request)
  const isForward = after !== undefined && before === undefined
  const span = {
    from: Math.max(selected.span.from, after?.timestamp ?? 0),
    to: Math.min(selected.span.to, (before?.timestamp ?? Number.MAX_SAFE_INTEGER - 1) + 1),
  }
  const events: LogRow[] = []
  for (const part of partsOf(span, { now: now * 1000, isForward })) {
    const within: Selected = { ...selected, span: part }
    const wanted = limit + 1 - events.length
    const rows = await readLogs(reader, ref, {
      sources: selected.sources,
      span: part,
      statement: searchEvents(within, { before, after, limit: wanted }),
      maxRows: wanted,
      signal,
    })
    events.push(...rows.map(toLogRow))
    if (events.length > limit) break
  }
  const page = events.slice(0, limit)
  return {
    events: isForward ? page.toReversed() : page,
    has_more: events.length > limit,
    dropped: store.dropped(ref, {
      from: selected.span.from / 1000,
      to: Math.ceil(selected.span.to / 1000),
    }),
  }
}

const MINUTE = 60_000_000
/** How far back each further part of a span begins, in microseconds. */
const STEPS = [15 * MINUTE, 180 * MINUTE, 1440 * MINUTE]

/** The span in the order in which it is read. */
function partsOf(
  { from, to }: MicrosecondSpan,
  { now, isForward }: { readonly now: number; readonly isForward: boolean },
): readonly MicrosecondSpan[] {
  if (from >= to) return []
  if (isForward) return [{ from, to }]
  const newest = Math.min(to, Math.max(now, from + 1))
  const begins = [...STEPS.map((step) => newest - step).filter((begin) => begin > from), from]
  return begins.map((begin, index) => ({ from: begin, to: begins[index - 1] ?? to }))
}

export const toLogRow = (row: readonly unknown[]): LogRow =>
  LogRow.parse(Object.fromEntries(UNIFIED_COLUMNS.map((name, index) => [name, row[index]])))
