// Written by `npm run operations` from the endpoints of the module with the same path.
import type { OperationsOf } from '../../endpoint.ts'
import type * as source from '../../platform/content-folders.ts'

export const createFolder: OperationsOf<typeof source.createFolder> = {
  method: 'POST',
  path: '/platform/projects/{ref}/content/folders',
  access: 'content:write',
}

export const deleteFolder: OperationsOf<typeof source.deleteFolder> = {
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/folders/{folder_id}',
  access: 'content:write',
}

export const listFolders: OperationsOf<typeof source.listFolders> = {
  method: 'GET',
  path: '/platform/projects/{ref}/content/folders',
  access: 'content:read',
}

export const updateFolder: OperationsOf<typeof source.updateFolder> = {
  method: 'PATCH',
  path: '/platform/projects/{ref}/content/folders/{folder_id}',
  access: 'content:write',
}
