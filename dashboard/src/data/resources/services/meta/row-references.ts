import type { Cell } from '@stoa/contract/services/meta/cell'
import { listRowReferences } from '@stoa/contract/operations/services/meta/row-references'
import { useEndpointQuery } from '../../../client/endpoint-hooks.ts'
import { useImpersonation } from '../../../local/impersonation.ts'

/** The rows of all tables that refer to one row, counted as the impersonated role. */
export function useRowReferences(
  ref: string,
  tableId: number,
  key: Readonly<Record<string, Cell>>,
) {
  const [impersonate] = useImpersonation(ref)
  return useEndpointQuery(listRowReferences, {
    input: {
      params: { ref, id: tableId },
      body: { key: { ...key }, ...(impersonate && { impersonate }) },
    },
    queryKey: ['row-references', ref, tableId, key, impersonate ?? null],
    // Other rows can refer to it the next time.
    gcTime: 0,
    retry: false,
  })
}
