import type { MergeDirection } from '@stoa/contract/platform/branch-changes'
import {
  getBranchChanges,
  mergeBranch,
  planBranchMerge,
} from '@stoa/contract/operations/platform/branch-changes'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { useCall } from '../../client/client-context.ts'

const changesKey = (ref: string) => ['branch-changes', ref] as const

export const branchChangesQuery = (call: Call, ref: string, direction: MergeDirection) =>
  endpointQuery(call, getBranchChanges, {
    input: { params: { ref }, query: { direction } },
    queryKey: [...changesKey(ref), direction],
    // A comparison reads two whole schemas.
    refetchOnWindowFocus: false,
  })

export const useBranchChanges = (ref: string, direction: MergeDirection) =>
  useQuery(branchChangesQuery(useCall(), ref, direction))

/** Plans the statements of a merge and tries them on its target. */
export const usePlanBranchMerge = (ref: string) =>
  useEndpointMutation(planBranchMerge, {
    input: (direction: MergeDirection) => ({ params: { ref }, body: { direction } }),
    // The page shows the error.
    meta: {},
  })

type Merge = { direction: MergeDirection; plan_id: string; target_digest: string }

export const useMergeBranch = (ref: string) =>
  useEndpointMutation(mergeBranch, {
    input: (merge: Merge) => ({ params: { ref }, body: merge }),
    invalidates: changesKey(ref),
    meta: {},
  })
