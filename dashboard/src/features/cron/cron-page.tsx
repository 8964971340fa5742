import { MAX_LISTED_JOBS, type CronJob } from '@stoa/contract/services/cron/jobs'
import { useState } from 'react'
import { QueryList } from '../../components/list/query-list.tsx'
import { SearchField } from '../../components/list/search-field.tsx'
import { useOpenPanel } from '../../components/list/use-open-panel.ts'
import { useSearchParam } from '../../components/list/use-search-param.ts'
import { ProjectPage } from '../../components/project-page.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import {
  useCronJobs,
  useDeleteCronJob,
  useRunCronJob,
  useUpdateCronJob,
} from '../../data/resources/services/cron/jobs.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { CodeBlock } from '../../ui/display/code-block.tsx'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
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
  const canWrite = useCan(projectRef)('cron:write')
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Cron"
      description="Jobs that run on a schedule, compatible with pg_cron. A due job wakes a sleeping project."
      action={
        canWrite && (
          <Button variant="primary" onClick={() => onCreating(true)}>
            New job
          </Button>
        )
      }
      needs={['cron:read']}
      forbidden="This page lists the database’s scheduled jobs."
    >
      <Jobs projectRef={projectRef} canWrite={canWrite} />
      {isCreating && canWrite && (
        <NewJobSheet
          projectRef={projectRef}
          edgeFunction={edgeFunction}
          onClose={() => onCreating(false)}
        />
      )}
    </ProjectPage>
  )
}

function Jobs({ projectRef, canWrite }: { projectRef: string; canWrite: boolean }) {
  const { value: search, field } = useSearchParam('search')
  const jobs = useCronJobs(projectRef, search)
  const { panel, open, close } = useOpenPanel(['edit', 'runs'])
  const shown = jobs.data?.find(({ id }) => id === panel?.id)
  const [deleted, setDeleted] = useState<CronJob>()
  const run = useRunCronJob(projectRef)
  const update = useUpdateCronJob(projectRef)
  const act = (action: JobAction, job: CronJob) => {
    if (action === 'run') run.mutate(job.id)
    else if (action === 'switch') update.mutate({ id: job.id, is_active: !job.is_active })
    else if (action === 'delete') setDeleted(job)
    else open(action, job.id)
  }
  return (
    <>
      <QueryList
        label="jobs"
        query={jobs}
        isSearched={search !== ''}
        toolbar={<SearchField label="Search jobs" field={field} />}
        empty={EMPTY}
        maximum={MAX_LISTED_JOBS}
      >
        {(items) => (
          <>
            {update.error && (
              <Callout type="danger" role="alert" title="Could not change the job">
                {errorMessage(update.error)}
              </Callout>
            )}
            <JobTable jobs={items} canWrite={canWrite} onAction={act} />
          </>
        )}
      </QueryList>
      {panel?.kind === 'runs' && shown && (
        <RunsSheet job={shown} projectRef={projectRef} onClose={close} />
      )}
      {panel?.kind === 'edit' && shown && canWrite && (
        <EditJobSheet job={shown} projectRef={projectRef} onClose={close} />
      )}
      {deleted && (
        <DeleteDialog job={deleted} projectRef={projectRef} onClose={() => setDeleted(undefined)} />
      )}
    </>
  )
}

const EMPTY = {
  title: 'No jobs yet',
  description:
    'A job runs SQL, a function, or a request on a schedule. You can also create one with SQL.',
  action: (
    <CodeBlock
      label="Schedule a job with SQL"
      code={EXAMPLE}
      className="w-full max-w-lg text-left"
    />
  ),
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
