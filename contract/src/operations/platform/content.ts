// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/content.ts'

export const deleteSnippet: OperationsOf<typeof source.deleteSnippet> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
}

export const deleteSnippets: OperationsOf<typeof source.deleteSnippets> = {
  method: 'POST',
  path: '/platform/projects/{ref}/content/delete',
  access: 'content:write',
}

export const getSnippet: OperationsOf<typeof source.getSnippet> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:read',
}

export const listDeletedSnippets: OperationsOf<typeof source.listDeletedSnippets> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/deleted',
  access: 'content:read',
}

export const listSnippets: OperationsOf<typeof source.listSnippets> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content',
  access: 'content:read',
}

export const markFavorite: OperationsOf<typeof source.markFavorite> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}/favorite',
  access: 'content:write',
}

export const moveSnippets: OperationsOf<typeof source.moveSnippets> = {
  method: 'POST',
  path: '/platform/projects/{ref}/content/move',
  access: 'content:write',
}

export const restoreSnippet: OperationsOf<typeof source.restoreSnippet> = {
  method: 'POST',
  path: '/platform/projects/{ref}/content/{id}/restore',
  access: 'content:write',
}

export const saveSnippet: OperationsOf<typeof source.saveSnippet> = {
  method: 'PUT',
  path: '/platform/projects/{ref}/content/{id}',
  access: 'content:write',
}

export const searchSnippets: OperationsOf<typeof source.searchSnippets> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/search',
  access: 'content:read',
}
