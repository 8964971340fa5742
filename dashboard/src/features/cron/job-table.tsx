import type { CronJob, CronRun } from '@stoa/contract/services/cron/jobs'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge } from '../../components/cron/run-status.tsx'
import { NameButton, RecordTable, type RecordColumn } from '../../components/list/record-table.tsx'
import { Time } from '../../components/time.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'

export type JobAction = 'runs' | 'run' | 'switch' | 'edit' | 'delete'

type JobTableProps = {
  jobs: readonly CronJob[]
  canWrite: boolean
  onAction: (action: JobAction, job: CronJob) => void
}

const nameOf = ({ id, name }: CronJob) => name ?? `Job ${id}`

export function JobTable({ jobs, canWrite, onAction }: JobTableProps) {
  return (
    <RecordTable
      label="Jobs"
      items={jobs}
      nameOf={nameOf}
      columns={columnsOf(canWrite, onAction)}
      actions={(job) => [
        { label: 'Runs', onSelect: () => onAction('runs', job) },
        ...(canWrite
          ? [
              { label: 'Run now', onSelect: () => onAction('run', job) },
              { label: 'Edit', onSelect: () => onAction('edit', job) },
              {
                label: 'Delete job',
                variant: 'danger' as const,
                onSelect: () => onAction('delete', job),
              },
            ]
          : []),
      ]}
    />
  )
}

const columnsOf = (
  canWrite: boolean,
  onAction: JobTableProps['onAction'],
): readonly RecordColumn<CronJob>[] => [
  {
    header: 'Name',
    cell: (job) => (
      <>
        <NameButton className="font-medium" onClick={() => onAction('runs', job)}>
          {nameOf(job)}
        </NameButton>
        <div className="truncate font-mono text-xs text-muted" title={job.command}>
          {job.command}
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
          {describeSchedule(schedule) ?? 'Invalid schedule'}
        </div>
        <div className="truncate font-mono text-xs text-muted">{schedule}</div>
      </>
    ),
  },
  {
    header: 'Next run',
    className: 'hidden w-32 lg:table-cell',
    textClassName: 'text-muted',
    cell: (job) => nextRunText(job) ?? <Time date={job.next_run_at ?? ''} />,
  },
  {
    header: 'Last run',
    className: 'w-28 sm:w-40 lg:w-60',
    cell: ({ last_run }) => <LastRun run={last_run} />,
  },
  {
    header: 'Active',
    className: 'w-16',
    cell: (job) => (
      <Switch
        aria-label={`${nameOf(job)} is active`}
        checked={job.is_active}
        disabled={!canWrite}
        onCheckedChange={() => onAction('switch', job)}
      />
    ),
  },
]

/** Text in place of the next run's time. */
function nextRunText({ is_active: isActive, next_run_at: next }: CronJob): string | undefined {
  if (!isActive) return 'Paused'
  return next === null ? 'Never runs' : undefined
}

function LastRun({ run }: { run: CronRun | null }) {
  if (!run) return <span className="text-muted">Not run yet</span>
  return (
    <div className="flex flex-wrap items-center gap-x-2">
      <RunStatusBadge status={run.status} />
      {run.started_at !== null && (
        <Time date={run.started_at} className="hidden text-muted sm:inline" />
      )}
    </div>
  )
}
