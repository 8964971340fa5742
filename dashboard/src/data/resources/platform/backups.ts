import type { BodyOf } from '@stoa/contract/endpoint'
import {
  cancelRestore,
  confirmRestore,
  createBackup,
  deleteBackup,
  readBackups,
  restoreProject,
  restoreToNewProject,
  undoRestore,
  verifyBackup,
} from '@stoa/contract/operations/platform/backups'
import type { ProjectBackups, RestoreTarget } from '@stoa/contract/platform/backups'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { freshFor, PROJECT_POLL } from '../../client/freshness.ts'
import { pollEvery } from '../../client/poll-every.ts'
import { organizationKeys } from './organizations.ts'
import { projectKeys, setProjectStatus } from './projects.ts'

const backupsKey = (ref: string) => [...projectKeys.detail(ref), 'backups'] as const

/** The last moment that can be restored moves on while the page is open. */
const QUIET_POLL = 30_000

/** Everything of a project that can be restored. */
export const backupsQuery = (call: Call, ref: string) =>
  endpointQuery(call, readBackups, {
    input: { params: { ref } },
    queryKey: backupsKey(ref),
    staleTime: freshFor.opening,
    refetchInterval: (query) =>
      pollEvery(isTakingBackup(query.state.data) ? PROJECT_POLL : QUIET_POLL)(query),
  })

const isTakingBackup = (data: ProjectBackups | undefined): boolean =>
  data?.backups.some(({ status }) => status === 'waiting' || status === 'running') ?? false

export const useBackups = (ref: string) => useQuery(backupsQuery(useCall(), ref))

export function useCreateBackup(ref: string) {
  return useEndpointMutation(createBackup, {
    input: (body: BodyOf<typeof createBackup>) => ({ params: { ref }, body }),
    invalidates: backupsKey(ref),
  })
}

export function useDeleteBackup(ref: string) {
  return useEndpointMutation(deleteBackup, {
    input: (id: string) => ({ params: { ref, backup_id: id } }),
    invalidates: backupsKey(ref),
    meta: { failure: 'Failed to delete the backup', success: 'Backup deleted' },
  })
}

export function useVerifyBackup(ref: string) {
  return useEndpointMutation(verifyBackup, {
    input: (id: string) => ({ params: { ref, backup_id: id } }),
    invalidates: backupsKey(ref),
    meta: {
      failure: 'Failed to verify the backup',
      success: 'Verification started. The result will appear beside the backup.',
    },
  })
}

/** Restores the project in place, and shows that it is restoring at once. */
export function useRestoreProject(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(restoreProject, {
    input: (target: RestoreTarget) => ({ params: { ref }, body: { target } }),
    onSuccess: ({ status }) => setProjectStatus(queryClient, ref, status),
    invalidates: projectKeys.detail(ref),
    meta: { failure: 'Failed to restore the project' },
  })
}

const ENDINGS = {
  undo: { endpoint: undoRestore, failure: 'Failed to undo the restore' },
  cancel: { endpoint: cancelRestore, failure: 'Failed to cancel the restore' },
} as const

/** Leaves a restore that is running or done, so that the project has its former data again. */
export function useEndRestore(ref: string, ending: keyof typeof ENDINGS) {
  const queryClient = useQueryClient()
  const { endpoint, failure } = ENDINGS[ending]
  return useEndpointMutation(endpoint, {
    input: () => ({ params: { ref } }),
    onSuccess: ({ status }) => setProjectStatus(queryClient, ref, status),
    invalidates: projectKeys.detail(ref),
    meta: { failure },
  })
}

/** Deletes the state before the last restore. */
export function useConfirmRestore(ref: string) {
  return useEndpointMutation(confirmRestore, {
    input: () => ({ params: { ref } }),
    invalidates: backupsKey(ref),
    meta: { failure: 'Failed to keep the restored state', success: 'Restored state kept' },
  })
}

export function useRestoreToNewProject(ref: string) {
  const queryClient = useQueryClient()
  return useEndpointMutation(restoreToNewProject, {
    input: (body: BodyOf<typeof restoreToNewProject>) => ({ params: { ref }, body }),
    onSuccess: (project) => {
      queryClient.setQueryData(projectKeys.detail(project.ref), project)
      void queryClient.invalidateQueries({ queryKey: projectKeys.list })
      void queryClient.invalidateQueries({ queryKey: organizationKeys.all })
    },
  })
}
