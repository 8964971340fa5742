import type { PrivilegeChange } from '@stoa/contract/services/meta/privileges'
import { emptySql, ident, joinSql, rawSql, sql, type Sql } from '../../../postgres/sql.ts'

/** The objects behind the ids of a request. */
export type ObjectNames = {
  /** The table, quoted and with its schema. */
  readonly table: (relationId: number) => Sql
  readonly column: (columnId: string) => string
}

type Item = {
  readonly relation_id: number
  readonly column_id?: string
  readonly grantee: string
  readonly privilege_type: string
  readonly is_grantable?: boolean | undefined
}

type ColumnItem = Omit<Item, 'relation_id'> & { readonly column_id: string }

/** The table of a column's id. */
export const relationOf = (columnId: string): number => Number(columnId.split('.')[0])

/** Whether a grantee means all roles, as in postgres-meta. */
export const isEverybody = (grantee: string): boolean => grantee.toLowerCase() === 'public'

/**
 * The statements of a change in order: revocations first, and whole tables before their columns,
 * because a revocation on a table also clears its columns. One statement per table, grantee and
 * grant option.
 */
export function writeStatements({ revoke, grant }: PrivilegeChange, named: ObjectNames): Sql[] {
  const ofColumns = <T extends ColumnItem>(items: readonly T[]) =>
    items.map((item) => ({ ...item, relation_id: relationOf(item.column_id) }))
  return [
    ...write(revoke.tables, named, revokeSql),
    ...write(ofColumns(revoke.columns), named, revokeSql),
    ...write(grant.tables, named, grantSql),
    ...write(ofColumns(grant.columns), named, grantSql),
  ]
}

function write(
  items: readonly Item[],
  named: ObjectNames,
  statement: (what: Sql, item: Item, named: ObjectNames) => Sql,
): Sql[] {
  // Postgres accepts ALL only by itself.
  const groups = Map.groupBy(items, ({ relation_id, grantee, is_grantable = false, ...item }) =>
    JSON.stringify([relation_id, grantee, is_grantable, item.privilege_type === 'ALL']),
  )
  return [...groups.values()].flatMap((group) => {
    const [first] = group
    return first ? [statement(privilegesSql(group, named), first, named)] : []
  })
}

const revokeSql = (what: Sql, { relation_id, grantee }: Item, { table }: ObjectNames) =>
  sql`revoke ${what} on table ${table(relation_id)} from ${granteeSql(grantee)}`

const grantSql = (
  what: Sql,
  { relation_id, grantee, is_grantable }: Item,
  { table }: ObjectNames,
) =>
  sql`grant ${what} on table ${table(relation_id)} to ${granteeSql(grantee)}${is_grantable ? sql` with grant option` : emptySql}`

const granteeSql = (grantee: string): Sql => (isEverybody(grantee) ? sql`public` : ident(grantee))

/** `select, insert` or `select ("id", "name"), update ("name")`. */
function privilegesSql(items: readonly Item[], named: ObjectNames): Sql {
  const byPrivilege = Map.groupBy(items, ({ privilege_type }) => privilege_type)
  return joinSql(
    [...byPrivilege].map(([privilege, group]) => {
      const ids = new Set(group.flatMap(({ column_id }) => column_id ?? []))
      // One of the contract's fixed words.
      const word = rawSql(privilege.toLowerCase())
      if (ids.size === 0) return word
      return sql`${word} (${joinSql([...ids].map((id) => ident(named.column(id))))})`
    }),
  )
}
