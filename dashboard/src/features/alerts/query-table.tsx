import type { QueryRun, ScheduledQuery } from '@stoa/contract/services/alerts/queries'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge } from '../../components/cron/run-status.tsx'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'

export type QueryAction = 'runs' | 'run' | 'switch' | 'edit' | 'delete'

type QueryTableProps = {
  queries: readonly ScheduledQuery[]
  canWrite: boolean
  onAction: (action: QueryAction, query: ScheduledQuery) => void
}

export function QueryTable({ queries, canWrite, onAction }: QueryTableProps) {
  return (
    <RecordTable
      label="Scheduled queries"
      items={queries}
      nameOf={({ name }) => name}
      columns={columnsOf(canWrite, onAction)}
      actions={(query) => [
        { label: 'Runs and results', onSelect: () => onAction('runs', query) },
        ...(canWrite
          ? [
              { label: 'Run now', onSelect: () => onAction('run', query) },
              { label: 'Edit', onSelect: () => onAction('edit', query) },
              {
                label: 'Delete query',
                variant: 'danger' as const,
                onSelect: () => onAction('delete', query),
              },
            ]
          : []),
      ]}
    />
  )
}

const columnsOf = (
  canWrite: boolean,
  onAction: QueryTableProps['onAction'],
): readonly RecordColumn<ScheduledQuery>[] => [
  {
    header: 'Name',
    cell: (query) => (
      <>
        <NameButton className="font-medium" onClick={() => onAction('runs', query)}>
          {query.name}
        </NameButton>
        <div className="truncate font-mono text-xs text-muted" title={query.sql}>
          {query.sql}
        </div>
      </>
    ),
  },
  {
    header: 'Schedule',
    className: 'hidden md:table-cell',
    cell: ({ schedule }) => (
      <>
        <div className="truncate" title={describeSchedule(schedule)}>
          {describeSchedule(schedule) ?? schedule}
        </div>
        <div className="truncate font-mono text-xs text-muted">{schedule}</div>
      </>
    ),
  },
  {
    header: 'Next run',
    className: 'hidden w-32 lg:table-cell',
    textClassName: 'text-muted',
    cell: ({ enabled, next_run_at: next }) =>
      enabled && next !== null ? <Time date={next} /> : 'Paused',
  },
  {
    header: 'Last run',
    className: 'w-28 sm:w-40 lg:w-60',
    cell: ({ last_run: run }) => <LastRun run={run} />,
  },
  {
    header: 'Active',
    className: 'w-16',
    cell: (query) => (
      <Switch
        aria-label={`${query.name} is active`}
        checked={query.enabled}
        disabled={!canWrite}
        onCheckedChange={() => onAction('switch', query)}
      />
    ),
  },
]

function LastRun({ run }: { run: QueryRun | null }) {
  if (!run) return <span className="text-muted">Not run yet</span>
  return (
    <div className="flex flex-wrap items-center gap-x-2" title={run.error ?? undefined}>
      <RunStatusBadge status={run.state} />
      <Time date={run.started_at} className="hidden text-muted sm:inline" />
    </div>
  )
}
