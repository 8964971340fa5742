import type { FastifyInstance } from 'fastify'
import type { ContextOf } from '../context.ts'
import { storageError } from '../errors.ts'
import { checkKey } from '../names.ts'
import type { BulkJobs } from './bulk-jobs.ts'
import { deleteAll } from './delete-all.ts'

/**
 * The routes at `/folder`, which storage-api does not have: there, clients list a folder page by page
 * to delete it.
 */
export function addFolderRoutes(
  app: FastifyInstance,
  contextOf: ContextOf,
  bulkJobs: BulkJobs,
): void {
  app.route<{ Params: { bucket: string; '*': string } }>({
    method: 'DELETE',
    url: '/folder/:bucket/*',
    handler: async (request, reply) => {
      const { bucket, '*': path } = request.params
      const folder = path.replace(/\/$/, '')
      checkKey(folder)
      const context = contextOf(request, 'object.delete_many')
      const { isDone, count } = await deleteAll(context, bulkJobs, {
        bucket,
        prefix: `${folder}/`,
        caller: request.caller,
      })
      if (count === 0) throw storageError('NoSuchKey', { message: 'The folder has no objects' })
      if (isDone) return { message: 'Successfully deleted', count }
      void reply.status(202)
      return { message: 'The deletion has begun and continues in the background', count }
    },
  })
}
