import type { LastRun, RowEffect } from '@stoa/contract/services/meta/ddl'
import { formatSeconds } from '../../lib/durations.ts'
import { formatCount } from '../../lib/quantities.ts'

const TEXTS: Readonly<Record<RowEffect, (rows: string) => string>> = {
  rewrite: (rows) => `Rewrites ${rows} while it holds the lock.`,
  scan: (rows) => `Reads ${rows} to check them while it holds the lock.`,
  index: (rows) => `Reads ${rows} to build an index while it holds the lock.`,
}

type RowEffectsProps = { effects: readonly RowEffect[]; estimatedRows: number | null }

/** The work of statements on the rows of a table, with their number. */
export function RowEffects({ effects, estimatedRows }: RowEffectsProps) {
  if (effects.length === 0 || estimatedRows === 0) return null
  const rows = estimatedRows === null ? 'all rows' : `about ${formatCount(estimatedRows)} rows`
  return (
    <ul aria-label="Effects on rows" className="grid gap-1 text-xs text-muted">
      {effects.map((effect) => (
        <li key={effect} className={effect === 'rewrite' ? 'text-warning-text' : undefined}>
          {TEXTS[effect](rows)}
        </li>
      ))}
    </ul>
  )
}

/** The duration of the last recorded change that did the same work. */
export function LastRunNote({ lastRun }: { lastRun: LastRun | null | undefined }) {
  if (!lastRun) return null
  const { duration_ms: duration, rows } = lastRun
  return (
    <p className="text-xs text-muted tabular-nums">
      The last change of this kind took {formatSeconds(duration / 1000)} on a table with about{' '}
      {rows === 1 ? '1 row' : `${formatCount(rows)} rows`}.
    </p>
  )
}
