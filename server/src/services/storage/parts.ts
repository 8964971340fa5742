import { randomBytes, randomUUID } from 'node:crypto'
import type { Clock } from '../../lib/clock.ts'
import { freeBytes as freeBytesOfDisk, type FreeBytes } from '../../lib/free-bytes.ts'
import type { Outgoing } from '../../lib/outgoing.ts'
import { createSecretBox } from '../../lib/secret-box.ts'
import { createSharedRuns } from '../../lib/shared-runs.ts'
import { createWebhookSender } from '../../lib/webhooks.ts'
import { createWebhookOutbox } from '../../project/webhooks/outbox.ts'
import { perProject } from '../../project/per-project.ts'
import { createS3Backend, createDiskBackend } from './backend/index.ts'
import type { S3Bucket } from '../../lib/s3-connection.ts'
import { createVersions } from './backend/versions.ts'
import { createBulkJobs } from './bulk/bulk-jobs.ts'
import { createCleaning } from './cleaning.ts'
import { createContextOf } from './context.ts'
import { createImageCache } from './images/image-cache.ts'
import { createSendImage } from './images/send-image.ts'
import { createUploadFiles } from './resumable/upload-files.ts'
import { createS3Access } from './s3/access.ts'
import { createAccessKeys } from './s3/access-keys.ts'
import { createSessions } from './session.ts'
import { createUnfinished } from './unfinished.ts'
import { createWebhooks } from './webhooks/webhooks.ts'

/** The service's name, which is also that of its folder in a project. */
export const STORAGE = 'storage'
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

export type StorageParts = ReturnType<typeof createParts>

/** Creates what the doors and jobs of the service share. */
export function createParts({
  clock,
  installationKey,
  outgoing,
  newId = randomUUID,
  freeBytes = freeBytesOfDisk,
  storageLimitBytes,
  storageBucket,
}: StorageDeps) {
  const backend = storageBucket ? createS3Backend(storageBucket) : createDiskBackend()
  const storeOf = perProject((project) =>
    backend.storeOf({
      ref: project.ref,
      folder: project.folder(STORAGE),
      freeBytes,
      limitBytes: storageLimitBytes,
      onError: (error) =>
        project
          .log(STORAGE)
          .error({ error: String(error) }, 'The stored bytes could not be measured.'),
    }),
  )
  const uploadFilesOf = perProject((project) =>
    createUploadFiles(project.folder(STORAGE), { freeBytes, usage: storeOf(project).usage }),
  )
  const unfinishedOf = perProject((project) =>
    createUnfinished({
      files: uploadFilesOf(project),
      maxBytes: Math.floor(storageLimitBytes * UNFINISHED_SHARE),
      clock,
    }),
  )
  const imagesOf = perProject((project) =>
    createImageCache(project.folder(STORAGE), { clock, newId, freeBytes }),
  )
  const sessions = createSessions()
  const cleaning = createCleaning({ clock, storeOf, uploadFilesOf, imagesOf, sessions })
  const webhookSecrets = createSecretBox(installationKey, 'storage-webhooks')
  const delivery = createWebhookOutbox({
    service: STORAGE,
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
  const contexts = {
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
  const contextOf = createContextOf(contexts)
  const bulkJobs = createBulkJobs(contexts)
  const sendImage = createSendImage(imagesOf)
  const accessKeys = createAccessKeys({
    clock,
    secrets: createSecretBox(installationKey, 's3-access-keys'),
    randomHex: (bytes) => randomBytes(bytes).toString('hex'),
  })
  const s3Access = createS3Access({ clock, accessKeys })
  return {
    backend,
    uploadFilesOf,
    cleaning,
    delivery,
    webhooks,
    contexts,
    contextOf,
    bulkJobs,
    sendImage,
    accessKeys,
    s3Access,
  }
}
