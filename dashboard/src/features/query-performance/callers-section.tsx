import type { QueryHistory } from '@stoa/contract/services/query-performance/query-performance'
import { formatCount } from '../../lib/quantities.ts'
import { formatMilliseconds, SOURCES } from './words.ts'

/** The roles that ran the query in the span. */
export function CallersSection({ history: { callers } }: { history: QueryHistory }) {
  if (callers.length === 0) return null
  return (
    <section aria-labelledby="callers" className="grid gap-1.5">
      <h3 id="callers" className="text-sm font-medium">
        Callers
      </h3>
      <ul className="divide-y rounded-md border">
        {callers.map(({ id, role, source, calls, total_ms: ms }) => (
          <li key={id} className="flex flex-wrap gap-x-3 px-3 py-1.5 text-xs">
            <span className="min-w-0 truncate font-mono">{role}</span>
            <span className="text-muted">{SOURCES[source]}</span>
            <span className="ml-auto tabular-nums">
              {formatCount(calls)} {calls === 1 ? 'call' : 'calls'}, {formatMilliseconds(ms)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  )
}
