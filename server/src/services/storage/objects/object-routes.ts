import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import type { ContextOf } from '../context.ts'
import { jsonBody } from '../wire/body.ts'
import { readHeader } from '../wire/receive.ts'
import { CopyMetadata, copyObject, moveObject } from './copy.ts'
import { isUpsert, keyOf, type AtKey, type InBucket } from './key-request.ts'
import { Listing, listObjects, listPage, ListingV2 } from './list.ts'
import { MAX_NAMES } from './limits.ts'
import { removeObject, removeObjects } from './objects.ts'
import { addInfoRoutes, addReadRoutes } from './read-routes.ts'
import { addSignRoutes } from './sign-routes.ts'
import { addUploadRoutes } from './upload-routes.ts'

const Moving = z.object({
  bucketId: z.string(),
  sourceKey: z.string().min(1),
  destinationKey: z.string().min(1),
  destinationBucket: z.string().nullish(),
})
const Copying = Moving.extend({
  copyMetadata: z.boolean().nullish(),
  metadata: CopyMetadata.nullish(),
})
const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(MAX_NAMES) })

/** The routes at `/object`. */
export function addObjectRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  addReadRoutes(app, contextOf)
  addInfoRoutes(app, contextOf)
  addUploadRoutes(app, contextOf)
  app.route<AtKey>({
    method: 'DELETE',
    url: '/object/:bucket/*',
    handler: async (request) => {
      await removeObject(contextOf(request, 'object.delete'), keyOf(request))
      return { message: 'Successfully deleted' }
    },
  })
  app.route<InBucket>({
    method: 'DELETE',
    url: '/object/:bucket',
    handler: async (request) => {
      const { prefixes } = await jsonBody(request, Removal)
      const { bucket } = request.params
      return removeObjects(contextOf(request, 'object.delete_many'), bucket, prefixes)
    },
  })

  app.route<InBucket>({
    method: 'POST',
    url: '/object/list/:bucket',
    handler: async (request) => {
      const listing = await jsonBody(request, Listing)
      return listObjects(contextOf(request, 'object.list'), request.params.bucket, listing)
    },
  })
  app.route<InBucket>({
    method: 'POST',
    url: '/object/list-v2/:bucket',
    handler: async (request) => {
      const listing = await jsonBody(request, ListingV2)
      return listPage(contextOf(request, 'object.list_v2'), request.params.bucket, listing)
    },
  })

  app.route({
    method: 'POST',
    url: '/object/move',
    handler: async (request) => {
      const body = await jsonBody(request, Moving)
      const context = contextOf(request, 'object.move')
      const moved = await moveObject(context, keysOf(body))
      return {
        message: 'Successfully moved',
        Id: moved.id,
        Key: `${moved.bucket_id}/${moved.name}`,
      }
    },
  })
  app.route({
    method: 'POST',
    url: '/object/copy',
    handler: async (request) => {
      const body = await jsonBody(request, Copying)
      const copied = await copyObject(contextOf(request, 'object.copy'), {
        ...keysOf(body),
        isUpsert: isUpsert(request),
        copyMetadata: body.copyMetadata ?? true,
        metadata: body.metadata ?? undefined,
        userMetadata: readHeader(request.headers['x-metadata']),
      })
      return { Id: copied.id, Key: `${copied.bucket_id}/${copied.name}`, ...copied }
    },
  })
  addSignRoutes(app, contextOf)
}

const keysOf = ({
  bucketId,
  sourceKey,
  destinationBucket,
  destinationKey,
}: z.infer<typeof Moving>) => ({
  from: { bucket: bucketId, name: sourceKey },
  to: { bucket: destinationBucket ?? bucketId, name: destinationKey },
})
