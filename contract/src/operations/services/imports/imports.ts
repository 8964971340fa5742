// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/imports/imports.ts'

export const cancelImport: OperationsOf<typeof source.cancelImport> = {
  method: 'POST',
  path: '/platform/imports/{ref}/jobs/{id}/cancel',
  access: 'database:write',
}

export const createImport: OperationsOf<typeof source.createImport> = {
  method: 'POST',
  path: '/platform/imports/{ref}/jobs',
  access: 'database:write',
}

export const createSampleDatabase: OperationsOf<typeof source.createSampleDatabase> = {
  method: 'POST',
  path: '/platform/imports/{ref}/sample-database',
  access: 'database:write',
}

export const createScriptImport: OperationsOf<typeof source.createScriptImport> = {
  method: 'POST',
  path: '/platform/imports/{ref}/scripts',
  access: 'database:write',
}

export const listImports: OperationsOf<typeof source.listImports> = {
  method: 'GET',
  path: '/platform/imports/{ref}/jobs',
  access: 'database:read',
}

export const listRejectedRows: OperationsOf<typeof source.listRejectedRows> = {
  method: 'GET',
  path: '/platform/imports/{ref}/jobs/{id}/rejected-rows',
  access: 'database:write',
}

export const planImport: OperationsOf<typeof source.planImport> = {
  method: 'POST',
  path: '/platform/imports/{ref}/plans',
  access: 'database:write',
}

export const previewImport: OperationsOf<typeof source.previewImport> = {
  method: 'POST',
  path: '/platform/imports/{ref}/previews',
  access: 'database:write',
}

export const sendImportedFile: OperationsOf<typeof source.sendImportedFile> = {
  method: 'PUT',
  path: '/platform/imports/{ref}/jobs/{id}/file',
  access: 'database:write',
}
