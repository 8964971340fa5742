import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * As whom the editors of a project read and change its data; undefined for its owner, `postgres`. It
 * is kept with the account's other data until the page is reloaded, and never longer, so that nobody
 * is surprised by it the next day.
 */
export function useImpersonation(
  ref: string,
): [Impersonation | undefined, (next: Impersonation | undefined) => void] {
  const client = useQueryClient()
  const queryKey = ['impersonation', ref]
  const { data } = useQuery<Impersonation | null>({
    queryKey,
    queryFn: () => null,
    enabled: false,
    initialData: null,
    staleTime: Infinity,
    gcTime: Infinity,
  })
  return [data ?? undefined, (next) => client.setQueryData(queryKey, next ?? null)]
}
