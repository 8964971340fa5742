// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/table-views.ts'

export const deleteTableView: OperationsOf<typeof source.deleteTableView> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/table-views/{id}',
  access: 'content:write',
}

export const listTableViews: OperationsOf<typeof source.listTableViews> = {
  method: 'GET',
  path: '/platform/projects/{ref}/table-views',
  access: 'content:read',
}

export const saveTableView: OperationsOf<typeof source.saveTableView> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/table-views/{id}',
  access: 'content:write',
}

export const setDefaultTableView: OperationsOf<typeof source.setDefaultTableView> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/table-view-defaults',
  access: 'content:write',
}
