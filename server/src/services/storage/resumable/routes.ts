import { PassThrough, Readable } from 'node:stream'
import { Metadata } from '@tus/server'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { retryAfterHeader } from '../../../lib/retry-after.ts'
import { pathOf } from '../../../lib/request-url.ts'
import { AppError } from '../../../lib/errors.ts'
import type { Project } from '../../../project/project.ts'
import { bucketRules } from '../buckets/buckets.ts'
import type { ContextOf, StorageContext } from '../context.ts'
import { storageError, toStorageError } from '../errors.ts'
import type { Key } from '../objects/objects.ts'
import { checkMimeType, checkUpload, sizeLimit, type UploadOptions } from '../objects/upload.ts'
import type { StorageSession } from '../session.ts'
import { readUploadGrant } from '../signing.ts'
import { dropBody } from '../wire/receive.ts'
import type { Addition } from '../unfinished.ts'
import { describe } from './complete.ts'
import { createUploadLocks } from './locks.ts'
import { handleTus, type TusRequest } from './tus.ts'
import { EXPIRATION_MS, type UploadFiles, type UploadInfo } from './upload-files.ts'

type AtUpload = { Params: { id?: string } }
type UploadRequest = FastifyRequest<AtUpload>

type Deps = {
  readonly contextOf: ContextOf
  readonly filesOf: (project: Project) => UploadFiles
}

/** The permission of a caller: to upload under this name, with the rights of the session. */
type Permission = {
  readonly session: StorageSession
  /** The caller. An upload is visible only to its creator. */
  readonly creator: string
  readonly options: UploadOptions
}

/** The operation names that policies see. */
const OPERATIONS: ReadonlyMap<string, string> = new Map([
  ['POST', 'create'],
  ['HEAD', 'get'],
  ['PATCH', 'part'],
  ['DELETE', 'delete'],
  ['OPTIONS', 'options'],
])

/** The protocol TUS 1.0 at `/upload/resumable`, and with signed tokens below `/sign`. */
export async function addResumableRoutes(app: FastifyInstance, deps: Deps): Promise<void> {
  const locks = createUploadLocks()
  await app.register(
    (scope, _options, done) => {
      scope.setErrorHandler((error, request, reply) => {
        const known = toStorageError(error)
        if (!(known instanceof AppError)) throw error
        dropBody(request)
        void reply.headers(retryAfterHeader(known))
        return reply
          .status(known.status)
          .header('tus-resumable', '1.0.0')
          .type('text/plain; charset=utf-8')
          .send(`${[known.message, known.hint].filter((text) => text !== undefined).join(' ')}\n`)
      })
      for (const url of ['', '/sign'])
        scope.route<AtUpload>({
          method: ['POST', 'OPTIONS'],
          url,
          handler: (request, reply) => respond(request, reply, url === '/sign'),
        })
      for (const url of ['/:id', '/sign/:id'])
        scope.route<AtUpload>({
          method: ['HEAD', 'PATCH', 'DELETE', 'OPTIONS'],
          url,
          handler: (request, reply) => respond(request, reply, url === '/sign/:id'),
        })
      done()
    },
    { prefix: '/upload/resumable' },
  )

  async function respond(request: UploadRequest, reply: FastifyReply, isSigned: boolean) {
    const { method, raw } = request
    const operation = `tus.${isSigned ? 'signed_upload' : 'upload'}.${OPERATIONS.get(method) ?? method}`
    const context = deps.contextOf(request, operation)
    const files = deps.filesOf(context.project)
    const resumable = { request, context, files, isSigned }
    const { addition, ...permitted } = await permit(resumable)
    const handle = () => handleTus(webRequest(request), { context, files, locks, ...permitted })
    const response = await (addition
      ? context.unfinished.within(context.system, addition, handle)
      : handle())
    if (!raw.complete) dropBody(request)
    for (const [name, value] of response.headers)
      if (!OWN_HEADERS.test(name)) void reply.header(name, value)
    return reply.status(response.status).send(await response.text())
  }
}

/** The gateway sets these headers. */
const OWN_HEADERS = /^(?:access-control-.*|content-length)$/

type ResumableRequest = {
  readonly request: UploadRequest
  readonly context: StorageContext
  readonly files: UploadFiles
  readonly isSigned: boolean
}

type Permitted = Pick<TusRequest, 'session' | 'id' | 'maxBytes' | 'location' | 'created'> & {
  /** The size that the request adds to the unfinished uploads. */
  readonly addition?: Addition | undefined
}

/** Checks that the caller is allowed to make the request. */
async function permit(resumable: ResumableRequest): Promise<Permitted> {
  const { method } = resumable.request
  if (method === 'POST') return permitCreation(resumable)
  if (method !== 'OPTIONS') return permitWork(resumable)
  const { session, settings } = resumable.context
  return { session, id: '', maxBytes: settings.file_size_limit, location: '' }
}

