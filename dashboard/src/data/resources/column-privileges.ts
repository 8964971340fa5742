import {
  changePrivileges,
  listColumnPrivileges,
  listRoles,
  listTablePrivileges,
  type PrivilegeChange,
} from '@stoa/contract/services/meta/privileges'
import {
  keepPreviousData,
  skipToken,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCall } from '../client/client-context.ts'
import { databaseKeys } from './tables.ts'

const privilegeKeys = {
  ofTable: (ref: string, id: number | undefined) =>
    [...databaseKeys.all(ref), 'privileges', id] as const,
  sql: (ref: string, change: PrivilegeChange | undefined) =>
    [...databaseKeys.all(ref), 'privilege-sql', change] as const,
}

/** The roles that a privilege can be given to. */
export function useRoles(ref: string) {
  const call = useCall()
  return useQuery({
    queryKey: [...databaseKeys.all(ref), 'roles'],
    queryFn: ({ signal }) => call(listRoles, { params: { ref }, signal }),
  })
}

/**
 * Who may do what with a table and with each of its columns; not asked while there is no id. Data is
 * undefined for a table that is gone.
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

/** The SQL that a change would run; not asked while there is none. */
export function usePrivilegeSql(ref: string, change: PrivilegeChange | undefined) {
  const call = useCall()
  return useQuery({
    queryKey: privilegeKeys.sql(ref, change),
    queryFn:
      change === undefined
        ? skipToken
        : ({ signal }) =>
            call(changePrivileges, { params: { ref }, body: { ...change, dry_run: true }, signal }),
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
}

/** Makes a change, whole or not at all, and reads the table anew: refused, it was not as it seemed. */
export function useChangePrivileges(ref: string, id: number) {
  const call = useCall()
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (change: PrivilegeChange) =>
      call(changePrivileges, { params: { ref }, body: { ...change, dry_run: false } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: privilegeKeys.ofTable(ref, id) }),
    meta: { success: 'Privileges saved' },
  })
}
