import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { pathOf } from '../../../lib/request-url.ts'
import { bucketRules } from '../buckets/buckets.ts'
import type { ContextOf, StorageContext } from '../context.ts'
import { storageError } from '../errors.ts'
import { Transformation } from '../images/transformation.ts'
import { readDownloadGrant, readUploadGrant } from '../signing.ts'
import { jsonBody, queryOf } from '../wire/body.ts'
import { dropBody, readHeader, receive } from '../wire/receive.ts'
import { sendObject } from '../wire/send-object.ts'
import { CopyMetadata, copyObject, moveObject } from './copy.ts'
import { Listing, listObjects, listPage, ListingV2 } from './list.ts'
import { findObject, removeObject, removeObjects, type Key, type StoredObject } from './objects.ts'
import { signDownload, signDownloads, signUpload } from './sign.ts'
import { upload, type UploadOptions } from './upload.ts'

type InBucket = { Params: { bucket: string } }
export type AtKey = { Params: { bucket: string; '*': string } }
type KeyRequest = FastifyRequest<AtKey>

/** The longest time that a signed URL works. */
const MAX_SECONDS = 10 * 365 * 24 * 3600
const ExpiresIn = z.int().min(1).max(MAX_SECONDS)
const Token = z.object({ token: z.string() })

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
const Removal = z.object({ prefixes: z.array(z.string()).min(1).max(1000) })

/** The routes at `/object`. */
export function addObjectRoutes(app: FastifyInstance, contextOf: ContextOf): void {
  const read = { method: ['GET', 'HEAD'] }

  app.route<AtKey>({
    ...read,
    url: '/object/public/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, readOperation(request, 'public'))
      const key = keyOf(request)
      return send(context, { request, reply }, () => findPublic(context, key))
    },
  })
  app.route<AtKey>({
    ...read,
    url: '/object/sign/:bucket/*',
    handler: async (request, reply) => {
      const context = contextOf(request, 'object.get_signed')
      const key = keyOf(request)
      const { expires } = readDownloadGrant(context.project, askedOf(context, request))
      // The token proves that its creator could read the object.
      return send(context, { request, reply, expires }, () => findObject(context.system, key))
    },
  })
  for (const url of ['/object/authenticated/:bucket/*', '/object/:bucket/*'])
    app.route<AtKey>({
      ...read,
      url,
      handler: async (request, reply) => {
        const context = contextOf(request, readOperation(request, 'authenticated'))
        const key = keyOf(request)
        return send(context, { request, reply }, () => findReadable(context, key))
      },
    })

  app.route<AtKey>({
    ...read,
    url: '/object/info/public/:bucket/*',
    handler: async (request) =>
      infoOf(
        await findPublic(contextOf(request, infoOperation(request, 'public')), keyOf(request)),
      ),
  })
  for (const url of ['/object/info/authenticated/:bucket/*', '/object/info/:bucket/*'])
    app.route<AtKey>({
      ...read,
      url,
      handler: async (request) =>
        infoOf(
          await findReadable(
            contextOf(request, infoOperation(request, 'authenticated')),
            keyOf(request),
          ),
        ),
    })

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
      const { grant } = readUploadGrant(context.project, askedOf(context, request))
      const options = { ...keyOf(request), isUpsert: grant.upsert, owner: grant.owner }
      // The token proves that its creator could upload.
      return uploadFrom(request, { ...context, session: context.system }, options)
    },
  })

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

  const SigningOne = z.object({ expiresIn: ExpiresIn, transform: Transformation.optional() })
  app.route<AtKey>({
    method: 'POST',
    url: '/object/sign/:bucket/*',
    handler: async (request) => {
      const { expiresIn, transform } = await jsonBody(request, SigningOne)
      const context = contextOf(request, 'object.sign')
      return { signedURL: await signDownload(context, keyOf(request), { expiresIn, transform }) }
    },
  })
  const Signing = z.object({ expiresIn: ExpiresIn, paths: z.array(z.string()).min(1).max(1000) })
  app.route<InBucket>({
    method: 'POST',
    url: '/object/sign/:bucket',
    handler: async (request) => {
      const body = await jsonBody(request, Signing)
      return signDownloads(contextOf(request, 'object.sign_many'), request.params.bucket, body)
    },
  })
  app.route<AtKey>({
    method: 'POST',
    url: '/object/upload/sign/:bucket/*',
    handler: async (request) => {
      const context = contextOf(request, 'object.sign_upload_url')
      return signUpload(context, { ...keyOf(request), isUpsert: isUpsert(request) })
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
  { store }: StorageContext,
  { request, reply, expires }: { request: KeyRequest; reply: FastifyReply; expires?: Date },
  find: () => Promise<StoredObject>,
) {
  return sendObject(request, reply, { store, find, ...(expires && { expires }) })
}

async function uploadFrom(request: KeyRequest, context: StorageContext, options: UploadOptions) {
  try {
    const { id } = await upload(context, context.session, options, () => receive(request))
    return { Id: id, Key: `${options.bucket}/${options.name}` }
  } catch (error) {
    dropBody(request)
    throw error
  }
}

/** An object of a public bucket, which everyone can read. */
export async function findPublic(context: StorageContext, key: Key): Promise<StoredObject> {
  const bucket = await bucketRules(context, key.bucket)
  // Does not reveal that a bucket exists if it is not public.
  if (!bucket.public) throw storageError('NoSuchBucket')
  return findObject(context.system, key)
}

/** An object that the caller can read, or one of a public bucket. */
export async function findReadable(context: StorageContext, key: Key): Promise<StoredObject> {
  const { public: isPublic } = await bucketRules(context, key.bucket)
  return findObject(isPublic ? context.system : context.session, key)
}

function askedOf({ clock }: StorageContext, request: KeyRequest) {
  const { token } = queryOf(request, Token)
  const { bucket, name } = keyOf(request)
  return { token, url: `${bucket}/${name}`, now: clock.now() }
}

/** The key in a path. The router drops a slash at the end, which is part of the name. */
export function keyOf({ params, url }: KeyRequest): Key {
  const name = params['*']
  const hasSlash = pathOf(url).endsWith('/') && !name.endsWith('/')
  return { bucket: params.bucket, name: hasSlash ? `${name}/` : name }
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

const isUpsert = ({ headers }: FastifyRequest): boolean => headers['x-upsert'] === 'true'

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
