import type { FastifyInstance } from 'fastify'
import { retryAfterHeader } from '../../lib/retry-after.ts'
import { AppError } from '../../lib/errors.ts'
import { addBucketRoutes } from './buckets/bucket-routes.ts'
import type { BulkJobs } from './bulk/bulk-jobs.ts'
import { addFolderRoutes } from './bulk/folder-routes.ts'
import type { ContextOf } from './context.ts'
import { renderError, storageError, toStorageError } from './errors.ts'
import { noteRefusal } from './events.ts'
import { addObjectRoutes } from './objects/object-routes.ts'

/** The routes at `/storage/v1`. Errors have the form of storage-api. */
export function addRoutes(app: FastifyInstance, contextOf: ContextOf, bulkJobs: BulkJobs): void {
  app.setErrorHandler((error, request, reply) => {
    const known = toStorageError(error)
    // The gateway logs and renders errors that are not the client's fault.
    if (!(known instanceof AppError)) throw error
    noteRefusal(request, known)
    const { status, body } = renderError(known)
    void reply.headers(retryAfterHeader(known))
    return reply.status(status).send(body)
  })
  for (const url of ['/status', '/health'])
    app.get(url, { exposeHeadRoute: false }, () => ({ healthy: true }))
  app.get('/version', { exposeHeadRoute: false }, (_request, reply) =>
    reply.type('text/plain; charset=utf-8').send('stoa'),
  )
  addBucketRoutes(app, contextOf, bulkJobs)
  addObjectRoutes(app, contextOf)
  addFolderRoutes(app, contextOf, bulkJobs)
  // Nothing is cached here, so there is nothing to purge.
  for (const url of ['/cdn', '/cdn/:bucket', '/cdn/:bucket/*'])
    app.delete(url, ({ caller }) => {
      if (caller.role !== 'service_role')
        throw storageError('AccessDenied', { message: 'Access denied' })
      return { message: 'success' }
    })
}