async function permitCreation(resumable: ResumableRequest): Promise<Permitted> {
  const { request, context } = resumable
  // Partial uploads have no metadata, so this comes before it is read.
  if (request.headers['upload-concat'] !== undefined) throw concatenationNotSupported()
  const metadata = metadataOf(request)
  const { bucketName: bucket, objectName: name } = metadata
  if (!bucket || !name)
    throw storageError('InvalidRequest', {
      message: 'Upload-Metadata must contain bucketName and objectName',
    })
  const isUpsert = request.headers['x-upsert'] === 'true'
  const { session, creator, options } = permissionOf(resumable, { bucket, name, isUpsert })
  const rules = await bucketRules(context, bucket)
  checkMimeType(rules, describe({ metadata }).mimetype)
  await checkUpload({ ...context, session }, options)
  const id = context.newId()
  return {
    session,
    id,
    maxBytes: sizeLimit(context, rules),
    location: locationOf(request, id),
    addition: { kind: 'resumable', id, isNew: true, size: bodyBytes(request) },
    created: { ...options, owner: options.owner ?? context.owner, creator, metadata },
  }
}

async function permitWork(resumable: ResumableRequest): Promise<Permitted> {
  const { request, context, files } = resumable
  const { id = '' } = request.params
  const found = await files.find(id)
  if (!found) throw unknownUpload()
  const { info, offset, isFinished } = found
  const { session, creator, options } = permissionOf(resumable, info)
  // Reveals nothing about another user's upload.
  if (creator !== info.creator) throw unknownUpload()
  if (isExpired(context, info))
    throw new AppError('upload_expired', 'The upload has expired', {
      status: 410,
      hint: 'Start the upload again.',
    })
  const maxBytes = sizeLimit(context, await bucketRules(context, info.bucket))
  if (request.method === 'PATCH' && !isFinished) {
    if ((info.size ?? 0) > maxBytes) throw storageError('EntityTooLarge')
    await checkUpload({ ...context, session }, options)
  }
  const isWritten = request.method === 'PATCH' && !isFinished
  const size = offset + bodyBytes(request)
  return {
    session,
    id,
    maxBytes,
    location: '',
    addition: isWritten ? { kind: 'resumable', id, isNew: false, size } : undefined,
  }
}

/** The announced length; a body of unknown length counts when it has arrived. */
const bodyBytes = ({ headers }: UploadRequest): number => Number(headers['content-length'] ?? 0)

const isExpired = ({ clock }: Pick<StorageContext, 'clock'>, { createdAt }: UploadInfo): boolean =>
  clock.now().getTime() > new Date(createdAt).getTime() + EXPIRATION_MS

const unknownUpload = () =>
  new AppError('upload_not_found', 'There is no such upload', { status: 404 })

/** The caller and its rights: the caller's own, or those of a signed token. */
function permissionOf(
  { request, context, isSigned }: ResumableRequest,
  { bucket, name, isUpsert }: Key & { readonly isUpsert: boolean },
): Permission {
  const { project, session, system, clock, owner } = context
  if (!isSigned) {
    const creator = JSON.stringify([request.caller.role, owner ?? null])
    return { session, creator, options: { bucket, name, isUpsert } }
  }
  const token = String(request.headers['x-signature'] ?? '')
  const url = `${bucket}/${name}`
  const { grant } = readUploadGrant(project, { token, url, now: clock.now() })
  // The token proves that its creator could upload.
  return {
    session: system,
    creator: JSON.stringify(['signed', grant.owner ?? null]),
    options: { bucket, name, isUpsert: grant.upsert, owner: grant.owner },
  }
}

const concatenationNotSupported = () =>
  storageError('InvalidRequest', {
    message: 'Parallel uploads (the TUS extension concatenation) are not supported',
    hint: 'Upload the file in one part, such as with parallelUploads: 1.',
  })

function metadataOf({ headers }: UploadRequest): UploadInfo['metadata'] {
  try {
    return Metadata.parse(String(headers['upload-metadata'] ?? ''))
  } catch (cause) {
    throw storageError('InvalidRequest', { message: 'Upload-Metadata is invalid', cause })
  }
}

/**
 * The address of an upload, relative to that of its creation: a client reaches the server under
 * several hosts and behind proxies that change the path.
 */
function locationOf({ originalUrl }: UploadRequest, id: string): string {
  const path = pathOf(originalUrl)
  return path.endsWith('/') ? id : `${path.slice(path.lastIndexOf('/') + 1)}/${id}`
}

function webRequest({ raw, method, headers }: UploadRequest): Request {
  const sent = new Headers()
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) sent.set(name, String(value))
  const hasBody = method === 'POST' || method === 'PATCH'
  return new Request('http://storage.invalid/upload', {
    method,
    headers: sent,
    ...(hasBody && { body: bodyOf(raw), duplex: 'half' }),
  })
}

/**
 * The bytes of a body as they arrive. It also ends when the connection breaks, and the received
 * bytes are kept.
 */
function bodyOf(raw: Readable): ReadableStream {
  const body = new PassThrough()
  raw.pipe(body)
  raw.once('close', () => body.end())
  // The library's type has the same name as the browser's.
  return Readable.toWeb(body) as ReadableStream
}
