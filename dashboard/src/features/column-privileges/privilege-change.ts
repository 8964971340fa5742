import type {
  ColumnGrant,
  ColumnPrivilege,
  PrivilegeChange,
  ShownPrivilege,
} from '@stoa/contract/services/meta/privileges'
import { PRIVILEGES, type Grant, type Grants, type Held } from './grants.ts'

/** The values that the server compares before it applies the changes. */
export const shownBy = ({ role: grantee, held, saved, changes }: Edit): ShownPrivilege[] =>
  PRIVILEGES.filter((privilege) => changes[privilege] !== undefined).map((privilege_type) => {
    const { relation_id } = held.table
    const { whole, columns } = saved[privilege_type]
    return { relation_id, grantee, privilege_type, whole, columns: [...columns] }
  })

type Edit = {
  role: string
  held: Held
  saved: Grants
  /** The privileges that change. */
  changes: Partial<Grants>
}

/** The grants and revokes that a change needs. Existing grant options are kept. */
export function changeOf({ role: grantee, held, saved, changes }: Edit): PrivilegeChange {
  const change: PrivilegeChange = {
    revoke: { tables: [], columns: [] },
    grant: { tables: [], columns: [] },
  }
  const { relation_id } = held.table
  for (const privilege_type of PRIVILEGES) {
    const next = changes[privilege_type]
    if (!next) continue
    const before = saved[privilege_type]
    const what = { grantee, privilege_type }
    const kept = before.whole ? [] : before.columns
    if (next.whole) {
      change.grant.tables.push({ relation_id, ...what })
      continue
    }
    // Revoking the table privilege also revokes the privileges on its columns.
    if (before.whole) change.revoke.tables.push({ relation_id, ...what })
    for (const column_id of kept)
      if (!next.columns.includes(column_id)) change.revoke.columns.push({ column_id, ...what })
    for (const column_id of next.columns)
      if (!kept.includes(column_id)) change.grant.columns.push(grantOn(held, column_id, what))
  }
  return change
}

function grantOn(
  { columns }: Held,
  column_id: string,
  what: { grantee: string; privilege_type: ColumnPrivilege },
): ColumnGrant {
  const column = columns.find((other) => other.column_id === column_id)
  const isGrantable = column?.privileges.some(
    (held) =>
      held.grantee === what.grantee &&
      held.privilege_type === what.privilege_type &&
      held.is_grantable,
  )
  return { column_id, ...what, ...(isGrantable && { is_grantable: true }) }
}

const NAMES: Record<ColumnPrivilege, string> = {
  SELECT: 'Select',
  INSERT: 'Insert',
  UPDATE: 'Update',
  REFERENCES: 'References',
}
export const privilegeName = (privilege: ColumnPrivilege): string => NAMES[privilege]

const MOST_NAMED = 3

/** Describes the change in one or two sentences per privilege. */
export function describeChange({ held, saved, changes }: Omit<Edit, 'role'>): string[] {
  const nameOf = new Map(held.columns.map(({ column_id, column_name }) => [column_id, column_name]))
  const list = (ids: readonly string[]) => {
    const names = ids.slice(0, MOST_NAMED).map((id) => nameOf.get(id) ?? id)
    const more = ids.length - names.length
    return new Intl.ListFormat('en').format([...names, ...(more > 0 ? [`${more} more`] : [])])
  }
  return PRIVILEGES.flatMap((privilege) => {
    const next = changes[privilege]
    return next ? [describe(NAMES[privilege], { before: saved[privilege], next, list })] : []
  })
}

type Step = { before: Grant; next: Grant; list: (ids: readonly string[]) => string }

function describe(name: string, { before, next, list }: Step): string {
  if (next.whole) return `Grants ${name} on the whole table, including columns added later.`
  if (before.whole && next.columns.length === 0) return `Revokes ${name} on the whole table.`
  if (before.whole)
    return `Replaces ${name} on the whole table with ${name} on ${list(next.columns)}. Columns added later are not included.`
  const taken = before.columns.filter((id) => !next.columns.includes(id))
  const given = next.columns.filter((id) => !before.columns.includes(id))
  return [
    ...(given.length > 0 ? [`Grants ${name} on ${list(given)}.`] : []),
    ...(taken.length > 0 ? [`Revokes ${name} on ${list(taken)}.`] : []),
  ].join(' ')
}

/** Summarizes the change in one line: `Select: whole table → 4 columns`. */
export function summarizeChange({ saved, changes }: Pick<Edit, 'saved' | 'changes'>): string {
  const parts = PRIVILEGES.flatMap((privilege) => {
    const next = changes[privilege]
    if (!next) return []
    const before = saved[privilege]
    return [`${NAMES[privilege]}: ${extent(before)} → ${extent(next)}`]
  })
  return parts.join(' · ')
}

function extent({ whole, columns }: Grant): string {
  if (whole) return 'whole table'
  if (columns.length === 0) return 'none'
  return columns.length === 1 ? '1 column' : `${columns.length} columns`
}
