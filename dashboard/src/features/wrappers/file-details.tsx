import type { FileRun, FileSource } from '@stoa/contract/services/wrappers/files'
import { describeSchedule } from '../../components/cron/describe-schedule.ts'
import { QueryError } from '../../components/query-error.tsx'
import { Time } from '../../components/time.tsx'
import { useFileRuns, useRefreshFileSource } from '../../data/resources/services/wrappers/files.ts'
import { formatExact } from '../../lib/dates.ts'
import { formatSeconds } from '../../lib/durations.ts'
import { formatBytes, formatCount } from '../../lib/quantities.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Sheet, SheetBody, SheetFooter } from '../../ui/overlays/sheet.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { placeText } from './file-draft.ts'
import { FileRunBadge } from './file-state.tsx'
import { nameOfFile, type FileAction } from './file-table.tsx'

type FileDetailsProps = {
  projectRef: string
  source: FileSource
  canWrite: boolean
  onAction: (action: FileAction) => void
  onClose: () => void
}

export function FileDetails({ projectRef, source, canWrite, onAction, onClose }: FileDetailsProps) {
  const refresh = useRefreshFileSource(projectRef, source.id)
  const isRunning = source.last_run?.status === 'running'
  return (
    <Sheet open size="lg" title={nameOfFile(source)} onClose={onClose}>
      <SheetBody className="grid grid-cols-[minmax(0,1fr)] content-start gap-5">
        {!source.is_connected && (
          <Callout type="caution" title="This file is not refreshed">
            The database is a copy, or the secret was deleted. Edit the file and save it again, with
            its credential if it needs one.
          </Callout>
        )}
        {!source.has_table && source.loaded && (
          <Callout type="danger" title="The table was deleted">
            Delete the file, or create the table again with the same columns.
          </Callout>
        )}
        <p>
          The table is a copy of the file.{' '}
          {source.loaded ? (
            <>
              Its rows are from <Time date={source.loaded.refreshed_at} />.
            </>
          ) : (
            'No rows have been loaded yet.'
          )}
        </p>
        <Facts source={source} />
        <Runs {...{ projectRef, source }} />
      </SheetBody>
      {canWrite && (
        <SheetFooter>
          <Button
            variant="primary"
            pending={refresh.isPending || isRunning}
            disabled={!source.is_connected || (!source.has_table && source.loaded !== null)}
            onClick={() => refresh.mutate(false)}
          >
            Refresh now
          </Button>
          <Button onClick={() => onAction('edit')}>Edit</Button>
          <Button onClick={() => onAction('delete')}>Delete</Button>
        </SheetFooter>
      )}
    </Sheet>
  )
}

function Facts({ source }: { source: FileSource }) {
  const { schedule, next_run_at: next, api_roles: roles } = source
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-6 gap-y-1.5">
      <dt className="text-muted">Source</dt>
      <dd className="font-mono text-xs wrap-anywhere">{placeText(source.place)}</dd>
      <dt className="text-muted">Schedule</dt>
      <dd>{schedule === null ? 'None' : (describeSchedule(schedule) ?? schedule)}</dd>
      {next !== null && (
        <>
          <dt className="text-muted">Next refresh</dt>
          <dd className="tabular-nums">{formatExact(next)}</dd>
        </>
      )}
      {source.has_table && (
        <>
          <dt className="text-muted">Access</dt>
          <dd className="flex flex-wrap gap-2">
            {source.has_row_level_security
              ? 'Row level security'
              : roles.length === 0 && 'No API roles'}
            {!source.has_row_level_security && roles.length > 0 && (
              <Badge variant="warning">{`Readable by ${roles.join(', ')}`}</Badge>
            )}
          </dd>
        </>
      )}
    </dl>
  )
}

type RunsProps = { projectRef: string; source: FileSource }

function Runs({ projectRef, source }: RunsProps) {
  const { id, last_run: last } = source
  const { data, error, refetch } = useFileRuns(projectRef, id, `${last?.id} ${last?.status}`)
  return (
    <section className="grid gap-2">
      <h3 className="font-semibold">Runs</h3>
      {error && !data && (
        <QueryError error={error} title="Could not load the runs" onRetry={() => void refetch()} />
      )}
      {!error && !data && <Skeleton className="h-24" />}
      <ul aria-label="Runs" className="grid gap-3">
        {data?.map((run) => (
          <Run key={run.id} run={run} />
        ))}
      </ul>
    </section>
  )
}

function Run({ run }: { run: FileRun }) {
  const { started_at: start, ended_at: end, error } = run
  const facts = [
    run.rows !== null && (run.rows === 1 ? '1 row' : `${formatCount(run.rows)} rows`),
    run.bytes !== null && formatBytes(run.bytes),
    end !== null && formatSeconds((Date.parse(end) - Date.parse(start)) / 1000),
  ].filter((fact) => fact !== false)
  return (
    <li className="grid gap-1 border-b pb-3 last:border-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <FileRunBadge status={run.status} />
        <time dateTime={start} className="text-muted tabular-nums">
          {formatExact(start)}
        </time>
        <span className="text-muted tabular-nums">{facts.join(', ')}</span>
      </div>
      {error && (
        <p className="text-xs wrap-anywhere">
          {[error.message, placeOf(error), error.hint].filter(Boolean).join(' ')}{' '}
          <code className="text-muted">{error.code}</code>
        </p>
      )}
    </li>
  )
}

/** The position of an invalid value in the file. A missing column has none. */
function placeOf({ row, line, column }: NonNullable<FileRun['error']>): string {
  if (row === null && line === null) return ''
  const place = line === null ? `Row ${row}` : `Line ${line}`
  return column === null ? `${place}.` : `${place}, column “${column}”.`
}
