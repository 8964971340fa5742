import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { ConstraintKind } from '@stoa/contract/services/meta/constraints'
import { useState } from 'react'
import { useForm } from '../../../../components/form/use-form.ts'
import { DefinitionPreview } from '../../../../components/sql-form/definition-preview.tsx'
import { useAddConstraint } from '../../../../data/resources/services/meta/constraints.ts'
import { Sheet, SheetForm } from '../../../../ui/overlays/sheet.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { KIND_LABELS, NEW_CONSTRAINT, newConstraint } from './constraint-draft.ts'
import { ConstraintFields } from './constraint-fields.tsx'
import { RowsCheck } from './rows-check.tsx'

type ConstraintSheetProps = {
  projectRef: string
  table: TableDetail
  kind: ConstraintKind
  onClose: () => void
}

/** A form that adds a constraint to a table, and says before which rows break it. */
export function ConstraintSheet({ projectRef, table, kind, onClose }: ConstraintSheetProps) {
  return (
    <Sheet
      open
      size="lg"
      title={`Add ${KIND_LABELS[kind].toLowerCase()} to ${table.name}`}
      onClose={onClose}
    >
      <ConstraintForm projectRef={projectRef} table={table} kind={kind} onClose={onClose} />
    </Sheet>
  )
}

function ConstraintForm({ projectRef, table, kind, onClose }: ConstraintSheetProps) {
  const [first] = useState(() => newConstraint(kind, table.schema))
  const { values, body, problems, isDirty, change, state } = useForm({
    values: first,
    schema: NEW_CONSTRAINT,
    mutation: useAddConstraint(projectRef, table.id),
    onSuccess() {
      toast.success(`${KIND_LABELS[kind]} added to ${table.name}`)
      onClose()
    },
  })
  const planned = isDirty && body ? body : undefined
  const isUnchecked =
    (values.kind === 'check' || values.kind === 'foreign_key') && !values.isValidated
  const label = KIND_LABELS[kind].toLowerCase()
  return (
    <SheetForm
      className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
      submitLabel={`Add ${label}`}
      {...state}
      canSubmit={isDirty}
      onCancel={onClose}
    >
      <ConstraintFields
        projectRef={projectRef}
        table={table}
        draft={values}
        problems={problems}
        onChange={change}
      />
      <DefinitionPreview
        projectRef={projectRef}
        change={planned && { kind: 'add_constraint', id: table.id, constraint: planned }}
      />
      {planned && !isUnchecked && (
        <RowsCheck
          projectRef={projectRef}
          table={table}
          constraint={planned}
          onAddUnchecked={
            kind === 'check' || kind === 'foreign_key'
              ? () => change({ isValidated: false })
              : undefined
          }
        />
      )}
    </SheetForm>
  )
}
