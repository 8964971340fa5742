// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/storage/members.ts'

export const copyStorageObject: OperationsOf<typeof source.copyStorageObject> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/copy',
  access: 'storage:write',
}

export const createStorageBucket: OperationsOf<typeof source.createStorageBucket> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets',
  access: 'storage:write',
}

export const deleteStorageBucket: OperationsOf<typeof source.deleteStorageBucket> = {
  method: 'DELETE',
  path: '/platform/storage/{ref}/buckets/{bucket}',
  access: 'storage:write',
}

export const listStorageBuckets: OperationsOf<typeof source.listStorageBuckets> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets',
  access: 'storage:read',
}

export const listStorageObjects: OperationsOf<typeof source.listStorageObjects> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects',
  access: 'storage:read',
}

export const moveStorageObject: OperationsOf<typeof source.moveStorageObject> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/move',
  access: 'storage:write',
}

export const readStorageBucket: OperationsOf<typeof source.readStorageBucket> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets/{bucket}',
  access: 'storage:read',
}

export const readStorageObject: OperationsOf<typeof source.readStorageObject> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/info',
  access: 'storage:read',
}

export const readStorageUsage: OperationsOf<typeof source.readStorageUsage> = {
  method: 'GET',
  path: '/platform/storage/{ref}/usage',
  access: 'storage:read',
}

export const removeStorageObjects: OperationsOf<typeof source.removeStorageObjects> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/remove',
  access: 'storage:write',
}

export const searchStorageObjects: OperationsOf<typeof source.searchStorageObjects> = {
  method: 'GET',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/search',
  access: 'storage:read',
}

export const signStorageDownloads: OperationsOf<typeof source.signStorageDownloads> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/sign',
  access: 'storage:read',
}

export const signStorageUpload: OperationsOf<typeof source.signStorageUpload> = {
  method: 'POST',
  path: '/platform/storage/{ref}/buckets/{bucket}/objects/sign-upload',
  access: 'storage:write',
}

export const updateStorageBucket: OperationsOf<typeof source.updateStorageBucket> = {
  method: 'PATCH',
  path: '/platform/storage/{ref}/buckets/{bucket}',
  access: 'storage:write',
}
