import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Role } from './role-options.ts'

type RowSecurityNoteProps = { projectRef: string; table: TableSummary; role: Role }

/** Says which rows the privileges apply to, and links to the row level security policies. */
export function RowSecurityNote({ projectRef, table, role }: RowSecurityNoteProps) {
  const link = (text: string) => (
    <Link
      to="/project/$ref/editor/$id"
      params={{ ref: projectRef, id: String(table.id) }}
      className="text-accent-text underline"
    >
      {text}
    </Link>
  )
  return <p className="max-w-3xl text-muted">{sentence(table, role, link)}</p>
}

function sentence(
  { kind, rls_enabled: isOn, policy_count: count }: TableSummary,
  role: Role,
  link: (text: string) => ReactNode,
) {
  if (kind !== 'table' && kind !== 'partitioned_table')
    return <>Columns are decided here, rows by {link('what this relation is made of')}.</>
  if (!isOn)
    return (
      <>
        Columns are decided here, rows by {link('row level security')}, which is off for this table:
        every row is in reach.
      </>
    )
  if (role.can_bypass_rls || role.is_superuser)
    return (
      <>
        Columns are decided here, rows by {link('row level security')}, which {role.name} passes by:
        every row is in its reach.
      </>
    )
  return (
    <>
      Columns are decided here, rows by {link('row level security')}, which is on for this table
      with {count} {count === 1 ? 'policy' : 'policies'} and does not change.
    </>
  )
}
