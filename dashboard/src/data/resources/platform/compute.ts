import { readCompute, resizeProject } from '@stoa/contract/operations/platform/compute'
import type { ComputeSizeId } from '@stoa/contract/catalog/compute-sizes'
import { skipToken, useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { freshFor } from '../../client/freshness.ts'
import { projectKeys } from './projects.ts'

const computeKey = (ref: string) => [...projectKeys.detail(ref), 'compute'] as const

/** A project's compute size, and the sizes that it could have. */
export const computeQuery = (call: Call, ref: string | undefined) =>
  endpointQuery(call, readCompute, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: computeKey(ref ?? ''),
    staleTime: freshFor.anything,
  })

export const useCompute = (ref: string) => useQuery(computeQuery(useCall(), ref))

export function useResizeProject(ref: string) {
  return useEndpointMutation(resizeProject, {
    input: (size: ComputeSizeId | null) => ({ params: { ref }, body: { size } }),
    sets: computeKey(ref),
    // Its status, which is RESIZING for a moment.
    invalidates: projectKeys.detail(ref),
    meta: { failure: 'Failed to change the compute size', success: 'Compute size changed' },
  })
}
