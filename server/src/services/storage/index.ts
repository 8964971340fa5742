import { storageSettings } from '@stoa/contract/services/storage/settings'
import type { Service } from '../../project/service.ts'
import { WEBHOOK_JOB } from '../../project/webhooks/outbox.ts'
import { STORAGE_REQUESTS } from './request-log.ts'
import { BULK_JOB } from './bulk/bulk-jobs.ts'
import { memberRoutes } from './member-routes.ts'
import { UPLOADED } from './objects/upload.ts'
import { createParts, STORAGE, type StorageDeps } from './parts.ts'
import { publicDoor } from './public-door.ts'
import { endUnfinishedWork } from './queries.ts'

export type { S3Bucket } from '../../lib/s3-connection.ts'
export type { StorageDeps } from './parts.ts'

/** Buckets and objects of every project, with the API of Supabase Storage. */
export function createStorage(deps: StorageDeps): Service {
  const parts = createParts(deps)
  const { cleaning, bulkJobs, delivery } = parts
  return {
    name: STORAGE,
    title: 'File storage',
    publicDoor: publicDoor(parts),
    memberDoors: [{ needs: 'database', routes: memberRoutes(parts) }],
    settings: storageSettings,
    permissions: {
      'storage:read': ['owner', 'administrator', 'developer', 'read_only'],
      'storage:write': ['owner', 'administrator', 'developer'],
    },
    database: {
      roles: ['supabase_storage_admin'],
      definitions: [
        'storage.migrations',
        'storage.buckets',
        'storage.buckets_analytics',
        'storage.buckets_vectors',
        'storage.vector_indexes',
      ],
      migrations: {
        owner: STORAGE,
        folder: new URL('./migrations/', import.meta.url),
        role: 'supabase_storage_admin',
      },
    },
    hasFolder: true,
    archivedFiles: ['content'],
    measure: (project) => ({ storage_bytes: parts.contexts.storeOf(project).usage.bytes() }),
    meters: { [UPLOADED]: { unit: 'bytes', title: 'Bytes uploaded' } },
    jobs: {
      sweep: { needs: 'database', run: cleaning.sweep },
      [BULK_JOB]: { needs: 'database', run: bulkJobs.run },
      [WEBHOOK_JOB]: { needs: 'database', run: delivery.run },
    },
    schedules: [{ job: 'sweep', cron: '40 3 * * *', wakes: false }],
    logSource: 'storage_logs',
    requestLogs: [STORAGE_REQUESTS],
    async start(project) {
      await cleaning.recover(project)
      await bulkJobs.recover(project)
      await delivery.recover(project)
    },
    async stop(project) {
      await delivery.stop(project)
      await cleaning.stop(project)
    },
    async copied(copy) {
      await endUnfinishedWork(copy.database.as('supabase_storage_admin'))
      await parts.webhooks.receivers.adopt(copy)
    },
    async copyFiles({ from, to, content }) {
      if (content !== 'schema') await parts.backend.copy(from, to)
    },
    removed: parts.backend.removed,
  }
}
