import { readDiskUsage, setDiskLimit } from '@stoa/contract/operations/platform/disk'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { freshFor, PROJECT_POLL } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'
import { useCall } from '../../client/client-context.ts'

const diskKey = (ref: string) => [...projectKeys.detail(ref), 'disk'] as const

/** A project's disk usage. Polled while the project is not writable, so that a change shows. */
export const diskUsageQuery = (call: Call, ref: string | undefined) =>
  endpointQuery(call, readDiskUsage, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: diskKey(ref ?? ''),
    staleTime: freshFor.anything,
    refetchInterval: ({ state }) =>
      state.data && state.data.state !== 'writable' ? PROJECT_POLL : false,
  })

export const useDiskUsage = (ref: string | undefined) => useQuery(diskUsageQuery(useCall(), ref))

export function useSetDiskLimit(ref: string) {
  return useEndpointMutation(setDiskLimit, {
    input: (limit_bytes: number) => ({ params: { ref }, body: { limit_bytes } }),
    sets: diskKey(ref),
    meta: { failure: 'Failed to change the disk limit', success: 'Disk limit changed' },
  })
}
