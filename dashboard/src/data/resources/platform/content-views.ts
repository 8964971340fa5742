import { getQueryView, saveQueryView } from '@stoa/contract/operations/platform/content-views'
import type { QueryView } from '@stoa/contract/platform/content-views'
import { skipToken, useQueryClient } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'

export type { QueryView } from '@stoa/contract/platform/content-views'

const viewKey = (ref: string, id: string | undefined) => ['snippets', ref, 'view', id] as const

/** How the results of a saved query are shown; null if nobody has changed it. */
export const useStoredQueryView = (ref: string, id: string | undefined) =>
  useEndpointQuery(getQueryView, {
    input: id === undefined ? skipToken : { params: { ref, id } },
    queryKey: viewKey(ref, id),
    select: ({ view }) => view,
  })

export function useSaveQueryView(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(saveQueryView, {
    input: ({ id, view }: { id: string; view: QueryView }) => ({
      params: { ref, id },
      body: { view },
    }),
    onSuccess: (_answer, { id, view }) => void queryClient.setQueryData(viewKey(ref, id), { view }),
    meta: { failure: 'Failed to save how the results are shown' },
  })
}
