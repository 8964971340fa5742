import { useSlowStatements } from '../../../data/resources/services/meta/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'

type SlowStatementsProps = { projectRef: string; onChoose: (statement: string) => void }

/** The statements that took the most time, each as a button that selects it. */
export function SlowStatements({ projectRef, onChoose }: SlowStatementsProps) {
  const { data } = useSlowStatements(projectRef)
  if (!data) return null
  return (
    <section aria-label="Slow statements" className="grid grid-cols-[minmax(0,1fr)] gap-2">
      <h3 className="text-sm font-medium">Statements that took the most time</h3>
      {data.statements.length === 0 ? (
        <p className="text-xs text-muted">
          {data.is_available
            ? 'None yet. Statements appear here once they have run.'
            : 'Not available: this Postgres doesn’t have pg_stat_statements.'}
        </p>
      ) : (
        <ul className="max-h-64 divide-y overflow-y-auto rounded-md border">
          {data.statements.map(({ id, statement, calls, total_ms, mean_ms }) => (
            <li key={id}>
              <button
                type="button"
                className="grid w-full grid-cols-[minmax(0,1fr)] gap-0.5 px-3 py-1.5 text-left transition-colors hover:bg-hover"
                onClick={() => onChoose(statement)}
              >
                <span className="truncate font-mono text-xs" title={statement}>
                  {statement}
                </span>
                <span className="text-xs text-muted tabular-nums">
                  {duration(total_ms)} in total, {formatCount(calls)}{' '}
                  {calls === 1 ? 'call' : 'calls'}, {duration(mean_ms)} on average
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

const duration = (ms: number): string =>
  ms < 1000 ? `${ms.toPrecision(2)} ms` : `${formatCount(Math.round(ms / 1000))} s`
