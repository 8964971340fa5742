import type { FastifyInstance } from 'fastify'
import {
  cancelStorageJob,
  listStorageJobs,
  readStorageJob,
  startStorageJob,
} from '@stoa/contract/services/storage/jobs'
import { route } from '../../../lib/http.ts'
import { createContext, type ContextDeps } from '../context.ts'
import type { BulkJobs } from './bulk-jobs.ts'
import { serviceCaller } from '../../../project/resolve-caller.ts'

/** The routes for members at `/platform/storage/:ref/buckets/:bucket/jobs`. */
export function addBulkRoutes(app: FastifyInstance, deps: ContextDeps, jobs: BulkJobs): void {
  const routes = [
    route(startStorageJob).to(async ({ params, body, request }) => {
      const { project, method } = request
      const context = createContext(
        deps,
        { project, caller: serviceCaller },
        { operation: 'storage.dashboard', method, path: '', headersJson: '{}' },
      )
      const job = await jobs.start(context, params.bucket, body)
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
  for (const add of routes) add(app)
}
