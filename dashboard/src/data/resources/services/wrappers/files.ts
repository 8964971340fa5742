import type { BodyOf, ResponseOf } from '@stoa/contract/endpoint'
import {
  createFileSource,
  deleteFileSource,
  listFileRuns,
  listFileSources,
  previewFile,
  refreshFileSource,
  updateFileSource,
} from '@stoa/contract/operations/services/wrappers/files'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

const sourcesKey = (ref: string) => [...projectKeys.detail(ref), 'file-sources'] as const

export type FilePreview = ResponseOf<typeof previewFile>
type New = BodyOf<typeof createFileSource>
type FileSourceChange = BodyOf<typeof updateFileSource>
type Sample = BodyOf<typeof previewFile>

const RUNNING_POLL_MS = 1000

/** The file sources of a project, polled every second while one is loading. */
export const fileSourcesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listFileSources, {
    input: { params: { ref } },
    queryKey: sourcesKey(ref),
    refetchInterval: ({ state }) =>
      state.data?.some(({ last_run: run }) => run?.status === 'running') ? RUNNING_POLL_MS : false,
  })

export const useFileSources = (ref: string) => useQuery(fileSourcesQuery(useCall(), ref))

/** The newest runs of a source. `lastRun` is the run in the list of sources. */
export function useFileRuns(ref: string, id: string, lastRun: string) {
  return useEndpointQuery(listFileRuns, {
    input: { params: { ref, id } },
    queryKey: [...sourcesKey(ref), id, 'runs', lastRun],
    placeholderData: (before) => before,
  })
}

export function usePreviewFile(ref: string) {
  return useEndpointMutation(previewFile, {
    input: (body: Sample) => ({ params: { ref }, body }),
    gcTime: 0,
  })
}

export function useCreateFileSource(ref: string) {
  return useEndpointMutation(createFileSource, {
    input: (body: New) => ({ params: { ref }, body }),
    gcTime: 0,
    invalidates: projectKeys.detail(ref),
    meta: { success: 'Table created. The file is being loaded.' },
  })
}

export function useUpdateFileSource(ref: string, id: string) {
  return useEndpointMutation(updateFileSource, {
    input: (body: FileSourceChange) => ({ params: { ref, id }, body }),
    gcTime: 0,
    invalidates: sourcesKey(ref),
    meta: { success: 'File saved' },
  })
}

export function useRefreshFileSource(ref: string, id: string) {
  return useEndpointMutation(refreshFileSource, {
    input: (force: boolean) => ({ params: { ref, id }, body: { force } }),
    invalidates: sourcesKey(ref),
    meta: { failure: 'Failed to refresh the table', success: 'Refresh started' },
  })
}

/** Deleting the table also deletes the views that use it. */
export function useDeleteFileSource(ref: string, id: string) {
  return useEndpointMutation(deleteFileSource, {
    input: (dropsTable: boolean) => ({
      params: { ref, id },
      query: { drop_table: dropsTable },
    }),
    invalidates: projectKeys.detail(ref),
    meta: { failure: 'Failed to delete the file', success: 'File deleted' },
  })
}
