import type { Snippet } from '@stoa/contract/platform/content'
import {
  deleteSnippet,
  getSnippet,
  listSnippets,
  saveSnippet,
} from '@stoa/contract/operations/platform/content'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage, hasErrorCode } from '../../client/api-error.ts'
import { isRecord } from '../../client/http.ts'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const snippetKeys = {
  list: (ref: string) => ['snippets', ref, 'list'] as const,
  one: (ref: string, id: string) => ['snippets', ref, 'one', id] as const,
}

export type SnippetSummary = Omit<Snippet, 'sql'>

export const snippetsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listSnippets, {
    input: { params: { ref } },
    queryKey: snippetKeys.list(ref),
  })

export const useSnippets = (ref: string) => useQuery(snippetsQuery(useCall(), ref))

/**
 * The stored snippet, or null if it does not exist. It is read only when it is opened. From then on
 * the open text is authoritative, and version numbers reveal changes by others.
 */
export function useStoredSnippet(ref: string, id: string, { enabled }: { enabled: boolean }) {
  const call = useCall()
  return useQuery({
    queryKey: snippetKeys.one(ref, id),
    enabled,
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    queryFn: async ({ signal }) => {
      try {
        return await call(getSnippet, { params: { ref, id }, signal })
      } catch (error) {
        if (error instanceof ApiError && error.code === 404) return null
        throw error
      }
    },
  })
}

export type SnippetSave =
  | { state: 'saved'; snippet: Snippet }
  | { state: 'conflict'; theirs: Snippet | null }
  | { state: 'failed'; message: string }

export type SnippetChange = { name: string; sql: string; version: number }

/** Saves a snippet. Never throws, because the page must show a failed save as a state. */
export function useSaveSnippet(ref: string) {
  const call = useCall()
  const queryClient = useQueryClient()
  return async (id: string, change: SnippetChange): Promise<SnippetSave> => {
    try {
      const snippet = await call(saveSnippet, { params: { ref, id }, body: change })
      const { sql: _sql, ...summary } = snippet
      queryClient.setQueryData<SnippetSummary[]>(snippetKeys.list(ref), (list) =>
        list === undefined ? list : [summary, ...list.filter((other) => other.id !== id)],
      )
      return { state: 'saved', snippet }
    } catch (error) {
      if (!hasErrorCode(error, 'snippet_changed')) {
        return { state: 'failed', message: errorMessage(error) }
      }
      return { state: 'conflict', theirs: isSnippet(error.details) ? error.details : null }
    }
  }
}

/** Reads a snippet's text in order to copy it. */
export function useReadSnippet(ref: string) {
  const call = useCall()
  return (id: string) => call(getSnippet, { params: { ref, id } })
}

export function useDeleteSnippet(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(deleteSnippet, {
    input: (id: string) => ({ params: { ref, id } }),
    onSuccess: (_answer, id) => {
      queryClient.setQueryData<SnippetSummary[]>(snippetKeys.list(ref), (list) =>
        list?.filter((other) => other.id !== id),
      )
    },
    meta: { failure: 'Failed to delete the snippet' },
  })
}

/** Whether the details of an error are the snippet that is stored now. */
const isSnippet = (details: unknown): details is Snippet =>
  isRecord(details) && typeof details['sql'] === 'string'
