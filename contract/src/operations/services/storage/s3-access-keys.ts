// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/storage/s3-access-keys.ts'

export const createS3AccessKey: OperationsOf<typeof source.createS3AccessKey> = {
  method: 'POST',
  path: '/platform/storage/{ref}/s3-access-keys',
  access: 'key:manage',
}

export const deleteS3AccessKey: OperationsOf<typeof source.deleteS3AccessKey> = {
  method: 'DELETE',
  path: '/platform/storage/{ref}/s3-access-keys/{id}',
  access: 'key:manage',
}

export const listS3AccessKeys: OperationsOf<typeof source.listS3AccessKeys> = {
  method: 'GET',
  path: '/platform/storage/{ref}/s3-access-keys',
  access: 'key:read_public',
}
