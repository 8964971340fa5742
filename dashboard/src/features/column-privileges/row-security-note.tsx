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
    return <>The {link('definition of this view')} decides which rows the role can access.</>
  const rls = link('row level security')
  if (!isOn) return <>The privileges apply to all rows, because {rls} is off for this table.</>
  if (role.can_bypass_rls || role.is_superuser)
    return (
      <>
        The privileges apply to all rows, because {role.name} bypasses {rls}.
      </>
    )
  return (
    <>
      The privileges apply to the rows that {rls} allows. This table has {count}{' '}
      {count === 1 ? 'policy' : 'policies'}.
    </>
  )
}
