import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { GuardedPrivilegeChange } from '@stoa/contract/services/meta/privileges'
import { useEffect, useMemo } from 'react'
import { changesOf } from '../../components/form/changes-of.ts'
import { SettingsForm } from '../../components/settings/settings-form.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useChangePrivileges } from '../../data/resources/services/meta/column-privileges.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { grantsOf, inheritedBy, privilegesOn, type Held } from './grants.ts'
import { PendingSql } from './pending-sql.tsx'
import { changeOf, describeChange, shownBy, summarizeChange } from './privilege-change.ts'
import { PrivilegeTable } from './privilege-table.tsx'
import { PrivilegesSearch } from './privileges-search.ts'
import type { Role } from './role-options.ts'
import { RowSecurityNote } from './row-security-note.tsx'
import { StarNote } from './star-note.tsx'

type PrivilegeEditorProps = {
  projectRef: string
  table: TableSummary
  role: Role
  held: Held
  /** Column types by column name, as far as they have loaded. */
  types: ReadonlyMap<string, string>
  canWrite: boolean
  onUnsaved: (hasUnsaved: boolean) => void
}

/** Edits one role's privileges on one table as a draft that is saved as one change. */
export function PrivilegeEditor({
  projectRef,
  table,
  role,
  held,
  types,
  canWrite,
  onUnsaved,
}: PrivilegeEditorProps) {
  const saved = useMemo(() => grantsOf(held, role.name), [held, role.name])
  const inherited = useMemo(() => inheritedBy(held, role), [held, role])
  const form = useForm({
    schema: GuardedPrivilegeChange,
    kind: 'settings',
    values: saved,
    toBody: (values) => {
      const edit = { role: role.name, held, saved, changes: changesOf(saved, values) }
      return { ...changeOf(edit), replaces: shownBy(edit) }
    },
    mutation: useChangePrivileges(projectRef, table.id),
  })
  const { values, changes } = form
  const isChanged = form.isDirty
  useEffect(() => {
    onUnsaved(isChanged)
    return () => onUnsaved(false)
  }, [isChanged, onUnsaved])
  return (
    <SettingsForm
      form={form}
      summary={summarizeChange({ saved, changes })}
      failure="Could not save the privileges"
      saveLabel="Save"
      discardLabel="Cancel"
      stays={({ current, next }) => placeOf(current) === placeOf(next)}
      className="grid grid-cols-1 gap-4"
    >
      {role.is_superuser && (
        <Callout type="caution">
          {role.name} is a superuser and bypasses all privilege checks.
        </Callout>
      )}
      <p className="max-w-3xl text-muted">
        To revoke a table privilege on a single column, Postgres needs a separate grant for each
        other column. Clearing a column makes this change for you.
      </p>
      <PrivilegeTable
        label={`Privileges of ${role.name} on ${table.name}`}
        privileges={privilegesOn(table.kind)}
        held={held}
        types={types}
        saved={saved}
        value={values}
        inherited={inherited}
        disabled={!canWrite}
        onChange={form.change}
      />
      <RowSecurityNote projectRef={projectRef} table={table} role={role} />
      {!role.is_superuser && (
        <StarNote role={role.name} held={held} select={values.SELECT} inherited={inherited} />
      )}
      {isChanged && (
        <PendingSql
          projectRef={projectRef}
          change={changeOf({ role: role.name, held, saved, changes })}
          sentences={describeChange({ held, saved, changes })}
        />
      )}
    </SettingsForm>
  )
}

/** The part of an address that selects what is edited. */
const placeOf = ({ pathname, search }: { pathname: string; search: Record<string, unknown> }) =>
  JSON.stringify([pathname, PrivilegesSearch(search)])
