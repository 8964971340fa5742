// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/storage/jobs.ts'

export const cancelStorageJob: OperationsOf<typeof source.cancelStorageJob> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/jobs/{id}/cancel',
  access: 'storage:write',
}

export const listStorageJobs: OperationsOf<typeof source.listStorageJobs> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets/{bucket}/jobs',
  access: 'storage:read',
}

export const readStorageJob: OperationsOf<typeof source.readStorageJob> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets/{bucket}/jobs/{id}',
  access: 'storage:read',
}

export const startStorageJob: OperationsOf<typeof source.startStorageJob> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/jobs',
  access: 'storage:write',
}
