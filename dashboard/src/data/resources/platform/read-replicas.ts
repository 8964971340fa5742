import {
  addReadReplica,
  listReadReplicas,
  removeReadReplica,
} from '@stoa/contract/operations/platform/read-replicas'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../client/api.ts'
import { useCall } from '../../client/client-context.ts'
import { endpointQuery, useEndpointMutation } from '../../client/endpoint-hooks.ts'
import { PROJECT_POLL, readAgain } from '../../client/freshness.ts'

const replicaKeys = { list: (ref: string) => ['read-replicas', ref] as const }

export const readReplicasQuery = (call: Call, ref: string) =>
  endpointQuery(call, listReadReplicas, {
    input: { params: { ref } },
    queryKey: replicaKeys.list(ref),
    ...readAgain,
    // Their lag changes at any time.
    refetchInterval: ({ state }) => (state.data?.length ? PROJECT_POLL : false),
  })

/** The read replicas of a project, the oldest first. */
export const useReadReplicas = (ref: string) => useQuery(readReplicasQuery(useCall(), ref))

function useReload(ref: string) {
  const queryClient = useQueryClient()
  return () => queryClient.invalidateQueries({ queryKey: replicaKeys.list(ref) })
}

export function useAddReadReplica(ref: string) {
  return useEndpointMutation(addReadReplica, {
    input: () => ({ params: { ref } }),
    onSuccess: useReload(ref),
    meta: { failure: 'Failed to add the read replica', success: 'Read replica added' },
  })
}

export function useRemoveReadReplica(ref: string) {
  return useEndpointMutation(removeReadReplica, {
    input: (replica_id: string) => ({ params: { ref, replica_id } }),
    onSuccess: useReload(ref),
    meta: { failure: 'Failed to remove the read replica', success: 'Read replica removed' },
  })
}
