import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { QueryError } from '../../components/query-error.tsx'
import { usePrivileges } from '../../data/resources/services/meta/column-privileges.ts'
import { useTable } from '../../data/resources/services/meta/tables.ts'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PrivilegeEditor } from './privilege-editor.tsx'
import type { Role } from './role-options.ts'

type PrivilegeLoaderProps = {
  projectRef: string
  table: TableSummary
  role: Role
  canWrite: boolean
  onUnsaved: (hasUnsaved: boolean) => void
}

/** Loads a table's privileges and renders one editor per table and role. */
export function PrivilegeLoader({
  projectRef,
  table,
  role,
  canWrite,
  onUnsaved,
}: PrivilegeLoaderProps) {
  const privileges = usePrivileges(projectRef, table.id)
  // Column types are shown beside the names; the page works without them.
  const { data: detail } = useTable(projectRef, table.id)
  if (privileges.data?.table === null || privileges.data?.columns.length === 0)
    return (
      <EmptyState
        title={
          privileges.data.table ? `${table.name} has no columns` : `${table.name} no longer exists`
        }
        description="Select another table above."
      />
    )
  if (privileges.data)
    return (
      <PrivilegeEditor
        key={`${table.id} ${role.name}`}
        projectRef={projectRef}
        table={table}
        role={role}
        held={{ table: privileges.data.table, columns: privileges.data.columns }}
        types={new Map(detail?.columns.map(({ name, type }) => [name, type]))}
        canWrite={canWrite}
        onUnsaved={onUnsaved}
      />
    )
  if (privileges.isError)
    return (
      <QueryError
        error={privileges.error}
        title="Could not load the privileges"
        onRetry={() => void privileges.refetch()}
      />
    )
  return <Skeleton className="h-64" />
}
