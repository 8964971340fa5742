import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { ContextOf, StorageContext } from '../context.ts'
import { readDownloadGrant } from '../signing.ts'
import { sendObject } from '../wire/send-object.ts'
import {
  findPublic,
  findReadable,
  keyOf,
  signedOf,
  type AtKey,
  type KeyRequest,
} from './key-request.ts'
import { findObject, type StoredObject } from './objects.ts'

const READ = { method: ['GET', 'HEAD'] }

/** The routes that send an object: public, signed, or with the caller's rights. */
export function addReadRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  app.route<AtKey>({
    ...READ,
    url: '/object/public/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, readOperation(request, 'public'))
      const key = keyOf(request)
      return send(context, { request, reply }, () => findPublic(context, key))
    },
  })
  app.route<AtKey>({
    ...READ,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, 'object.get_signed')
      const key = keyOf(request)
      const { expires } = readDownloadGrant(context.project, signedOf(context, request))
      // The token proves that its creator could read the object.
      return send(context, { request, reply, expires }, () => findObject(context.system, key))
    },
  })
  for (const url of ['/object/authenticated/:bucket/*', '/object/:bucket/*'])
    app.route<AtKey>({
      ...READ,
      url,
      handler: async (request, reply) => {
        const context = contextOf(request, readOperation(request, 'authenticated'))
        const key = keyOf(request)
        return send(context, { request, reply }, () => findReadable(context, key))
      },
    })
}

/** The routes that describe an object. */
export function addInfoRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  app.route<AtKey>({
    ...READ,
    url: '/object/info/public/:bucket/*',
    handler: async (request) => {
      const context = contextOf(request, infoOperation(request, 'public'))
      return infoOf(await findPublic(context, keyOf(request)))
    },
  })
  for (const url of ['/object/info/authenticated/:bucket/*', '/object/info/:bucket/*'])
    app.route<AtKey>({
      ...READ,
      url,
      handler: async (request) => {
        const context = contextOf(request, infoOperation(request, 'authenticated'))
        return infoOf(await findReadable(context, keyOf(request)))
      },
    })
}

type Access = 'public' | 'authenticated'

const infoOperation = ({ method }: FastifyRequest, access: Access) =>
  `object.${method.toLowerCase()}_${access}_info`

/** Policies see HEAD requests as `object.get_…_info`. */
const readOperation = (request: FastifyRequest, access: Access) =>
  request.method === 'HEAD' ? infoOperation(request, access) : `object.get_${access}`

function send(
  { store }: Pick<StorageContext, 'store'>,
  { request, reply, expires }: { request: KeyRequest; reply: FastifyReply; expires?: Date },
  find: () => Promise<StoredObject>,
) {
  return sendObject(request, reply, { store, find, ...(expires && { expires }) })
}

const infoOf = ({ metadata, ...object }: StoredObject) => ({
  id: object.id,
  name: object.name,
  version: object.version,
  bucket_id: object.bucket_id,
  size: metadata?.size ?? null,
  content_type: metadata?.mimetype ?? null,
  content_encoding: metadata?.contentEncoding ?? null,
  cache_control: metadata?.cacheControl ?? null,
  etag: metadata?.eTag ?? null,
  metadata: object.user_metadata ?? {},
  last_modified: metadata?.lastModified ?? object.updated_at,
  created_at: object.created_at,
})
