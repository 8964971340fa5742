import {
  listDeletedProjects,
  removeDeletedProject,
  restoreDeletedProject,
} from '@stoa/contract/operations/platform/deleted-projects'
import { freshFor } from '../../client/freshness.ts'
import { useEndpointMutation, useEndpointQuery } from '../../client/endpoint-hooks.ts'
import { projectKeys } from './projects.ts'

const keyOf = (slug: string) => [...projectKeys.list, 'deleted', slug]

/** The projects of an organization that can be restored; only for members who may delete projects. */
export const useDeletedProjects = (slug: string, { enabled }: { enabled: boolean }) =>
  useEndpointQuery(listDeletedProjects, {
    input: { params: { slug } },
    queryKey: keyOf(slug),
    staleTime: freshFor.overview,
    enabled,
  })

/** The list of projects shows the restored one again. */
export function useRestoreDeletedProject(slug: string) {
  return useEndpointMutation(restoreDeletedProject, {
    input: (project: string) => ({ params: { slug, project } }),
    invalidates: projectKeys.list,
    meta: { failure: 'Failed to restore the project', success: 'Project restored' },
  })
}

export function useRemoveDeletedProject(slug: string) {
  return useEndpointMutation(removeDeletedProject, {
    input: (project: string) => ({ params: { slug, project } }),
    invalidates: keyOf(slug),
    meta: { failure: 'Failed to delete the data', success: 'Data deleted' },
  })
}
