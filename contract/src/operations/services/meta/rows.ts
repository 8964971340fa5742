// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../../endpoint.ts'
import type * as source from '../../../services/meta/rows.ts'

export const deleteRows: OperationsOf<typeof source.deleteRows> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/delete',
  access: 'database:write',
}

export const getRow: OperationsOf<typeof source.getRow> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/get',
  access: 'database:read',
}

export const insertRow: OperationsOf<typeof source.insertRow> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows',
  access: 'database:write',
}

export const listRows: OperationsOf<typeof source.listRows> = {
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/list',
  access: 'database:read',
}

export const updateRow: OperationsOf<typeof source.updateRow> = {
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/rows',
  access: 'database:write',
}
