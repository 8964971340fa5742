import type { BodyOf } from '@stoa/contract/endpoint'
import {
  createForeignServer,
  deleteForeignServer,
  importForeignTables,
  listForeignServers,
  listRemoteTables,
  testForeignServer,
  updateForeignServer,
} from '@stoa/contract/operations/services/wrappers/servers'
import { useQuery } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { projectKeys } from '../../platform/projects.ts'
import { useCall } from '../../../client/client-context.ts'

const serversKey = (ref: string) => [...projectKeys.detail(ref), 'foreign-servers'] as const

export type ForeignServerDraft = BodyOf<typeof createForeignServer>
type ServerChange = BodyOf<typeof updateForeignServer>
type Import = BodyOf<typeof importForeignTables>

export const foreignServersQuery = (call: Call, ref: string) =>
  endpointQuery(call, listForeignServers, {
    input: { params: { ref } },
    queryKey: serversKey(ref),
  })

export const useForeignServers = (ref: string) => useQuery(foreignServersQuery(useCall(), ref))

export function useCreateForeignServer(ref: string) {
  return useEndpointMutation(createForeignServer, {
    input: (body: ForeignServerDraft) => ({ params: { ref }, body }),
    gcTime: 0,
    invalidates: serversKey(ref),
    meta: { success: 'Foreign server created' },
  })
}

export function useUpdateForeignServer(ref: string, id: string) {
  return useEndpointMutation(updateForeignServer, {
    input: (body: ServerChange) => ({ params: { ref, id }, body }),
    gcTime: 0,
    invalidates: serversKey(ref),
    meta: { success: 'Foreign server saved' },
  })
}

/** Deletes a server with its foreign tables and the views on them. */
export function useDeleteForeignServer(ref: string) {
  return useEndpointMutation(deleteForeignServer, {
    input: (id: string) => ({ params: { ref, id }, query: { cascade: true } }),
    invalidates: projectKeys.detail(ref),
    meta: { failure: 'Failed to delete the foreign server', success: 'Foreign server deleted' },
  })
}

export function useTestForeignServer(ref: string, id: string) {
  return useEndpointMutation(testForeignServer, { input: () => ({ params: { ref, id } }) })
}

/** Read from the other server on every request. */
export function useRemoteTables(ref: string, id: string) {
  return useEndpointQuery(listRemoteTables, {
    input: { params: { ref, id } },
    queryKey: [...serversKey(ref), id, 'remote-tables'],
    gcTime: 0,
    retry: false,
  })
}

export function useImportForeignTables(ref: string, id: string) {
  return useEndpointMutation(importForeignTables, {
    input: (body: Import) => ({ params: { ref, id }, body }),
    invalidates: projectKeys.detail(ref),
    meta: { success: 'Foreign tables created' },
  })
}
