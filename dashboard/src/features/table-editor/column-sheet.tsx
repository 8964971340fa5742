import type { Column, TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { useFormValues } from '../../components/form/use-form-values.ts'
import { formProblem } from '../../components/form/form-problem.ts'
import { useAddColumn, useUpdateColumn } from '../../data/resources/tables.ts'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { changeOf, columnsProblem, definitionOf, draftOf, newColumn } from './column-draft.ts'
import { ColumnFields } from './column-fields.tsx'
import { useTypeOptions } from './use-type-options.ts'

type ColumnSheetProps = {
  projectRef: string
  table: TableDetail
  /** The column to edit; undefined for a new one. */
  column: Column | undefined
  onClose: () => void
}

/** A form that adds a column to a table or edits one. */
export function ColumnSheet({ projectRef, table, column, onClose }: ColumnSheetProps) {
  const addition = useAddColumn(projectRef, table.id)
  const change = useUpdateColumn(projectRef, table.id)
  const types = useTypeOptions(projectRef)
  const [first] = useState(() => (column === undefined ? newColumn(0) : draftOf(column)))
  const { values: draft, isDirty, change: edit } = useFormValues(first)
  const problem = columnsProblem([draft])
  const { error, isPending } = column === undefined ? addition : change
  const save = async () => {
    if (column === undefined) await addition.mutateAsync(definitionOf(draft))
    if (column !== undefined) {
      await change.mutateAsync({ position: column.position, body: changeOf(first, draft) })
    }
    onClose()
  }
  return (
    <Sheet
      open
      size="lg"
      title={column === undefined ? `Add column to ${table.name}` : `Edit column ${column.name}`}
      onClose={onClose}
    >
      <SheetForm
        className="grid content-start gap-4"
        submitLabel={column === undefined ? 'Add column' : 'Save changes'}
        pending={isPending}
        canSubmit={isDirty && problem === undefined}
        onSubmit={() => void save().catch(() => undefined)}
        isDirty={isDirty}
        problem={formProblem(error)}
        onCancel={onClose}
      >
        <ColumnFields
          draft={draft}
          types={types}
          isExisting={column !== undefined}
          onChange={edit}
        />
      </SheetForm>
    </Sheet>
  )
}
