import type { QueryHistory } from '@stoa/contract/services/query-performance/query-performance'
import { Time } from '../../components/time.tsx'
import { formatCount } from '../../lib/quantities.ts'
import { formatMilliseconds, formatPercent } from './words.ts'

/** The numbers of the span, and the extremes since the query was first seen. */
export function NumbersSection({ history }: { history: QueryHistory }) {
  const { cache_hit_percent: cached } = history
  const numbers = [
    { label: 'Calls', value: formatCount(history.calls) },
    { label: 'Total time', value: formatMilliseconds(history.total_ms) },
    { label: 'Mean', value: formatMilliseconds(history.mean_ms) },
    { label: 'Min', value: formatMilliseconds(history.min_ms) },
    { label: 'Max', value: formatMilliseconds(history.max_ms) },
    { label: 'Rows', value: formatCount(history.rows) },
    { label: 'Cache hits', value: cached === null ? '–' : formatPercent(cached) },
  ]
  return (
    <section aria-label="Numbers" className="grid gap-2">
      <dl className="grid grid-cols-2 gap-3 sm:grid-cols-4">
        {numbers.map(({ label, value }) => (
          <div key={label}>
            <dt className="text-xs text-muted">{label}</dt>
            <dd className="font-medium tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="text-xs text-muted">
        Min and max are of all calls since the query was first seen,{' '}
        <Time date={history.first_seen_at} />.
      </p>
    </section>
  )
}
