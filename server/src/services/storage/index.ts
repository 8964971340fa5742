import { randomBytes, randomUUID } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { storageSettings } from '@stoa/contract/services/storage/settings'
import type { Clock } from '../../lib/clock.ts'
import { freeBytes as freeBytesOfDisk, type FreeBytes } from '../../lib/free-bytes.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import type { Caller } from '../../project/caller.ts'
import type { Project } from '../../project/project.ts'
import { anonymousCaller } from '../../project/resolve-caller.ts'
import type { Service } from '../../project/service.ts'
import { createWebhookOutbox, WEBHOOK_JOB } from '../../project/webhooks/outbox.ts'
import { createS3Backend, createDiskBackend } from './backend/index.ts'
import type { S3Bucket } from './backend/s3-place.ts'
import { createVersions } from './backend/versions.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createWebhookSender } from '../../lib/webhooks.ts'
import { addBulkRoutes } from './bulk/bulk-routes.ts'
import { BULK_JOB, createBulkJobs } from './bulk/bulk-jobs.ts'
import { createCleaning } from './cleaning.ts'
import { createContextOf } from './context.ts'
import { createImageCache } from './images/image-cache.ts'
import { addImageRoutes } from './images/image-routes.ts'
import { createSendImage } from './images/send-image.ts'
import { addMemberRoutes } from './members/member-routes.ts'
import { UPLOADED } from './objects/upload.ts'
import { addResumableRoutes } from './resumable/routes.ts'
import { createUploadFiles } from './resumable/upload-files.ts'
import { addRoutes } from './routes.ts'
import { createS3Access } from './s3/access.ts'
import { createAccessKeys } from './s3/access-keys.ts'
import { addAccessKeyRoutes } from './s3/access-key-routes.ts'
import { S3_PREFIX } from './s3/request.ts'
import { addS3Routes } from './s3/routes.ts'
import { createSessions } from './session.ts'
import { createUnfinished } from './unfinished.ts'
import { addWebhookRoutes } from './webhooks/webhook-routes.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

export type { S3Bucket } from './backend/s3-place.ts'

const NAME = 'storage'
/** The part of the storage limit that unfinished uploads can use. */
const UNFINISHED_SHARE = 0.5

export type StorageDeps = {
  readonly clock: Clock
  readonly installationKey: Buffer
  /** Connections to the receivers of webhooks. */
  readonly outgoing: Outgoing
  /** Ids of objects and of their versions. */
  readonly newId?: () => string
  readonly freeBytes?: FreeBytes
  /** Maximum total size of one project's files, in bytes. */
  readonly storageLimitBytes: number
  /** Where the content of files is stored instead of in the projects' folders. */
  readonly storageBucket?: S3Bucket | undefined
}

/** Buckets and objects of every project, with the API of Supabase Storage. */
export function createStorage({
  clock,
  installationKey,
  outgoing,
  newId = randomUUID,
  freeBytes = freeBytesOfDisk,
  storageLimitBytes,
  storageBucket,
}: StorageDeps): Service {
  const backend = storageBucket ? createS3Backend(storageBucket) : createDiskBackend()
  const storeOf = perProject((folder, project) =>
    backend.storeOf({
      ref: project.ref,
      folder,
      freeBytes,
      limitBytes: storageLimitBytes,
      onError: (error) =>
        project
          .log(NAME)
          .error({ error: String(error) }, 'The stored bytes could not be measured.'),
    }),
  )
  const uploadFilesOf = perProject((folder, project) =>
    createUploadFiles(folder, { freeBytes, usage: storeOf(project).usage }),
  )
  const unfinishedOf = perProject((_folder, project) =>
    createUnfinished({
      files: uploadFilesOf(project),
      maxBytes: Math.floor(storageLimitBytes * UNFINISHED_SHARE),
      clock,
    }),
  )
  const imagesOf = perProject((folder) => createImageCache(folder, { clock, newId, freeBytes }))
  const sessions = createSessions()
  const cleaning = createCleaning({ clock, storeOf, uploadFilesOf, imagesOf, sessions })
  const webhookSecrets = createSecretBox(installationKey, 'storage-webhooks')
  const delivery = createWebhookOutbox({
    service: NAME,
    role: 'supabase_storage_admin',
    schema: 'storage',
    clock,
    sender: createWebhookSender({ outgoing, clock }),
    secrets: webhookSecrets,
  })
  const webhooks = createWebhooks({
    clock,
    outgoing,
    secrets: webhookSecrets,
    newId,
    newSecret: () => randomBytes(32),
    outbox: delivery,
  })
  const deps = {
    clock,
    newId,
    newVersion: createVersions(newId),
    storeOf,
    sessions,
    sharedReadsOf: perProject(() => createSharedRuns<string | null>()),
    unfinishedOf,
    removeContent: cleaning.removeContent,
    deliverEvents: delivery.wake,
  }
  const contextOf = createContextOf(deps)
  const bulkJobs = createBulkJobs(deps)
  const sendImage = createSendImage(imagesOf)
  const accessKeys = createAccessKeys({
    clock,
    secrets: createSecretBox(installationKey, 's3-access-keys'),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  })
  const access = createS3Access({ clock, accessKeys })
  return {
    name: NAME,
    title: 'File storage',
    publicDoor: {
      routes: async (app) => {
        addRoutes(app, contextOf, bulkJobs)
        addImageRoutes(app, { contextOf, sendImage })
        await addResumableRoutes(app, { contextOf, filesOf: uploadFilesOf })
        await addS3Routes(app, { contextOf, access })
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
        S3_PREFIX.test(request.url) ? access.admit(request, project) : admitSigned(request),
      cors: { exposedHeaders: EXPOSED_HEADERS },
      body: 'streamed',
    },
    memberDoors: [
      {
        needs: 'database',
        routes: (app) => {
          addMemberRoutes(app, deps)
          addBulkRoutes(app, deps, bulkJobs)
          addAccessKeyRoutes(app, accessKeys)
          addWebhookRoutes(app, webhooks)
        },
      },
    ],
    settings: storageSettings,
    permissions: {
      'storage:read': ['owner', 'administrator', 'developer', 'read_only'],
      'storage:write': ['owner', 'administrator', 'developer'],
    },
    database: {
      roles: ['supabase_storage_admin'],
      migrations: {
        owner: NAME,
        folder: new URL('./migrations/', import.meta.url),
        role: 'supabase_storage_admin',
      },
    },
    hasFolder: true,
    meters: { [UPLOADED]: { unit: 'bytes', title: 'Bytes uploaded' } },
    jobs: {
      sweep: { needs: 'database', run: cleaning.sweep },
      [BULK_JOB]: { needs: 'database', run: bulkJobs.run },
      [WEBHOOK_JOB]: { needs: 'database', run: delivery.run },
    },
    schedules: [{ job: 'sweep', cron: '40 3 * * *', wakes: false }],
    logSource: 'storage_logs',
    async start(project) {
      await cleaning.recover(project)
      await bulkJobs.recover(project)
      await delivery.recover(project)
    },
    async stop(project) {
      await delivery.stop(project)
      await cleaning.stop(project)
    },
    removed: backend.removed,
  }
}

/** One value for each project, created from the service's folder in it. */
function perProject<T>(create: (folder: string, project: Project) => T): (project: Project) => T {
  const values = new WeakMap<Project, { readonly value: T }>()
  return (project) => {
    const known = values.get(project)
    if (known) return known.value
    const value = create(project.folder(NAME), project)
    values.set(project, { value })
    return value
  }
}

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
