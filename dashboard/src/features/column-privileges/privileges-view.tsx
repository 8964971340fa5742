import { Link } from '@tanstack/react-router'
import { QueryError } from '../../components/query-error.tsx'
import { ProtectedSchemaNote, SchemaSelector } from '../../components/schema-selector.tsx'
import { useRoles } from '../../data/resources/services/meta/column-privileges.ts'
import { useSchemas, useTables } from '../../data/resources/services/meta/tables.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Combobox } from '../../ui/inputs/combobox.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { PrivilegeLoader } from './privilege-loader.tsx'
import type { PrivilegesSearch } from './privileges-search.ts'
import { orderRoles, roleOption } from './role-options.ts'
import { TablePicker } from '../../components/table-picker/table-picker.tsx'

type PrivilegesViewProps = {
  projectRef: string
  canWrite: boolean
  search: PrivilegesSearch
  onSearch: (search: PrivilegesSearch) => void
  /** Called when unsaved changes appear and when none are left. */
  onUnsaved: (hasUnsaved: boolean) => void
}

/** Selects a schema, a table and a role, and shows that role's privileges on the table. */
export function PrivilegesView({
  projectRef,
  canWrite,
  search,
  onSearch,
  onUnsaved,
}: PrivilegesViewProps) {
  const { schema = 'public' } = search
  const schemas = useSchemas(projectRef)
  const tables = useTables(projectRef, schema)
  const roleList = useRoles(projectRef)
  const roles = orderRoles(roleList.data ?? [])
  const role = roles.find(({ name }) => name === (search.role ?? roles[0]?.name))
  const table = tables.data?.find(({ name }) => name === search.table)
  const isProtected = schemas.data?.find(({ name }) => name === schema)?.is_protected ?? false
  const failed = [tables, roleList].find(({ isError, data }) => isError && data === undefined)
  return (
    <>
      <div className="mb-6 grid gap-3 sm:grid-cols-3">
        <Field label="Schema">
          {(control) => (
            <SchemaSelector
              {...control}
              projectRef={projectRef}
              value={schema}
              onValueChange={(next) => onSearch({ ...search, schema: next, table: undefined })}
            />
          )}
        </Field>
        <Field label="Table">
          {(control) => (
            <TablePicker
              {...control}
              tables={tables.data ?? []}
              value={search.table}
              disabled={!tables.data?.length}
              onValueChange={(next) => onSearch({ ...search, schema, table: next })}
            />
          )}
        </Field>
        <Field label="Role">
          {(control) => (
            <Combobox
              {...control}
              aria-label="Role"
              value={search.role ?? role?.name}
              options={roles.map(roleOption)}
              disabled={!roleList.data}
              searchPlaceholder="Search roles"
              emptyText="No results"
              onValueChange={(next) => onSearch({ ...search, role: next })}
            />
          )}
        </Field>
        {isProtected && (
          <div className="sm:col-span-3">
            <ProtectedSchemaNote />
          </div>
        )}
        {!canWrite && (
          <p className="text-xs text-muted sm:col-span-3">
            Your role can view privileges but not change them.
          </p>
        )}
      </div>
      {failed && (
        <QueryError
          error={failed.error}
          title="Could not load the tables and roles"
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && (!tables.data || !roleList.data) && <Skeleton className="h-64" />}
      {tables.data && roleList.data && (
        <>
          {tables.data.length === 0 && (
            <EmptyState
              title={`No tables in ${schema}`}
              description="Create a table to manage the privileges on its columns."
              action={
                <Button asChild>
                  <Link to="/project/$ref/editor" params={{ ref: projectRef }} search={{ schema }}>
                    Open the table editor
                  </Link>
                </Button>
              }
            />
          )}
          {tables.data.length > 0 && search.table === undefined && (
            <EmptyState
              title="No table selected"
              description="Select a table to see which of its columns a role can read and write."
            />
          )}
          {tables.data.length > 0 && search.table !== undefined && !table && (
            <EmptyState
              title={`No table ${search.table} in ${schema}`}
              description="It may have been renamed or deleted. Select another table above."
            />
          )}
          {table && !role && (
            <EmptyState
              title={`No role ${search.role ?? ''}`}
              description="It may have been renamed or deleted. Select another role above."
            />
          )}
          {table && role && (
            <PrivilegeLoader
              projectRef={projectRef}
              table={table}
              role={role}
              canWrite={canWrite && !isProtected}
              onUnsaved={onUnsaved}
            />
          )}
        </>
      )}
    </>
  )
}
