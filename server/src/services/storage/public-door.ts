import type { FastifyRequest } from 'fastify'
import type { Caller } from '../../project/caller.ts'
import { anonymousCaller } from '../../project/resolve-caller.ts'
import type { PublicDoor } from '../../project/service.ts'
import { addImageRoutes } from './images/image-routes.ts'
import type { StorageParts } from './parts.ts'
import { addResumableRoutes } from './resumable/routes.ts'
import { addRoutes } from './routes.ts'
import { S3_PREFIX } from './s3/request.ts'
import { addS3Routes } from './s3/routes.ts'

/** The APIs for clients: storage-api, image transformations, resumable uploads, and S3. */
export const publicDoor = ({
  contextOf,
  bulkJobs,
  sendImage,
  uploadFilesOf,
  s3Access,
}: StorageParts): PublicDoor => ({
  routes: async (app) => {
    addRoutes(app, contextOf, bulkJobs)
    addImageRoutes(app, { contextOf, sendImage })
    await addResumableRoutes(app, { contextOf, filesOf: uploadFilesOf })
    await addS3Routes(app, { contextOf, access: s3Access })
  },
  keyless: [
    '/object/public/*',
    '/object/info/public/*',
    '/render/image/public/*',
    '/status',
    '/health',
    '/version',
  ],
  admit: (request, project) =>
    S3_PREFIX.test(request.url) ? s3Access.admit(request, project) : admitSigned(request),
  cors: { exposedHeaders: EXPOSED_HEADERS },
  body: 'streamed',
})

const SIGNED_UPLOAD = /^(?:\/storage\/v1)?\/upload\/resumable\/sign(?:[/?]|$)/

const EXPOSED_HEADERS = [
  'accept-ranges',
  'cache-control',
  'content-disposition',
  'content-encoding',
  'content-length',
  'content-range',
  'etag',
  'last-modified',
  'location',
  'tus-extension',
  'tus-max-size',
  'tus-resumable',
  'tus-version',
  'upload-defer-length',
  'upload-expires',
  'upload-length',
  'upload-metadata',
  'upload-offset',
  'x-transformations',
]

/** Requests with a signed URL need no key: their routes check the token in it, for the object it names. */
function admitSigned({ method, url, query, headers }: FastifyRequest): Caller | undefined {
  const path = url.replace(/^\/p\/[^/]+\/storage\/v1/, '')
  if (SIGNED_UPLOAD.test(path) && headers['x-signature'] !== undefined) return anonymousCaller
  const { token } = query as { readonly token?: unknown }
  if (typeof token !== 'string') return undefined
  const isRead = method === 'GET' || method === 'HEAD'
  const isSigned = isRead
    ? path.startsWith('/object/sign/') || path.startsWith('/render/image/sign/')
    : method === 'PUT' && path.startsWith('/object/upload/sign/')
  return isSigned ? anonymousCaller : undefined
}
