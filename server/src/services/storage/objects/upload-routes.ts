import type { FastifyInstance } from 'fastify'
import type { ContextOf, StorageContext } from '../context.ts'
import { readUploadGrant } from '../signing.ts'
import { dropBody, receive } from '../wire/receive.ts'
import { isUpsert, keyOf, signedOf, type AtKey, type KeyRequest } from './key-request.ts'
import { upload, type UploadOptions } from './upload.ts'

/** The routes that receive an object. */
export function addUploadRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  app.route<AtKey>({
    method: 'POST',
    url: '/object/:bucket/*',
    handler: async (request) => {
      const context = contextOf(request, 'object.upload')
      return uploadFrom(request, context, { ...keyOf(request), isUpsert: isUpsert(request) })
    },
  })
  app.route<AtKey>({
    method: 'PUT',
    url: '/object/:bucket/*',
    handler: async (request) => {
      const context = contextOf(request, 'object.upload_update')
      return uploadFrom(request, context, { ...keyOf(request), isUpsert: true })
    },
  })
  app.route<AtKey>({
    method: 'PUT',
    url: '/object/upload/sign/:bucket/*',
    handler: async (request) => {
      const context = contextOf(request, 'object.upload_signed')
      const { grant } = readUploadGrant(context.project, signedOf(context, request))
      const options = { ...keyOf(request), isUpsert: grant.upsert, owner: grant.owner }
      // The token proves that its creator could upload.
      return uploadFrom(request, { ...context, session: context.system }, options)
    },
  })
}

async function uploadFrom(request: KeyRequest, context: StorageContext, options: UploadOptions) {
  try {
    const { id } = await upload(context, options, () => receive(request))
    return { Id: id, Key: `${options.bucket}/${options.name}` }
  } catch (error) {
    dropBody(request)
    throw error
  }
}
