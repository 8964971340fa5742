import type { DiagramTable } from '@stoa/contract/services/meta/diagram'

/** The access of a table in words; undefined for one without row level security. */
export function securityText(
  table: Pick<DiagramTable, 'kind' | 'rls_enabled' | 'policy_count'>,
): string | undefined {
  if (table.kind === 'foreign_table') return undefined
  if (!table.rls_enabled) return 'Row level security is off'
  const { policy_count: count } = table
  return `Row level security is on, ${count === 1 ? '1 policy' : `${count} policies`}`
}
