import { Link } from '@tanstack/react-router'
import { Fragment } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { useWal } from '../../../data/resources/services/meta/activity.ts'
import { formatBytes } from '../../../lib/quantities.ts'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import type { ViewProps } from './activity-search.ts'

/** The size of the database and of its write-ahead log. */
export function WalView({ projectRef }: ViewProps) {
  const { data, error, refetch } = useWal(projectRef)
  if (error && !data)
    return (
      <QueryError error={error} title="Could not load the sizes" onRetry={() => void refetch()} />
    )
  if (!data) return <Skeleton className="h-64" />
  const facts = [
    ['Database', formatBytes(data.database_bytes)],
    ['Write-ahead log', formatBytes(data.wal_bytes)],
    ['Checkpoint after', formatBytes(data.max_wal_bytes)],
    ['WAL level', data.wal_level],
  ] as const
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-6">
      <dl className="grid w-fit grid-cols-[auto_auto] gap-x-6 gap-y-1.5">
        {facts.map(([term, text]) => (
          <Fragment key={term}>
            <dt className="text-muted">{term}</dt>
            <dd className="tabular-nums">{text}</dd>
          </Fragment>
        ))}
      </dl>
      <p>
        <Link
          to="/project/$ref/database/replication-slots"
          params={{ ref: projectRef }}
          className="text-accent-text underline"
        >
          {data.slots.length === 1
            ? '1 replication slot'
            : `${data.slots.length} replication slots`}
        </Link>{' '}
        <span className="text-muted">
          {data.slots.length === 1 ? 'keeps' : 'keep'} the log until it has been read.
        </span>
      </p>
    </div>
  )
}
