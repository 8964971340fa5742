import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createBranch,
  deleteBranch,
  listBranches,
  resetBranch,
  restoreBranch,
  updateBranch,
} from '@stoa/contract/operations/platform/branches'
import type { Branch } from '@stoa/contract/platform/branches'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { PROJECT_POLL } from '../../client/freshness.ts'
import { isTransitional, projectKeys } from './projects.ts'

export type NewBranch = BodyOf<typeof createBranch> & {
  /** The ref of the project or branch that is copied. */
  from: string
}
export type BranchChange = BodyOf<typeof updateBranch> & { ref: string }

/** Every branch of a project has the same list, so the lists are reloaded together. */
const branchKeys = {
  all: ['branches'] as const,
  list: (ref: string) => ['branches', 'list', ref] as const,
}

export const branchesQuery = (call: Call, ref: string | undefined) =>
  endpointQuery(call, listBranches, {
    input: ref === undefined ? skipToken : { params: { ref } },
    queryKey: branchKeys.list(ref ?? ''),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isTransitional(status)) ? PROJECT_POLL : false,
  })

/** The branches of the project that a ref belongs to, the project itself first. */
export const useBranches = (ref: string | undefined) => useQuery(branchesQuery(useCall(), ref))

/** The branches below a project or branch, at any depth. */
export function branchesBelow(branches: readonly Branch[], ref: string): Branch[] {
  const children = branches.filter(({ parent_project_ref }) => parent_project_ref === ref)
  return children.flatMap((child) => [child, ...branchesBelow(branches, child.project_ref)])
}

function useReload() {
  const queryClient = useQueryClient()
  return () => {
    void queryClient.invalidateQueries({ queryKey: projectKeys.list })
    return queryClient.invalidateQueries({ queryKey: branchKeys.all })
  }
}

export function useCreateBranch() {
  return useEndpointMutation(createBranch, {
    input: ({ from, ...body }: NewBranch) => ({ params: { ref: from }, body }),
    onSuccess: useReload(),
    meta: { success: 'Branch created' },
  })
}

export function useUpdateBranch() {
  const queryClient = useQueryClient()
  const reload = useReload()
  return useEndpointMutation(updateBranch, {
    input: ({ ref, ...body }: BranchChange) => ({ params: { ref }, body }),
    onSuccess: ({ project_ref }) => {
      void queryClient.invalidateQueries({ queryKey: projectKeys.detail(project_ref) })
      return reload()
    },
    meta: { failure: 'Failed to change the branch', success: 'Branch changed' },
  })
}

/** Deletes a branch and those below it, which the confirmation has named. */
export function useDeleteBranch() {
  return useEndpointMutation(deleteBranch, {
    input: (ref: string) => ({ params: { ref }, query: { include_branches: 'true' as const } }),
    onSuccess: useReload(),
    meta: { failure: 'Failed to delete the branch', success: 'Branch deleted' },
  })
}

/** Begins to replace the data of a branch with a fresh copy of its parent's. */
export function useResetBranch() {
  const queryClient = useQueryClient()
  const reload = useReload()
  return useEndpointMutation(resetBranch, {
    input: (ref: string) => ({ params: { ref } }),
    onSuccess: ({ project_ref }) => {
      void queryClient.invalidateQueries({ queryKey: projectKeys.detail(project_ref) })
      return reload()
    },
    meta: { failure: 'Failed to reset the branch', success: 'Reset started' },
  })
}

export function useRestoreBranch() {
  return useEndpointMutation(restoreBranch, {
    input: (ref: string) => ({ params: { ref } }),
    onSuccess: useReload(),
    meta: { failure: 'Failed to keep the branch', success: 'Deletion cancelled' },
  })
}
