import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { useDeleteColumn, useDeleteTable } from '../../../data/resources/database/tables.ts'
import { Mark } from './column-fields.tsx'
import { DeleteDialog } from './delete-dialog.tsx'
import { KINDS } from './table-kinds.ts'

type DeleteTableDialogProps = {
  projectRef: string
  table: TableSummary
  onClose: () => void
  onDeleted: () => void
}

/** Deleting a table requires typing its name, because it destroys the most data. */
export function DeleteTableDialog({ projectRef, table, ...props }: DeleteTableDialogProps) {
  const deletion = useDeleteTable(projectRef, table.id)
  const [cascade, setCascade] = useState(false)
  const kind = KINDS[table.kind].label.toLowerCase()
  return (
    <DeleteDialog
      title={`Delete the ${kind} ${table.schema}.${table.name}?`}
      description={
        kind.includes('view')
          ? 'Queries and other views that read it stop working.'
          : 'Its rows, indexes and policies are deleted too. This can’t be undone.'
      }
      confirmLabel={`Delete ${kind}`}
      typedName={table.name}
      deletion={deletion}
      onDelete={() => deletion.mutateAsync({ cascade })}
      {...props}
    >
      <Mark
        label="Also delete dependent views and foreign keys of other tables"
        checked={cascade}
        onChange={setCascade}
      />
      <DefinitionPreview
        projectRef={projectRef}
        change={{ kind: 'delete_table', id: table.id, cascade }}
      />
    </DeleteDialog>
  )
}

type DeleteColumnDialogProps = {
  projectRef: string
  table: TableDetail
  column: Column
  onClose: () => void
}

export function DeleteColumnDialog({
  projectRef,
  table,
  column,
  onClose,
}: DeleteColumnDialogProps) {
  const deletion = useDeleteColumn(projectRef, table.id)
  const [cascade, setCascade] = useState(false)
  return (
    <DeleteDialog
      title={`Delete the column ${column.name}?`}
      description={`Its values in all rows of ${table.name} are deleted too. This can’t be undone.`}
      confirmLabel="Delete column"
      deletion={deletion}
      onDelete={() => deletion.mutateAsync({ position: column.position, cascade })}
      onClose={onClose}
    >
      <Mark
        label="Also delete dependent views, indexes and foreign keys"
        checked={cascade}
        onChange={setCascade}
      />
      <DefinitionPreview
        projectRef={projectRef}
        change={{
          kind: 'delete_column',
          id: table.id,
          position: column.position,
          cascade,
        }}
      />
    </DeleteDialog>
  )
}
