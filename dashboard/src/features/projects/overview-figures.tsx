import type { OverviewFigure, ProjectOverview } from '@stoa/contract/platform/projects'
import { Time } from '../../components/time.tsx'
import { formatBytes, formatCount } from '../../lib/quantities.ts'

type OverviewFiguresProps = { overview: ProjectOverview; isRunning: boolean }

/** Size, tables, rows, users. If the database is not running, the figures show their age. */
export function OverviewFigures({ overview, isRunning }: OverviewFiguresProps) {
  const { figures, measured_at } = overview
  const databaseFirst = figures.toSorted(
    (a, b) => Number(b.service === 'meta') - Number(a.service === 'meta'),
  )
  if (measured_at === null) {
    return (
      <p className="text-muted">
        Size, tables, rows and users appear here once the database has run.
      </p>
    )
  }
  return (
    <section aria-label="Size">
      <dl className="grid grid-cols-2 gap-x-6 gap-y-4 sm:grid-cols-4">
        {databaseFirst.map((figure) => (
          <div key={`${figure.service}.${figure.name}`}>
            <dt className="text-xs text-muted">{figure.title}</dt>
            <dd className="mt-0.5 text-xl tabular-nums">{valueOf(figure)}</dd>
          </div>
        ))}
      </dl>
      {!isRunning && (
        <p className="mt-2 text-xs text-muted">
          Last read <Time date={measured_at} />, while the database was running.
        </p>
      )}
    </section>
  )
}

function valueOf({ unit, value, is_estimate }: OverviewFigure): string {
  if (unit === 'bytes') return formatBytes(value)
  return `${is_estimate && value > 0 ? '~' : ''}${formatCount(Math.round(value))}`
}
