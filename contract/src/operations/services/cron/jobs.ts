// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/cron/jobs.ts'

export const createCronJob: OperationsOf<typeof source.createCronJob> = {
  method: 'POST',
  path: '/platform/cron/{ref}/jobs',
  access: 'cron:write',
}

export const deleteCronJob: OperationsOf<typeof source.deleteCronJob> = {
  method: 'DELETE',
  path: '/platform/cron/{ref}/jobs/{job_id}',
  access: 'cron:write',
}

export const draftCronCommand: OperationsOf<typeof source.draftCronCommand> = {
  method: 'POST',
  path: '/platform/cron/{ref}/commands',
  access: 'cron:write',
}

export const getCronJob: OperationsOf<typeof source.getCronJob> = {
  method: 'GET',
  path: '/platform/cron/{ref}/jobs/{job_id}',
  access: 'cron:read',
}

export const listCronJobs: OperationsOf<typeof source.listCronJobs> = {
  method: 'GET',
  path: '/platform/cron/{ref}/jobs',
  access: 'cron:read',
}

export const listCronRuns: OperationsOf<typeof source.listCronRuns> = {
  method: 'GET',
  path: '/platform/cron/{ref}/jobs/{job_id}/runs',
  access: 'cron:read',
}

export const runCronJob: OperationsOf<typeof source.runCronJob> = {
  method: 'POST',
  path: '/platform/cron/{ref}/jobs/{job_id}/run',
  access: 'cron:write',
}

export const updateCronJob: OperationsOf<typeof source.updateCronJob> = {
  method: 'PATCH',
  path: '/platform/cron/{ref}/jobs/{job_id}',
  access: 'cron:write',
}
