import type { CronJob, CronRun } from '@stoa/contract/services/cron/jobs'
import { Time } from '../../components/time.tsx'
import { ActionsMenu } from '../../ui/menus/actions-menu.tsx'
import { DropdownMenuItem, DropdownMenuSeparator } from '../../ui/menus/dropdown-menu.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import {
  ActionsHeader,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableHeader,
  TableRow,
} from '../../ui/display/table.tsx'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge } from '../../components/cron/run-status.tsx'

export type JobAction = 'runs' | 'run' | 'switch' | 'edit' | 'delete'

type JobTableProps = {
  jobs: readonly CronJob[]
  canWrite: boolean
  onAction: (action: JobAction, job: CronJob) => void
}

export function JobTable({ jobs, canWrite, onAction }: JobTableProps) {
  return (
    <Table aria-label="Jobs" className="table-fixed">
      <TableHead>
        <TableRow>
          <TableHeader>Name</TableHeader>
          <TableHeader className="hidden md:table-cell">Schedule</TableHeader>
          <TableHeader className="hidden w-32 lg:table-cell">Next run</TableHeader>
          <TableHeader className="w-28 sm:w-40 lg:w-60">Last run</TableHeader>
          <TableHeader className="w-16">Active</TableHeader>
          <ActionsHeader className="w-12" />
        </TableRow>
      </TableHead>
      <TableBody>
        {jobs.map((job) => {
          const name = job.name ?? `Job ${job.id}`
          return (
            <TableRow key={job.id}>
              <TableCell>
                <button
                  type="button"
                  className="block max-w-full truncate font-medium hover:underline"
                  title={name}
                  onClick={() => onAction('runs', job)}
                >
                  {name}
                </button>
                <div className="truncate font-mono text-xs text-muted" title={job.command}>
                  {job.command}
                </div>
              </TableCell>
              <TableCell className="hidden md:table-cell">
                <div className="truncate" title={describeSchedule(job.schedule)}>
                  {describeSchedule(job.schedule) ?? 'Invalid schedule'}
                </div>
                <div className="truncate font-mono text-xs text-muted">{job.schedule}</div>
              </TableCell>
              <TableCell className="hidden text-muted lg:table-cell">
                {nextRunText(job) ?? <Time date={job.next_run_at ?? ''} />}
              </TableCell>
              <TableCell>
                <LastRun run={job.last_run} />
              </TableCell>
              <TableCell>
                <Switch
                  aria-label={`${name} is active`}
                  checked={job.is_active}
                  disabled={!canWrite}
                  onCheckedChange={() => onAction('switch', job)}
                />
              </TableCell>
              <TableCell align="right" className="pr-1.5">
                <ActionsMenu subject={name}>
                  <DropdownMenuItem onSelect={() => onAction('runs', job)}>Runs</DropdownMenuItem>
                  {canWrite && (
                    <>
                      <DropdownMenuItem onSelect={() => onAction('run', job)}>
                        Run now
                      </DropdownMenuItem>
                      <DropdownMenuItem onSelect={() => onAction('edit', job)}>
                        Edit
                      </DropdownMenuItem>
                      <DropdownMenuSeparator />
                      <DropdownMenuItem variant="danger" onSelect={() => onAction('delete', job)}>
                        Delete job
                      </DropdownMenuItem>
                    </>
                  )}
                </ActionsMenu>
              </TableCell>
            </TableRow>
          )
        })}
      </TableBody>
    </Table>
  )
}

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
