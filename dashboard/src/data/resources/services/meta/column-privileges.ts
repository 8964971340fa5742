import {
  changePrivileges,
  listColumnPrivileges,
  listRoles,
  listTablePrivileges,
} from '@stoa/contract/operations/services/meta/privileges'
import type {
  GuardedPrivilegeChange,
  PrivilegeChange,
} from '@stoa/contract/services/meta/privileges'
import { keepPreviousData, skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Call } from '../../../client/api.ts'
import {
  endpointQuery,
  useEndpointMutation,
  useEndpointQuery,
} from '../../../client/endpoint-hooks.ts'
import { useCall } from '../../../client/client-context.ts'
import { readAgain } from '../../../client/freshness.ts'
import { databaseKeys } from './tables.ts'

const privilegeKeys = {
  ofTable: (ref: string, id: number | undefined) =>
    [...databaseKeys.all(ref), 'privileges', id] as const,
  sql: (ref: string, change: PrivilegeChange | undefined) =>
    [...databaseKeys.all(ref), 'privilege-sql', change] as const,
}

/** The roles that can be granted a privilege. */
export const rolesQuery = (call: Call, ref: string) =>
  endpointQuery(call, listRoles, {
    input: { params: { ref } },
    queryKey: [...databaseKeys.all(ref), 'roles'],
    ...readAgain,
  })

export const useRoles = (ref: string) => useQuery(rolesQuery(useCall(), ref))

/**
 * The privileges on a table and on each of its columns. Disabled while there is no id. `table` is
 * null for a table that no longer exists.
 */
export function usePrivileges(ref: string, id: number | undefined) {
  const call = useCall()
  return useQuery({
    queryKey: privilegeKeys.ofTable(ref, id),
    queryFn:
      id === undefined
        ? skipToken
        : async ({ signal }) => {
            const part = { params: { ref }, query: { relation_id: id }, signal }
            const [tables, columns] = await Promise.all([
              call(listTablePrivileges, part),
              call(listColumnPrivileges, part),
            ])
            return { table: tables[0] ?? null, columns }
          },
  })
}

/** The SQL that a change would run. Disabled while there is no change. */
export function usePrivilegeSql(ref: string, change: PrivilegeChange | undefined) {
  return useEndpointQuery(changePrivileges, {
    input:
      change === undefined ? skipToken : { params: { ref }, body: { ...change, dry_run: true } },
    queryKey: privilegeKeys.sql(ref, change),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/**
 * Applies a change completely or not at all. The table's privileges are read again even after an
 * error, because an error means that the cached privileges may be out of date.
 */
export function useChangePrivileges(ref: string, id: number) {
  const queryClient = useQueryClient()
  return useEndpointMutation(changePrivileges, {
    input: (change: GuardedPrivilegeChange) => ({
      params: { ref },
      body: { ...change, dry_run: false },
    }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: privilegeKeys.ofTable(ref, id) }),
    meta: { success: 'Privileges saved' },
  })
}
