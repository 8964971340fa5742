// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/content.ts'

export const deleteSnippet: OperationsOf<typeof source.deleteSnippet> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
}

export const getSnippet: OperationsOf<typeof source.getSnippet> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:read',
}

export const listSnippets: OperationsOf<typeof source.listSnippets> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content',
  access: 'content:read',
}

export const saveSnippet: OperationsOf<typeof source.saveSnippet> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
}
