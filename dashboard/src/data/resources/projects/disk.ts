import { readDiskUsage, setDiskLimit } from '@stoa/contract/operations/platform/disk'
import { skipToken } from '@tanstack/react-query'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { freshFor, PROJECT_POLL } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'

const diskKey = (ref: string) => [...projectKeys.detail(ref), 'disk'] as const

/** A project's disk usage. Polled while the project is not writable, so that a change shows. */
export function useDiskUsage(ref: string | undefined) {
  return useEndpointQuery(readDiskUsage, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: diskKey(ref ?? ''),
    staleTime: freshFor.anything,
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'writable' ? PROJECT_POLL : false,
  })
}

export function useSetDiskLimit(ref: string) {
  return useEndpointMutation(setDiskLimit, {
    input: (limit_bytes: number) => ({ params: { ref }, body: { limit_bytes } }),
    sets: diskKey(ref),
    meta: { failure: 'Failed to change the disk limit', success: 'Disk limit changed' },
  })
}
