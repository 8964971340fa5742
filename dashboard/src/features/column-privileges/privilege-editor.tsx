import type { TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useMemo } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useChangePrivileges } from '../../data/resources/column-privileges.ts'
import { useDraft } from '../../lib/use-draft.ts'
import { Callout } from '../../ui/callout.tsx'
import { SaveBar } from '../../ui/save-bar.tsx'
import { grantsOf, inheritedBy, privilegesOn, type Held } from './grants.ts'
import { PendingSql } from './pending-sql.tsx'
import { changeOf, describeChange, summarizeChange } from './privilege-change.ts'
import { PrivilegeTable } from './privilege-table.tsx'
import type { Role } from './role-options.ts'
import { RowSecurityNote } from './row-security-note.tsx'
import { StarNote } from './star-note.tsx'
import { UnsavedQuestion } from './unsaved-question.tsx'

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
  const draft = useDraft(saved)
  const save = useChangePrivileges(projectRef, table.id)
  const { changes } = draft
  const isChanged = draft.changedCount > 0
  const change = changeOf({ role: role.name, held, saved, changes })
  return (
    <form
      className="grid grid-cols-1 gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (isChanged && !save.isPending) save.mutate(change, { onSuccess: draft.discard })
      }}
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
        value={draft.value}
        inherited={inherited}
        disabled={!canWrite}
        onChange={draft.set}
      />
      <RowSecurityNote projectRef={projectRef} table={table} role={role} />
      {!role.is_superuser && (
        <StarNote role={role.name} held={held} select={draft.value.SELECT} inherited={inherited} />
      )}
      {isChanged && (
        <PendingSql
          projectRef={projectRef}
          change={change}
          sentences={describeChange({ held, saved, changes })}
        />
      )}
      {save.isError && isChanged && (
        <QueryError error={save.error} title="Could not save the privileges" />
      )}
      <SaveBar
        visible={isChanged}
        summary={summarizeChange({ saved, changes })}
        pending={save.isPending}
        saveLabel="Save"
        discardLabel="Cancel"
        onDiscard={() => {
          draft.discard()
          save.reset()
        }}
      />
      <UnsavedQuestion hasChanges={isChanged} onUnsaved={onUnsaved} />
    </form>
  )
}
