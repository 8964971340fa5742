import type { RelationKind } from '@stoa/contract/services/meta/catalogue'
import type {
  ColumnPrivilege,
  ColumnPrivileges,
  DatabaseRole,
  TablePrivileges,
} from '@stoa/contract/services/meta/privileges'

/** The privileges that columns can have, in display order. */
export const PRIVILEGES = [
  'SELECT',
  'INSERT',
  'UPDATE',
  'REFERENCES',
] as const satisfies readonly ColumnPrivilege[]

const ON_KIND: Readonly<Record<RelationKind, readonly ColumnPrivilege[]>> = {
  table: PRIVILEGES,
  partitioned_table: PRIVILEGES,
  view: ['SELECT', 'INSERT', 'UPDATE'],
  foreign_table: ['SELECT', 'INSERT', 'UPDATE'],
  materialized_view: ['SELECT'],
}

/** The privileges that have an effect on a relation of this kind. */
export const privilegesOn = (kind: RelationKind): readonly ColumnPrivilege[] => ON_KIND[kind]

/** One privilege of a role: on the whole table, or on the listed column ids in table order. */
export type Grant = { whole: boolean; columns: readonly string[] }
export type Grants = Record<ColumnPrivilege, Grant>

/** The grantee that includes every role. */
export const EVERYBODY = 'PUBLIC'

export type Held = { table: TablePrivileges; columns: readonly ColumnPrivileges[] }

/** The privileges granted directly to a role. */
export function grantsOf({ table, columns }: Held, role: string): Grants {
  const grant = (privilege: ColumnPrivilege): Grant => {
    const whole = table.privileges.some((held) => isFor(held, role, privilege))
    if (whole) return { whole, columns: [] }
    const granted = columns.filter(({ privileges }) =>
      privileges.some((held) => isFor(held, role, privilege)),
    )
    return { whole, columns: granted.map(({ column_id }) => column_id) }
  }
  return {
    SELECT: grant('SELECT'),
    INSERT: grant('INSERT'),
    UPDATE: grant('UPDATE'),
    REFERENCES: grant('REFERENCES'),
  }
}

type Privilege = TablePrivileges['privileges'][number]

const isFor = (held: Privilege, role: string, privilege: ColumnPrivilege) =>
  held.grantee === role && held.privilege_type === privilege

export const isGranted = ({ whole, columns }: Grant, columnId: string): boolean =>
  whole || columns.includes(columnId)

type ToggleOptions = {
  /** All columns of the table, in order. */
  columnIds: readonly string[]
  /** The grant as it is in the database. */
  saved: Grant
}

/**
 * Grants or revokes one column. Revoking a column from a grant on the whole table leaves grants on
 * the other columns; granting it again restores the grant on the whole table.
 */
export function toggleColumn(
  grant: Grant,
  columnId: string,
  { columnIds, saved }: ToggleOptions,
): Grant {
  const isTaken = isGranted(grant, columnId)
  const columns = columnIds.filter((id) => (id === columnId ? !isTaken : isGranted(grant, id)))
  return saved.whole && columns.length === columnIds.length ? saved : { whole: false, columns }
}

/** Grants the whole table, or revokes it along with every column. */
export const toggleWhole = ({ whole }: Grant): Grant => ({ whole: !whole, columns: [] })

/** A privilege that a role inherits, so it cannot be revoked from that role alone. */
export type Inherited = { privilege: ColumnPrivilege; columnId: string; from: string }

/** Postgres roles that have a privilege on every table without a grant. */
const EVERYWHERE: Readonly<Record<string, readonly ColumnPrivilege[]>> = {
  pg_read_all_data: ['SELECT'],
  pg_write_all_data: ['INSERT', 'UPDATE'],
}

/** The privileges a role has through `PUBLIC` and its memberships, each with its first source. */
export function inheritedBy(
  held: Held,
  role: Pick<DatabaseRole, 'name' | 'inherits_from'>,
): Inherited[] {
  if (role.name === EVERYBODY) return []
  const sources = [EVERYBODY, ...role.inherits_from].map((name) => ({
    name,
    grants: grantsOf(held, name),
    everywhere: Object.hasOwn(EVERYWHERE, name) ? (EVERYWHERE[name] ?? []) : [],
  }))
  return PRIVILEGES.flatMap((privilege) =>
    held.columns.flatMap(({ column_id: columnId }) => {
      const source = sources.find(
        ({ grants, everywhere }) =>
          isGranted(grants[privilege], columnId) || everywhere.includes(privilege),
      )
      return source ? [{ privilege, columnId, from: source.name }] : []
    }),
  )
}
