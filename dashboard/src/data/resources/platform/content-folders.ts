import {
  createFolder,
  deleteFolder,
  listFolders,
  updateFolder,
} from '@stoa/contract/operations/platform/content-folders'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'

export type { SnippetFolder } from '@stoa/contract/platform/content-folders'

// Below the key of the snippets, because deleting a folder changes them as well.
const foldersKey = (ref: string) => ['snippets', ref, 'folders'] as const

export const useFolders = (ref: string) =>
  useEndpointQuery(listFolders, { input: { params: { ref } }, queryKey: foldersKey(ref) })

export type NewFolder = {
  name: string
  visibility: 'private' | 'shared'
  parent_id: string | null
}

export const useCreateFolder = (ref: string) =>
  useEndpointMutation(createFolder, {
    input: (body: NewFolder) => ({ params: { ref }, body }),
    invalidates: foldersKey(ref),
  })

export type FolderChange = { folder_id: string; name?: string; parent_id?: string | null }

export const useUpdateFolder = (ref: string) =>
  useEndpointMutation(updateFolder, {
    input: ({ folder_id, ...body }: FolderChange) => ({ params: { ref, folder_id }, body }),
    invalidates: foldersKey(ref),
  })

export const useDeleteFolder = (ref: string) =>
  useEndpointMutation(deleteFolder, {
    input: (folder_id: string) => ({ params: { ref, folder_id } }),
    invalidates: ['snippets', ref],
    meta: { failure: 'Failed to delete the folder' },
  })
