import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { DependentsList } from '../../../components/sql-form/dependents-list.tsx'
import { useDependents } from '../../../data/resources/services/meta/objects.ts'
import { useDeleteColumn, useDeleteTable } from '../../../data/resources/services/meta/tables.ts'
import { DeleteDialog } from './delete-dialog.tsx'
import { KINDS } from './table-kinds.ts'

/** The objects that depend on a table or a column, and whether to delete them too. */
function useCascade(projectRef: string, id: number, position?: number) {
  const dependents = useDependents(projectRef, 'table', id, position)
  const [isChosen, setIsChosen] = useState(false)
  const needsCascade = dependents.data?.items.some((item) => item.needs_cascade) ?? false
  return {
    cascade: isChosen && needsCascade,
    // If the list cannot be read, Postgres still refuses to delete what others depend on.
    canConfirm: !dependents.isPending && (!needsCascade || isChosen),
    list: <DependentsList dependents={dependents} isChosen={isChosen} onChoose={setIsChosen} />,
  }
}

type DeleteTableDialogProps = {
  projectRef: string
  table: TableSummary
  onClose: () => void
  onDeleted: () => void
}

/** Deleting a table requires typing its name, because it destroys the most data. */
export function DeleteTableDialog({ projectRef, table, ...props }: DeleteTableDialogProps) {
  const deletion = useDeleteTable(projectRef, table.id)
  const { cascade, canConfirm, list } = useCascade(projectRef, table.id)
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
      canConfirm={canConfirm}
      deletion={deletion}
      onDelete={() => deletion.mutateAsync({ cascade })}
      {...props}
    >
      {list}
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
  const { position } = column
  const { cascade, canConfirm, list } = useCascade(projectRef, table.id, position)
  return (
    <DeleteDialog
      title={`Delete the column ${column.name}?`}
      description={`Its values in all rows of ${table.name} are deleted too. This can’t be undone.`}
      confirmLabel="Delete column"
      canConfirm={canConfirm}
      deletion={deletion}
      onDelete={() => deletion.mutateAsync({ position, cascade })}
      onClose={onClose}
    >
      {list}
      <DefinitionPreview
        projectRef={projectRef}
        change={{ kind: 'delete_column', id: table.id, position, cascade }}
      />
    </DeleteDialog>
  )
}
