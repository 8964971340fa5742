// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/wrappers/servers.ts'

export const createForeignServer: OperationsOf<typeof source.createForeignServer> = {
  method: 'POST',
  path: '/platform/wrappers/{ref}/servers',
  access: 'wrappers:write',
}

export const deleteForeignServer: OperationsOf<typeof source.deleteForeignServer> = {
  method: 'DELETE',
  path: '/platform/wrappers/{ref}/servers/{id}',
  access: 'wrappers:write',
}

export const importForeignTables: OperationsOf<typeof source.importForeignTables> = {
  method: 'POST',
  path: '/platform/wrappers/{ref}/servers/{id}/import',
  access: 'wrappers:write',
}

export const listForeignServers: OperationsOf<typeof source.listForeignServers> = {
  method: 'GET',
  path: '/platform/wrappers/{ref}/servers',
  access: 'wrappers:read',
}

export const listRemoteTables: OperationsOf<typeof source.listRemoteTables> = {
  method: 'GET',
  path: '/platform/wrappers/{ref}/servers/{id}/remote-tables',
  access: 'wrappers:write',
}

export const testForeignServer: OperationsOf<typeof source.testForeignServer> = {
  method: 'POST',
  path: '/platform/wrappers/{ref}/servers/{id}/test',
  access: 'wrappers:write',
}

export const updateForeignServer: OperationsOf<typeof source.updateForeignServer> = {
  method: 'PATCH',
  path: '/platform/wrappers/{ref}/servers/{id}',
  access: 'wrappers:write',
}
