import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Visibility } from './content.ts'

/** A folder of queries: private ones belong to one person, shared ones to the project. */
export const SnippetFolder = z.object({
  id: z.uuid(),
  name: z.string(),
  visibility: Visibility,
  /** Null at the top of its tree. */
  parent_id: z.uuid().nullable(),
})
export type SnippetFolder = z.infer<typeof SnippetFolder>

export const FolderName = z.string().trim().min(1).max(100)
/** The levels of folders in a tree. */
export const MAX_FOLDER_DEPTH = 8

const byRef = z.object({ ref: z.string() })
const byId = z.object({ ref: z.string(), folder_id: z.uuid() })

/** The caller's own and the shared folders, by name. */
export const listFolders = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/content/folders',
  access: 'content:read',
  params: byRef,
  response: z.array(SnippetFolder),
})

/**
 * Creates a folder. 409 `folder_exists` for a name that its parent already contains, 409
 * `too_many_folders`, 400 `folder_too_deep`, and 403 `snippet_read_only` for a shared folder without
 * `content:share`.
 */
export const createFolder = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/content/folders',
  access: 'content:write',
  params: byRef,
  body: z.object({
    name: FolderName,
    visibility: Visibility,
    parent_id: z.uuid().nullable().default(null),
  }),
  response: SnippetFolder,
  status: 201,
})

/** Renames or moves a folder within its tree. 400 `folder_in_itself`. */
export const updateFolder = endpoint({
  method: 'PATCH',
  path: '/platform/projects/{ref}/content/folders/{folder_id}',
  access: 'content:write',
  params: byId,
  body: z.object({ name: FolderName.optional(), parent_id: z.uuid().nullable().optional() }),
  response: SnippetFolder,
})

/** Deletes a folder with its folders. Their queries move to the recently deleted ones. */
export const deleteFolder = endpoint({
  method: 'DELETE',
  path: '/platform/projects/{ref}/content/folders/{folder_id}',
  access: 'content:write',
  params: byId,
  response: z.object({ deleted_queries: z.int() }),
})
