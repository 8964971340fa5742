import type { TableDetail } from '@stoa/contract/services/meta/catalogue'

/** Which changes to the rows of a table are allowed, and why others are not. */
export type TableAccess = {
  readonly canInsert: boolean
  readonly canUpdate: boolean
  readonly canDelete: boolean
  /** Whether all rows of a filter can be changed, which needs no key. */
  readonly canUpdateMany: boolean
  readonly canDeleteMany: boolean
  /** Why no row can be changed; undefined if changes are possible. */
  readonly reason: string | undefined
}

type Context = { isProtected: boolean; mayWrite: boolean }

/** Combines permission, kind of relation, schema and key into one result with one reason. */
export function tableAccess(table: TableDetail, { isProtected, mayWrite }: Context): TableAccess {
  const reason = readOnlyReason(table, { isProtected, mayWrite })
  const isOpen = reason === undefined
  const canInsert =
    table.can.insert && mayWrite && !isProtected && table.kind !== 'materialized_view'
  const isStored = ['table', 'partitioned_table', 'foreign_table'].includes(table.kind)
  const isOpenToMany = mayWrite && !isProtected && isStored
  return {
    canInsert,
    canUpdateMany: isOpenToMany && table.can.update,
    canDeleteMany: isOpenToMany && table.can.delete,
    canUpdate: isOpen && table.can.update,
    canDelete: isOpen && table.can.delete,
    reason,
  }
}

function readOnlyReason(
  table: TableDetail,
  { isProtected, mayWrite }: Context,
): string | undefined {
  if (!mayWrite) return 'Your role can read this database but not change it'
  if (isProtected) return `The schema ${table.schema} is managed by the platform`
  if (table.kind === 'view') return 'To change rows of a view, edit the tables it reads'
  if (table.kind === 'materialized_view') {
    return 'A materialized view only changes when it is refreshed'
  }
  if (table.primary_key.length === 0) {
    return 'Rows can’t be edited because the table has no primary key'
  }
  if (!table.can.insert && !table.can.update && !table.can.delete) {
    return 'Read-only for the role postgres'
  }
  return undefined
}
