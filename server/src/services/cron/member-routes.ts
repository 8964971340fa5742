import * as contract from '@stoa/contract/services/cron/jobs'
import type { Clock } from '../../lib/clock.ts'
import { route, type Route } from '../../lib/http.ts'
import { changedFields } from '../../project/unchanged.ts'
import { callCommand } from './call-sql.ts'
import { jobNotFound } from './errors.ts'
import { createJob, deleteJob, getJob, listJobs, listRuns, updateJob } from './jobs.ts'
import type { Runner } from './runner.ts'

type MemberDeps = { readonly clock: Clock; readonly runner: Runner }

/** The routes for members at `/platform/cron/:ref`. */
export const memberRoutes = ({ clock, runner }: MemberDeps): readonly Route[] => [
  route(contract.listCronJobs).to(({ query, request }) =>
    listJobs(request.project, query.search ?? '', clock.now()),
  ),
  route(contract.createCronJob).to(async ({ body, request }) => {
    const created = await createJob(request.project, body)
    const metadata = { schedule: body.schedule }
    await request.recordAudit({ action: 'cron_job.create', target: body.name, metadata })
    return created
  }),
  route(contract.draftCronCommand).to(({ body, request }) => ({
    command: callCommand(body.call, request.project.apiUrl),
  })),
  route(contract.getCronJob).to(({ params, request }) =>
    getJob(request.project, params.job_id, clock.now()),
  ),
  route(contract.updateCronJob).to(async ({ params, body, request }) => {
    await updateJob(request.project, params.job_id, body)
    await request.recordAudit({
      action: 'cron_job.update',
      target: params.job_id,
      metadata: { changed: changedFields(body) },
    })
    return {}
  }),
  route(contract.deleteCronJob).to(async ({ params, request }) => {
    await deleteJob(request.project, params.job_id)
    await request.recordAudit({ action: 'cron_job.delete', target: params.job_id })
    return {}
  }),
  route(contract.runCronJob).to(async ({ params, request }) => {
    if (!(await runner.runNow(request.project, params.job_id))) throw jobNotFound()
    await request.recordAudit({ action: 'cron_job.run', target: params.job_id })
    return {}
  }),
  route(contract.listCronRuns).to(({ params, query, request }) =>
    listRuns(request.project, params.job_id, query),
  ),
]
