import type { BodyOf } from '@stoa/contract/endpoint'
import { cloneProject } from '@stoa/contract/operations/platform/clones'
import { useQueryClient } from '@tanstack/react-query'
import { useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { organizationKeys } from './organizations.ts'
import { projectKeys } from './projects.ts'

/** Creates an independent project with the data of this one. */
export function useCloneProject(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(cloneProject, {
    input: (body: BodyOf<typeof cloneProject>) => ({ params: { ref }, body }),
    onSuccess: (project) => {
      queryClient.setQueryData(projectKeys.detail(project.ref), project)
      void queryClient.invalidateQueries({ queryKey: projectKeys.list })
      void queryClient.invalidateQueries({ queryKey: organizationKeys.all })
    },
    meta: { success: 'Clone started' },
  })
}
