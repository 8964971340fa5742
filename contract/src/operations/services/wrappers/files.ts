// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/wrappers/files.ts'

export const createFileSource: OperationsOf<typeof source.createFileSource> = {
  method: 'POST',
  path: '/platform/wrappers/{ref}/files',
  access: 'wrappers:write',
}

export const deleteFileSource: OperationsOf<typeof source.deleteFileSource> = {
  method: 'DELETE',
  path: '/platform/wrappers/{ref}/files/{id}',
  access: 'wrappers:write',
}

export const listFileRuns: OperationsOf<typeof source.listFileRuns> = {
  method: 'GET',
  path: '/platform/wrappers/{ref}/files/{id}/runs',
  access: 'wrappers:read',
}

export const listFileSources: OperationsOf<typeof source.listFileSources> = {
  method: 'GET',
  path: '/platform/wrappers/{ref}/files',
  access: 'wrappers:read',
}

export const previewFile: OperationsOf<typeof source.previewFile> = {
  method: 'POST',
  path: '/platform/wrappers/{ref}/files/preview',
  access: 'wrappers:write',
}

export const refreshFileSource: OperationsOf<typeof source.refreshFileSource> = {
  method: 'POST',
  path: '/platform/wrappers/{ref}/files/{id}/refresh',
  access: 'wrappers:write',
}

export const updateFileSource: OperationsOf<typeof source.updateFileSource> = {
  method: 'PATCH',
  path: '/platform/wrappers/{ref}/files/{id}',
  access: 'wrappers:write',
}
