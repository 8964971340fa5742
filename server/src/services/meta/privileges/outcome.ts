import {
  ColumnPrivilege,
  type ColumnPrivileges,
  type PrivilegeChange,
  type TablePrivileges,
} from '@stoa/contract/services/meta/privileges'
import { AppError } from '../../../lib/errors.ts'
import { isEverybody, relationOf } from './statements.ts'

type Outcome = {
  readonly tables: readonly TablePrivileges[]
  readonly columns: readonly ColumnPrivileges[]
}
type Held = TablePrivileges['privileges'][number]
type RequestedPrivilege = { readonly grantee: string; readonly privilege_type: string }

/**
 * Rejects a change that Postgres accepted without the requested effect: 409
 * `table_privilege_remains`, 409 `privilege_remains`, 403 `privilege_not_granted`.
 */
export function checkOutcome(change: PrivilegeChange, { tables, columns }: Outcome): void {
  const lists = new Map<string, readonly Held[]>([
    ...tables.map((table) => [String(table.relation_id), table.privileges] as const),
    ...columns.map((column) => [column.column_id, column.privileges] as const),
  ])
  const held = (id: string, asked: RequestedPrivilege) =>
    (lists.get(id) ?? []).filter((privilege) => isSame(privilege, asked))
  const names = new Map(tables.map((table) => [table.relation_id, `${table.schema}.${table.name}`]))
  const columnNames = new Map(columns.map((column) => [column.column_id, column.column_name]))

  for (const asked of change.grant.tables)
    if (held(String(asked.relation_id), asked).length === 0)
      throw notGranted(asked, names.get(asked.relation_id))
  for (const asked of change.grant.columns)
    if (held(asked.column_id, asked).length === 0)
      throw notGranted(asked, columnNames.get(asked.column_id))
  for (const asked of change.revoke.tables) {
    const left = held(String(asked.relation_id), asked)
    if (left[0] && !change.grant.tables.some((other) => isAgain(other, asked)))
      throw remains(asked, names.get(asked.relation_id), left[0])
  }
  for (const asked of change.revoke.columns) {
    const left = held(asked.column_id, asked)
    if (!left[0] || change.grant.columns.some((other) => isAgain(other, asked))) continue
    const relation = relationOf(asked.column_id)
    const column = columnNames.get(asked.column_id)
    if (held(String(relation), asked).some((whole) => isColumnPrivilege(whole.privilege_type)))
      throw coveredByTable(asked, { table: names.get(relation), column })
    throw remains(asked, column, left[0])
  }
}

const isColumnPrivilege = (name: string) => ColumnPrivilege.safeParse(name).success

const isSame = (privilege: Held, { grantee, privilege_type }: RequestedPrivilege) =>
  isSameRole(privilege.grantee, grantee) &&
  (privilege_type === 'ALL' || privilege.privilege_type === privilege_type)

const isSameRole = (one: string, other: string) =>
  one === other || (isEverybody(one) && isEverybody(other))

type Addressed = RequestedPrivilege & { readonly relation_id?: number; readonly column_id?: string }

/** Whether the same change grants a revoked privilege again. */
const isAgain = (granted: Addressed, revoked: Addressed) =>
  granted.relation_id === revoked.relation_id &&
  granted.column_id === revoked.column_id &&
  isSameRole(granted.grantee, revoked.grantee) &&
  (granted.privilege_type === revoked.privilege_type || revoked.privilege_type === 'ALL')

const notGranted = ({ grantee, privilege_type }: RequestedPrivilege, on = 'it') =>
  new AppError(
    'privilege_not_granted',
    `postgres is not allowed to grant ${privilege_type} on ${on} to ${grantee}.`,
    { status: 403, hint: 'Grant it as the owner of the table, or make postgres its owner.' },
  )

const remains = ({ grantee, privilege_type }: RequestedPrivilege, on = 'it', { grantor }: Held) =>
  new AppError(
    'privilege_remains',
    `${grantor} granted ${privilege_type} on ${on} to ${grantee}, and only ${grantor} can revoke it.`,
    { status: 409, hint: `Revoke it as ${grantor}. Nothing was changed.` },
  )

const coveredByTable = (
  { grantee, privilege_type }: RequestedPrivilege,
  {
    table = 'the table',
    column = 'the column',
  }: { table?: string | undefined; column?: string | undefined },
) =>
  new AppError(
    'table_privilege_remains',
    `${grantee} has ${privilege_type} on the whole table ${table}, which includes ${column}.`,
    {
      status: 409,
      hint: 'Revoke it on the table and grant it on the other columns in the same change. Nothing was changed.',
    },
  )
