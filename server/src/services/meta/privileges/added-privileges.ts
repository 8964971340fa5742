import {
  ColumnPrivilege,
  TablePrivilegeOrAll,
  type ColumnPrivileges,
  type PrivilegeChange,
  type TablePrivileges,
} from '@stoa/contract/services/meta/privileges'
import { relationOf } from './statements.ts'

/** The privileges on tables and their columns at one time. */
export type Held = {
  readonly tables: readonly TablePrivileges[]
  readonly columns: readonly ColumnPrivileges[]
}
type Privilege = Pick<
  TablePrivileges['privileges'][number],
  'grantee' | 'privilege_type' | 'is_grantable'
>

/** The privileges that are held after a change and were not before, as a change of their own. */
export function addedPrivileges(before: Held, after: Held): PrivilegeChange['grant'] {
  const earlier = new Set([...ofTables(before), ...ofColumns(before)].map(keyOf))
  const isAdded = (item: { id: string; held: Privilege }) => !earlier.has(keyOf(item))
  return {
    tables: ofTables(after)
      .filter(isAdded)
      .map(({ id, held: { grantee, privilege_type, is_grantable } }) => ({
        relation_id: Number(id),
        grantee,
        privilege_type: TablePrivilegeOrAll.parse(privilege_type),
        is_grantable,
      })),
    columns: ofColumns(after)
      .filter(isAdded)
      .map(({ id, held: { grantee, privilege_type, is_grantable } }) => ({
        column_id: id,
        grantee,
        privilege_type: ColumnPrivilege.parse(privilege_type),
        is_grantable,
      })),
  }
}

const ofTables = ({ tables }: Held) =>
  tables.flatMap(({ relation_id, privileges }) =>
    privileges.map((held) => ({ id: String(relation_id), held })),
  )

/** A privilege on a whole table is also listed for each of its columns. */
function ofColumns(held: Held) {
  const whole = new Set(ofTables(held).map(keyOf))
  return held.columns.flatMap(({ column_id: id, privileges }) =>
    privileges
      .map((privilege) => ({ id, held: privilege }))
      .filter((item) => !whole.has(keyOf({ ...item, id: String(relationOf(id)) }))),
  )
}

const keyOf = ({ id, held }: { readonly id: string; readonly held: Privilege }) =>
  JSON.stringify([id, held.grantee, held.privilege_type, held.is_grantable])
