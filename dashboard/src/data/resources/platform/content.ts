import type {
  DeletedSnippet,
  EditorSnippetType,
  Snippet,
  SnippetSummary,
  SnippetType,
} from '@stoa/contract/platform/content'
import {
  deleteSnippet,
  deleteSnippets,
  getSnippet,
  listDeletedSnippets,
  listSnippets,
  markFavorite,
  moveSnippets,
  restoreSnippet,
  saveSnippet,
  searchSnippets,
} from '@stoa/contract/operations/platform/content'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError, errorMessage, hasErrorCode } from '../../client/api-error.ts'
import { isRecord } from '../../client/http.ts'
import type { Call } from '../../client/api.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

export type { SnippetSummary } from '@stoa/contract/platform/content'

const snippetKeys = {
  list: (ref: string) => ['snippets', ref, 'list'] as const,
  one: (ref: string, id: string) => ['snippets', ref, 'one', id] as const,
  search: (ref: string, text: string) => ['snippets', ref, 'search', text] as const,
  deleted: (ref: string) => ['snippets', ref, 'deleted'] as const,
}

export const snippetsQuery = (call: Call, ref: string) =>
  endpointQuery(call, listSnippets, {
    input: { params: { ref } },
    queryKey: snippetKeys.list(ref),
  })

/** A query or a notebook, which the SQL editor opens. */
export type EditorSnippet = SnippetSummary & { type: EditorSnippetType }

const isOfEditor = <Listed extends Typed>(
  snippet: Listed,
): snippet is Listed & { type: EditorSnippetType } =>
  snippet.type === 'sql' || snippet.type === 'notebook'

export const ofEditor = (snippets: readonly SnippetSummary[]): EditorSnippet[] =>
  snippets.filter(isOfEditor)

/** The queries and notebooks of a project. */
export const useSnippets = (ref: string) =>
  useQuery({ ...snippetsQuery(useCall(), ref), select: ofEditor })

/** The pages that list snippets: the SQL editor, the reports and the log explorer. */
export type SnippetKind = 'editor' | 'report' | 'log_sql'

type Typed = { readonly type: SnippetType }

const selectOf = {
  editor: <Listed extends Typed>(all: readonly Listed[]) => all.filter(isOfEditor),
  report: <Listed extends Typed>(all: readonly Listed[]) =>
    all.filter(({ type }) => type === 'report'),
  log_sql: <Listed extends Typed>(all: readonly Listed[]) =>
    all.filter(({ type }) => type === 'log_sql'),
}

/** The custom reports of a project. */
export const useReports = (ref: string) =>
  useQuery({ ...snippetsQuery(useCall(), ref), select: selectOf.report<SnippetSummary> })

/** The saved queries over the logs of a project. */
export const useLogQueries = (ref: string) =>
  useQuery({ ...snippetsQuery(useCall(), ref), select: selectOf.log_sql<SnippetSummary> })

/** The ids and excerpts of the queries that contain a text; not asked for an empty text. */
export const useSnippetSearch = (ref: string, text: string) =>
  useEndpointQuery(searchSnippets, {
    input: text === '' ? skipToken : { params: { ref }, query: { text } },
    queryKey: snippetKeys.search(ref, text),
    placeholderData: keepPreviousData,
  })

/** The snippets that can be restored. */
export const useDeletedSnippets = (ref: string, kind: SnippetKind) =>
  useEndpointQuery(listDeletedSnippets, {
    input: { params: { ref } },
    queryKey: snippetKeys.deleted(ref),
    select: selectOf[kind]<DeletedSnippet>,
  })

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

export type SnippetChange = {
  /** Of a new snippet; by default `sql`. */
  type?: SnippetType
  name: string
  sql: string
  version: number
  keeps_previous?: boolean
}

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
      // It was deleted, or is no longer shared.
      if (hasErrorCode(error, 'snippet_not_found')) return { state: 'conflict', theirs: null }
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

export function useDeleteSnippet(ref: string, noun = 'query') {
  const queryClient = useQueryClient()
  return useEndpointMutation(deleteSnippet, {
    input: (id: string) => ({ params: { ref, id } }),
    onSuccess: (_answer, id) => {
      queryClient.setQueryData<SnippetSummary[]>(snippetKeys.list(ref), (list) =>
        list?.filter((other) => other.id !== id),
      )
    },
    meta: { failure: `Failed to delete the ${noun}` },
  })
}

export const useDeleteSnippets = (ref: string) =>
  useEndpointMutation(deleteSnippets, {
    input: (ids: readonly string[]) => ({ params: { ref }, body: { ids: [...ids] } }),
    invalidates: ['snippets', ref],
    meta: { failure: 'Failed to delete the queries' },
  })

/** The folder and the tree that queries are moved to. */
export type SnippetPlace = { visibility: 'private' | 'shared'; folder_id: string | null }

export const useMoveSnippets = (ref: string, nouns = 'queries') =>
  useEndpointMutation(moveSnippets, {
    input: ({ ids, ...place }: SnippetPlace & { ids: readonly string[] }) => ({
      params: { ref },
      body: { ids: [...ids], ...place },
    }),
    invalidates: snippetKeys.list(ref),
    meta: { failure: `Failed to move the ${nouns}` },
  })

export function useMarkFavorite(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(markFavorite, {
    input: ({ id, is_favorite }: { id: string; is_favorite: boolean }) => ({
      params: { ref, id },
      body: { is_favorite },
    }),
    onSuccess: (_answer, { id, is_favorite }) => {
      queryClient.setQueryData<SnippetSummary[]>(snippetKeys.list(ref), (list) =>
        list?.map((other) => (other.id === id ? { ...other, is_favorite } : other)),
      )
    },
    meta: { failure: 'Failed to change the favorites' },
  })
}

export const useRestoreSnippet = (ref: string, noun = 'query') =>
  useEndpointMutation(restoreSnippet, {
    input: (id: string) => ({ params: { ref, id } }),
    invalidates: ['snippets', ref],
    meta: { failure: `Failed to restore the ${noun}` },
  })

/** Whether the details of an error are the snippet that is stored now. */
const isSnippet = (details: unknown): details is Snippet =>
  isRecord(details) && typeof details['sql'] === 'string'
