import { MAX_LISTED_JOBS, type CronJob } from '@stoa/contract/services/cron/jobs'
import { useDeferredValue, useState } from 'react'
import { Forbidden } from '../../components/forbidden.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import {
  useCronJobs,
  useDeleteCronJob,
  useRunCronJob,
  useUpdateCronJob,
} from '../../data/resources/integrations/cron.ts'
import { useCan, useProject } from '../../data/resources/projects/projects.ts'
import { useTitle } from '../../lib/use-title.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Page, PageHeader } from '../../ui/layout/page-header.tsx'
import { SearchInput } from '../../ui/inputs/search-input.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { EditJobSheet, NewJobSheet } from './job-sheets.tsx'
import { JobTable, type JobAction } from './job-table.tsx'
import { RunsSheet } from './runs-sheet.tsx'

type CronPageProps = {
  projectRef: string
  /** Whether the sheet for a new job is open. */
  isCreating: boolean
  /** The edge function that the new job calls initially. */
  edgeFunction: string | undefined
  onCreating: (isCreating: boolean) => void
}

const EXAMPLE = `select cron.schedule(
  'delete-old-events',
  '0 3 * * *',
  $$delete from events
    where created_at < now() - interval '30 days'$$
);`

/** The scheduled jobs of a project's database. */
export function CronPage({ projectRef, isCreating, edgeFunction, onCreating }: CronPageProps) {
  const { data: project } = useProject(projectRef)
  const can = useCan(projectRef)
  useTitle('Cron', project?.name)
  if (!project) return null
  const canWrite = can('cron:write')
  return (
    <Page>
      <PageHeader
        title="Cron"
        description="Jobs that run on a schedule, compatible with pg_cron. A due job wakes a sleeping project."
        action={
          canWrite && (
            <Button variant="primary" onClick={() => onCreating(true)}>
              New job
            </Button>
          )
        }
      />
      {can('cron:read') ? (
        <Jobs projectRef={projectRef} canWrite={canWrite} />
      ) : (
        <Forbidden missing="cron:read">This page lists the database’s scheduled jobs.</Forbidden>
      )}
      {isCreating && canWrite && (
        <NewJobSheet
          projectRef={projectRef}
          edgeFunction={edgeFunction}
          onClose={() => onCreating(false)}
        />
      )}
    </Page>
  )
}

type Chosen = { readonly action: Exclude<JobAction, 'run' | 'switch'>; readonly job: CronJob }

function Jobs({ projectRef, canWrite }: { projectRef: string; canWrite: boolean }) {
  const [search, setSearch] = useState('')
  const searched = useDeferredValue(search.trim())
  const { data, error, refetch } = useCronJobs(projectRef, searched)
  const [chosen, setChosen] = useState<Chosen>()
  const run = useRunCronJob(projectRef)
  const update = useUpdateCronJob(projectRef)
  const close = () => setChosen(undefined)
  if (error && !data) {
    return (
      <QueryError error={error} title="Could not load the jobs" onRetry={() => void refetch()} />
    )
  }
  if (!data) return <Skeleton className="h-48" />
  if (data.length === 0 && searched === '') {
    return (
      <EmptyState
        title="No jobs yet"
        description="A job runs SQL, a function, or a request on a schedule. You can also create one with SQL."
        action={
          <CodeBlock
            label="Schedule a job with SQL"
            code={EXAMPLE}
            className="w-full max-w-lg text-left"
          />
        }
      />
    )
  }
  const act = (action: JobAction, job: CronJob) => {
    if (action === 'run') run.mutate(job.id)
    else if (action === 'switch') update.mutate({ id: job.id, is_active: !job.is_active })
    else setChosen({ action, job })
  }
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <SearchInput
        label="Search jobs"
        className="w-full sm:w-64"
        value={search}
        onValueChange={setSearch}
      />
      {update.error && (
        <Callout type="danger" role="alert" title="Could not change the job">
          {errorMessage(update.error)}
        </Callout>
      )}
      {data.length === 0 ? (
        <EmptyState title="No results" />
      ) : (
        <JobTable jobs={data} canWrite={canWrite} onAction={act} />
      )}
      {data.length === MAX_LISTED_JOBS && (
        <p className="text-xs text-muted">
          Showing the first {MAX_LISTED_JOBS.toLocaleString()} jobs. Search to find others.
        </p>
      )}
      {chosen?.action === 'runs' && (
        <RunsSheet projectRef={projectRef} job={chosen.job} onClose={close} />
      )}
      {chosen?.action === 'edit' && (
        <EditJobSheet projectRef={projectRef} job={chosen.job} onClose={close} />
      )}
      {chosen?.action === 'delete' && (
        <DeleteDialog projectRef={projectRef} job={chosen.job} onClose={close} />
      )}
    </div>
  )
}

type DialogProps = { projectRef: string; job: CronJob; onClose: () => void }

function DeleteDialog({ projectRef, job, onClose }: DialogProps) {
  const remove = useDeleteCronJob(projectRef)
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${job.name ?? `job ${job.id}`}?`}
      description="The job no longer runs. A run in progress is not interrupted. This can’t be undone."
      confirmLabel="Delete job"
      loading={remove.isPending}
      onCancel={onClose}
      onConfirm={() => remove.mutate(job.id, { onSettled: onClose })}
    />
  )
}
