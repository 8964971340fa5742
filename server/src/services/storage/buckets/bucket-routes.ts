import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { BulkJobs } from '../bulk/bulk-jobs.ts'
import { deleteAll } from '../bulk/delete-all.ts'
import type { ContextOf } from '../context.ts'
import { storageError } from '../errors.ts'
import { jsonBody, queryOf } from '../wire/body.ts'
import { createBucket, deleteBucket, getBucket, listBuckets, updateBucket } from './buckets.ts'

const Listing = z.object({
  limit: z.coerce.number().int().min(1).max(1_000_000).optional(),
  offset: z.coerce.number().int().min(0).optional(),
  sortColumn: z.enum(['id', 'name', 'created_at', 'updated_at']).optional(),
  sortOrder: z.enum(['asc', 'desc']).optional(),
  search: z.string().max(200).optional(),
})

const Options = z.object({
  public: z
    .boolean()
    .nullish()
    .transform((value) => value ?? undefined),
  file_size_limit: z.union([z.int().min(0), z.string()]).nullish(),
  allowed_mime_types: z.array(z.string()).max(200).nullish(),
})
const Creation = Options.extend({
  id: z.string().optional(),
  name: z.string(),
  type: z.string().optional(),
})

type ById = { Params: { id: string } }

const optionsOf = (body: z.infer<typeof Options>) => ({
  public: body.public,
  fileSizeLimit: body.file_size_limit,
  allowedMimeTypes: body.allowed_mime_types,
})

/** The routes at `/bucket`. */
export function addBucketRoutes(
  app: FastifyInstance,
  contextOf: ContextOf,
  bulkJobs: BulkJobs,
): void {
  app.get('/bucket', { exposeHeadRoute: false }, (request) =>
    listBuckets(contextOf(request, 'bucket.list'), queryOf(request, Listing)),
  )
  app.get<ById>('/bucket/:id', { exposeHeadRoute: false }, (request) =>
    getBucket(contextOf(request, 'bucket.get'), request.params.id),
  )
  app.route({
    method: 'POST',
    url: '/bucket',
    handler: async (request) => {
      const { id, name, type = 'STANDARD', ...body } = await jsonBody(request, Creation)
      if (type !== 'STANDARD')
        throw storageError('InvalidRequest', {
          message: `Buckets of type ${type.slice(0, 50)} are not available`,
        })
      await createBucket(contextOf(request, 'bucket.create'), {
        id: id ?? name,
        ...optionsOf(body),
      })
      return { name: id ?? name }
    },
  })
  app.route<ById>({
    method: 'PUT',
    url: '/bucket/:id',
    handler: async (request) => {
      const body = await jsonBody(request, Options)
      await updateBucket(contextOf(request, 'bucket.update'), request.params.id, optionsOf(body))
      return { message: 'Successfully updated' }
    },
  })
  app.route<ById>({
    method: 'POST',
    url: '/bucket/:id/empty',
    handler: async (request) => {
      const { isDone } = await deleteAll(contextOf(request, 'bucket.empty'), bulkJobs, {
        bucket: request.params.id,
        prefix: '',
        caller: request.caller,
      })
      return {
        message: isDone
          ? 'Successfully emptied'
          : 'Empty bucket has been queued. Completion may take up to an hour.',
      }
    },
  })
  app.route<ById>({
    method: 'DELETE',
    url: '/bucket/:id',
    handler: async (request) => {
      await deleteBucket(contextOf(request, 'bucket.delete'), request.params.id)
      return { message: 'Successfully deleted' }
    },
  })
}
