import type { Permission } from '@stoa/contract/platform/permissions'
import {
  createProject,
  deleteProject,
  getProject,
  listProjects,
  pauseProject,
  restartProject,
  resumeProject,
  retryProject,
  updateProject,
} from '@stoa/contract/operations/platform/projects'
import type { Project, ProjectDetail, ProjectStatus } from '@stoa/contract/platform/projects'
import { queryOptions, useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { isPostgresUrl } from '../../../lib/urls.ts'
import type { Call } from '../../client/api.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { freshFor, PROJECT_POLL } from '../../client/freshness.ts'
import { isRefusal } from '../../client/retry.ts'
import { organizationKeys } from './organizations.ts'
import { useCall } from '../../client/client-context.ts'

export const projectKeys = {
  all: ['projects'] as const,
  list: ['projects', 'list'] as const,
  detail: (ref: string) => ['projects', 'detail', ref] as const,
}

/** Statuses that end by themselves (SPEC 4). */
const TRANSITIONAL: ReadonlySet<ProjectStatus> = new Set([
  'COMING_UP',
  'UNKNOWN',
  'GOING_DOWN',
  'RESTARTING',
  'RESTORING',
  'UPGRADING',
  'PAUSING',
  'RESIZING',
])

export const isTransitional = (status: ProjectStatus): boolean => TRANSITIONAL.has(status)

/** Milliseconds until the next poll of a project, or false when no change is expected (SPEC 4). */
export function projectPollInterval(
  project: Pick<ProjectDetail, 'status' | 'connectionString'> | undefined,
): number | false {
  if (!project) return false
  if (isTransitional(project.status)) return PROJECT_POLL
  return isPostgresUrl(project.connectionString) ? false : PROJECT_POLL
}

export const projectQuery = (call: Call, ref: string) =>
  queryOptions({
    queryKey: projectKeys.detail(ref),
    staleTime: freshFor.projectDetail,
    queryFn: async ({ signal }) => {
      if (ref === '') throw new Error('Project ref is required')
      return call(getProject, { params: { ref }, signal })
    },
    refetchInterval: ({ state }) => projectPollInterval(state.data),
  })

/**
 * Disabled while there is no ref (SPEC 5), and after a refusal: parts of the page that appear later,
 * or change to this project later, do not ask again.
 */
export function useProject(ref: string | undefined) {
  const call = useCall()
  return useQuery({
    ...projectQuery(call, ref ?? ''),
    enabled: ({ state }) =>
      ref !== undefined && (state.data !== undefined || !isRefusal(state.error)),
  })
}

/** Whether the user has a permission in a project; false until it is loaded. */
export function useCan(ref: string): (permission: Permission) => boolean {
  const { data } = useProject(ref)
  return (permission) => data?.abilities.includes(permission) ?? false
}

export const projectsQuery = (call: Call) =>
  endpointQuery(call, listProjects, {
    input: {},
    queryKey: projectKeys.list,
    staleTime: freshFor.overview,
  })

export function useProjects() {
  return useQuery({
    ...projectsQuery(useCall()),
    refetchInterval: ({ state }) =>
      state.data?.some(({ status }) => isTransitional(status)) ? PROJECT_POLL : false,
  })
}

export function useCreateProject() {
  const queryClient = useQueryClient()
  return useEndpointMutation(createProject, {
    input: (body: { organization_slug: string; name: string; db_pass: string }) => ({ body }),
    onSuccess: (project) => {
      queryClient.setQueryData(projectKeys.detail(project.ref), project)
      void queryClient.invalidateQueries({ queryKey: projectKeys.list })
      void queryClient.invalidateQueries({ queryKey: organizationKeys.all })
    },
  })
}

export function useUpdateProject(ref: string) {
  return useEndpointMutation(updateProject, {
    input: (body: { name: string }) => ({ params: { ref }, body }),
    onSuccess: ({ name }, _body, _result, { client }) =>
      client.setQueryData<ProjectDetail>(
        projectKeys.detail(ref),
        (shown) => shown && { ...shown, name },
      ),
    invalidates: projectKeys.list,
    meta: { success: 'Project renamed' },
  })
}

const TRANSITIONS = {
  pause: { endpoint: pauseProject, failure: 'Failed to pause the project' },
  resume: { endpoint: resumeProject, failure: 'Failed to resume the project' },
  restart: { endpoint: restartProject, failure: 'Failed to restart the project' },
  retry: { endpoint: retryProject, failure: 'Failed to retry' },
} as const

export type ProjectTransition = keyof typeof TRANSITIONS

/** Requests a change of a project's state and shows the transitional status immediately. */
export function useProjectTransition(ref: string, transition: ProjectTransition) {
  const queryClient = useQueryClient()
  const { endpoint, failure } = TRANSITIONS[transition]
  return useEndpointMutation(endpoint, {
    input: () => ({ params: { ref } }),
    onSuccess: ({ status }) => setProjectStatus(queryClient, ref, status),
    invalidates: projectKeys.detail(ref),
    meta: { failure },
  })
}

/**
 * Deletes a project and its branches, which the confirmation has named. `leave` navigates away from
 * the project's pages before the project is removed from the cache.
 */
export function useDeleteProject(ref: string, { leave }: { leave: () => Promise<void> }) {
  const queryClient = useQueryClient()
  return useEndpointMutation(deleteProject, {
    input: () => ({ params: { ref }, query: { include_branches: 'true' as const } }),
    onSuccess: async () => {
      await leave()
      queryClient.removeQueries({ queryKey: projectKeys.detail(ref) })
      queryClient.setQueryData<Project[]>(projectKeys.list, (list) =>
        list?.filter((project) => project.ref !== ref),
      )
      void queryClient.invalidateQueries({ queryKey: projectKeys.list })
      void queryClient.invalidateQueries({ queryKey: organizationKeys.all })
    },
    meta: { failure: 'Failed to delete the project', success: 'Project deleted' },
  })
}

/** Overwrites a project's status in the cached list and detail. */
export function setProjectStatus(queryClient: QueryClient, ref: string, status: ProjectStatus) {
  queryClient.setQueryData<ProjectDetail>(
    projectKeys.detail(ref),
    (project) => project && { ...project, status },
  )
  queryClient.setQueryData<Project[]>(projectKeys.list, (list) =>
    list?.map((project) => (project.ref === ref ? { ...project, status } : project)),
  )
}
