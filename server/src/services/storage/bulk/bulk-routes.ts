import {
  cancelStorageJob,
  listStorageJobs,
  readStorageJob,
  startStorageJob,
} from '@stoa/contract/services/storage/jobs'
import { route, type Route } from '../../../lib/http.ts'
import type { MemberContextOf } from '../context.ts'
import type { BulkJobs } from './bulk-jobs.ts'

/** The routes for members at `/platform/storage/:ref/buckets/:bucket/jobs`. */
export function bulkRoutes(contextOf: MemberContextOf, jobs: BulkJobs): readonly Route[] {
  return [
    route(startStorageJob).to(async ({ params, body, request }) => {
      const job = await jobs.start(contextOf(request), params.bucket, body)
      const to =
        body.verb === 'delete' ? {} : { to: `${body.to_bucket ?? job.bucket}/${body.to_folder}` }
      await request.recordAudit({
        action: `storage_objects.${body.verb}`,
        target: job.bucket,
        metadata: { count: job.total, ...to },
      })
      return job
    }),
    route(listStorageJobs).to(({ params, request }) => jobs.list(request.project, params.bucket)),
    route(readStorageJob).to(({ params, request }) => jobs.read(request.project, params)),
    route(cancelStorageJob).to(({ params, request }) => jobs.cancel(request.project, params)),
  ]
}
