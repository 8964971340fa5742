import type { Impersonation } from '@stoa/contract/services/impersonation'
import { useQuery, useQueryClient } from '@tanstack/react-query'

/**
 * The role or user that the editors of a project impersonate; undefined for the project's owner,
 * `postgres`. It lasts only until the page is reloaded, so that a forgotten impersonation surprises
 * nobody the next day.
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
