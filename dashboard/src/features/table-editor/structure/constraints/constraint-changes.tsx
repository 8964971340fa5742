import type { Constraint, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { BrokenRows } from '@stoa/contract/services/meta/constraints'
import { NewName } from '@stoa/contract/services/meta/params'
import { useState } from 'react'
import { z } from 'zod'
import { Option } from '../../../../components/form/option.tsx'
import { useForm } from '../../../../components/form/use-form.ts'
import { QueryError } from '../../../../components/query-error.tsx'
import { DefinitionPreview } from '../../../../components/sql-form/definition-preview.tsx'
import { hasErrorCode } from '../../../../data/client/api-error.ts'
import {
  useDeleteConstraint,
  useRenameConstraint,
  useValidateConstraint,
} from '../../../../data/resources/services/meta/constraints.ts'
import { ConfirmDialog } from '../../../../ui/overlays/confirm-dialog.tsx'
import { Sheet, SheetForm } from '../../../../ui/overlays/sheet.tsx'
import { toast } from '../../../../ui/feedback/toast.ts'
import { DeleteDialog } from '../delete-dialog.tsx'
import { NameField } from '../name-fields.tsx'
import { BrokenRowsNote } from './broken-rows-note.tsx'

type ChangeProps = {
  projectRef: string
  table: TableDetail
  constraint: Constraint
  onClose: () => void
}

const Renamed = z.object({ name: NewName })

export function RenameConstraintSheet({ projectRef, table, constraint, onClose }: ChangeProps) {
  const renaming = useRenameConstraint(projectRef, table.id)
  const { values, body, problems, isDirty, change, state } = useForm({
    kind: 'record',
    values: { name: constraint.name },
    schema: Renamed,
    mutation: {
      ...renaming,
      mutate: ({ name }: z.infer<typeof Renamed>, callbacks) =>
        renaming.mutate({ constraint: constraint.id, name }, callbacks),
    },
    onSuccess: onClose,
  })
  return (
    <Sheet open title={`Rename ${constraint.name}`} onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
        submitLabel="Rename"
        {...state}
        canSubmit={isDirty}
        onCancel={onClose}
      >
        <NameField
          value={values.name}
          problem={problems.name}
          onChange={(name) => change({ name })}
        />
        <DefinitionPreview
          projectRef={projectRef}
          change={
            isDirty && body
              ? {
                  kind: 'rename_constraint',
                  id: table.id,
                  constraint_id: constraint.id,
                  name: body.name,
                }
              : undefined
          }
        />
      </SheetForm>
    </Sheet>
  )
}

/** Checks the rows that were in the table before the constraint. */
export function ValidateConstraintDialog({ projectRef, table, constraint, onClose }: ChangeProps) {
  const validation = useValidateConstraint(projectRef, table.id)
  const { error } = validation
  const broken = hasErrorCode(error, 'rows_break_constraint')
    ? BrokenRows.safeParse(error.details).data
    : undefined
  return (
    <ConfirmDialog
      visible
      variant="success"
      size="md"
      title={`Validate ${constraint.name}?`}
      description="Checks the rows that were there before it was added. Reads and writes continue."
      confirmLabel="Validate"
      loading={validation.isPending}
      onCancel={onClose}
      onConfirm={() =>
        validation.mutate(constraint.id, {
          onSuccess() {
            toast.success(`All rows satisfy ${constraint.name}`)
            onClose()
          },
        })
      }
    >
      {broken && <BrokenRowsNote projectRef={projectRef} broken={broken} />}
      {error && !broken && <QueryError error={error} title="Could not validate the constraint" />}
      <DefinitionPreview
        projectRef={projectRef}
        change={{ kind: 'validate_constraint', id: table.id, constraint_id: constraint.id }}
      />
    </ConfirmDialog>
  )
}

export function DeleteConstraintDialog({ projectRef, table, constraint, onClose }: ChangeProps) {
  const deletion = useDeleteConstraint(projectRef, table.id)
  const [cascade, setCascade] = useState(false)
  const isKey = constraint.kind === 'primary_key' || constraint.kind === 'unique'
  return (
    <DeleteDialog
      title={`Delete ${constraint.name}?`}
      description={
        constraint.kind === 'primary_key'
          ? 'Without a primary key, rows can’t be edited in the table editor. Its index is deleted too.'
          : 'New rows are no longer checked by it.'
      }
      confirmLabel="Delete constraint"
      deletion={deletion}
      onDelete={() => deletion.mutateAsync({ constraint: constraint.id, cascade })}
      onClose={onClose}
    >
      {isKey && (
        <Option checked={cascade} onChange={setCascade}>
          Also delete the foreign keys that refer to it
        </Option>
      )}
      <DefinitionPreview
        projectRef={projectRef}
        change={{
          kind: 'delete_constraint',
          id: table.id,
          constraint_id: constraint.id,
          cascade,
        }}
      />
    </DeleteDialog>
  )
}
