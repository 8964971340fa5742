import {
  RUNS_PER_PAGE,
  RunStatus,
  type CronJob,
  type CronRun,
} from '@stoa/contract/services/cron/jobs'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { LogsLink } from '../../components/logs-link.tsx'
import { useCronRuns } from '../../data/resources/services/cron/jobs.ts'
import { formatExact } from '../../lib/dates.ts'
import { formatSeconds } from '../../lib/durations.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetBody } from '../../ui/overlays/sheet.tsx'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { RunStatusBadge, STATUS_LABELS } from '../../components/cron/run-status.tsx'

type RunsSheetProps = { projectRef: string; job: CronJob; onClose: () => void }

const ALL = 'all'
const OPTIONS = [ALL, ...RunStatus.options] as const

/** The command of a job and its runs, newest first. */
export function RunsSheet({ projectRef, job, onClose }: RunsSheetProps) {
  const [status, setStatus] = useState<(typeof OPTIONS)[number]>(ALL)
  /** The last run of each earlier page. */
  const [pages, setPages] = useState<readonly string[]>([])
  const before = pages.at(-1)
  const runs = useCronRuns(projectRef, job.id, {
    ...(status !== ALL && { status }),
    ...(before !== undefined && { before }),
  })
  const { data } = runs
  return (
    <Sheet open size="lg" title={`Runs of ${job.name ?? `job ${job.id}`}`} onClose={onClose}>
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
        <p className="text-muted">
          {describeSchedule(job.schedule)} (<code>{job.schedule}</code>), as {job.username}
        </p>
        <CodeBlock label="command" code={job.command} />
        <LogsLink projectRef={projectRef} page="pgcron-logs" filters={`metadata.job_id=${job.id}`}>
          Open in logs
        </LogsLink>
        <Select
          aria-label="Status"
          className="w-36"
          value={status}
          options={OPTIONS.map((value) => ({
            value,
            label: value === ALL ? 'All statuses' : STATUS_LABELS[value],
          }))}
          onValueChange={(next) => {
            setPages([])
            setStatus(next)
          }}
        />
        <QueryList
          label="runs"
          query={runs}
          isSearched={status !== ALL || pages.length > 0}
          noResults={status === ALL ? 'There are no older runs.' : 'No run has this status.'}
          empty={{
            title: 'No runs yet',
            description: 'Each run appears here with its result and duration.',
          }}
        >
          {(items) => (
            <ul aria-label="Runs" className="grid gap-3">
              {items.map((run) => (
                <Run key={run.id} run={run} />
              ))}
            </ul>
          )}
        </QueryList>
        {(pages.length > 0 || data?.length === RUNS_PER_PAGE) && (
          <div className="flex gap-2">
            <Button disabled={pages.length === 0} onClick={() => setPages(pages.slice(0, -1))}>
              Newer
            </Button>
            <Button
              disabled={data?.length !== RUNS_PER_PAGE}
              onClick={() => setPages([...pages, data?.at(-1)?.id ?? ''])}
            >
              Older
            </Button>
          </div>
        )}
      </SheetBody>
    </Sheet>
  )
}

function Run({ run }: { run: CronRun }) {
  const { started_at: start, ended_at: end } = run
  return (
    <li className="grid gap-1 border-b pb-3 last:border-0">
      <div className="flex flex-wrap items-center gap-2">
        <RunStatusBadge status={run.status} />
        {start !== null && (
          <time dateTime={start} className="text-muted tabular-nums">
            {formatExact(start)}
          </time>
        )}
        {start !== null && end !== null && (
          <span className="text-muted tabular-nums">
            {durationText(Date.parse(end) - Date.parse(start))}
          </span>
        )}
      </div>
      {run.message !== null && run.message !== '' && (
        <pre className="font-mono text-xs wrap-anywhere whitespace-pre-wrap">{run.message}</pre>
      )}
    </li>
  )
}

const durationText = (ms: number) =>
  ms < 1000 ? `${Math.max(ms, 0)} ms` : formatSeconds(ms / 1000)
