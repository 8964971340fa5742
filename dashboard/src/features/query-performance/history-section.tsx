import type { QueryHistory } from '@stoa/contract/services/query-performance/query-performance'
import { useMigrations } from '../../data/resources/services/meta/history.ts'
import { formatExact, formatHour, formatMoment } from '../../lib/dates.ts'
import { Charts } from '../../ui/chart/charts.tsx'
import { historyCharts, historyTimes, intervalOf } from './history-charts.ts'
import { migrationEffects, type MigrationEffect } from './migration-effects.ts'
import { spansWithin, type Span } from './spans.ts'
import { formatMilliseconds } from './words.ts'

type HistorySectionProps = {
  projectRef: string
  history: QueryHistory
  /** When the history was read, in milliseconds. */
  readAt: number
  span: { readonly value: Span; readonly hours: number }
  retentionDays: number
  onSpan: (span: string) => void
}

const MOST_MIGRATIONS = 5

/** Calls and time per call over the span, with the migrations in it. */
export function HistorySection(props: HistorySectionProps) {
  const { projectRef, history, readAt, span, retentionDays, onSpan } = props
  const { data } = useMigrations(projectRef, '')
  const effects = migrationEffects(history, data?.pages.flatMap(({ items }) => items) ?? [])
  const times = historyTimes(history, { readAt, hours: span.hours })
  return (
    <section aria-label="History" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Charts
        label="History"
        charts={historyCharts(history, times)}
        times={times}
        marks={effects.flatMap(({ at }) => intervalOf(times, at) ?? [])}
        formatTime={formatHour}
        formatExact={formatExact}
        periods={spansWithin(retentionDays)}
        period={span.value}
        onPeriodChange={(next) => onSpan(next === '24h' ? '' : next)}
        empty={<p className="text-muted">The query was not called in this span.</p>}
      />
      {effects.length > 0 && <Migrations effects={effects} />}
    </section>
  )
}

function Migrations({ effects }: { effects: readonly MigrationEffect[] }) {
  return (
    <div className="grid gap-1.5">
      <h3 className="text-sm font-medium">Migrations in this span</h3>
      <ul className="grid gap-1 text-xs">
        {effects.slice(0, MOST_MIGRATIONS).map((effect) => (
          <li key={effect.version} className="flex flex-wrap gap-x-3">
            <span className="min-w-0 truncate font-medium" title={effect.name ?? effect.version}>
              {effect.name ?? effect.version}
            </span>
            <span className="text-muted">{formatMoment(new Date(effect.at).toISOString())}</span>
            <span className="tabular-nums sm:ml-auto">{effectText(effect)}</span>
          </li>
        ))}
      </ul>
      <p className="text-xs text-muted">
        Mean time per call before and after. The interval of the migration itself is left out.
      </p>
    </div>
  )
}

function effectText({ beforeMs, afterMs }: MigrationEffect): string {
  if (beforeMs === null) return 'no calls before'
  if (afterMs === null) return 'no calls after'
  const change = beforeMs === 0 ? 0 : Math.round((afterMs / beforeMs - 1) * 100)
  const sign = change > 0 ? '+' : '−'
  const percent = change === 0 ? 'no change' : `${sign}${Math.abs(change)}%`
  return `${formatMilliseconds(beforeMs)} → ${formatMilliseconds(afterMs)}, ${percent}`
}
