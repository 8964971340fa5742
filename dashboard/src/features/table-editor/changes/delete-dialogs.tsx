import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState, type ReactNode } from 'react'
import { DefinitionPreview } from '../../../components/sql-form/definition-preview.tsx'
import { errorDetails, errorMessage } from '../../../data/client/api-error.ts'
import { useDeleteRows } from '../../../data/resources/database/rows.ts'
import { useDeleteColumn, useDeleteTable } from '../../../data/resources/database/tables.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Mark } from '../structure/column-fields.tsx'
import type { RowKey } from './edit-queue.ts'
import { KINDS } from '../table-names.ts'

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

type DeleteRowsDialogProps = {
  projectRef: string
  table: TableDetail
  keys: readonly RowKey[]
  onClose: () => void
  onDeleted: () => void
}

export function DeleteRowsDialog({ projectRef, table, keys, ...props }: DeleteRowsDialogProps) {
  const deletion = useDeleteRows(projectRef, table.id)
  const count = rowCount(keys.length)
  const remove = async () => {
    const { deleted } = await deletion.mutateAsync(keys.map((key) => ({ ...key })))
    const kept = keys.length - deleted
    if (kept > 0)
      toast.warning(`${rowCount(kept)} not deleted`, {
        description: 'A trigger or rule of the table prevented it.',
      })
  }
  return (
    <DeleteDialog
      title={`Delete ${count} from ${table.name}?`}
      description="This can’t be undone."
      confirmLabel={`Delete ${count}`}
      deletion={deletion}
      onDelete={remove}
      {...props}
    />
  )
}

const rowCount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`

type DeleteDialogProps = {
  title: string
  description: string
  confirmLabel: string
  typedName?: string
  deletion: { error: Error | null; isPending: boolean }
  onDelete: () => Promise<unknown>
  onDeleted?: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks, deletes, and closes after a success. A failure is shown and can be retried. */
function DeleteDialog({
  deletion: { error, isPending },
  onDelete,
  onDeleted,
  onClose,
  children,
  ...props
}: DeleteDialogProps) {
  const remove = async () => {
    await onDelete()
    onDeleted?.()
    onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      loading={isPending}
      onCancel={onClose}
      onConfirm={() => void remove().catch(() => undefined)}
      {...props}
    >
      {error ? (
        <>
          <ErrorState message={errorMessage(error)} details={errorDetails(error)} />
          {children}
        </>
      ) : (
        children
      )}
    </ConfirmDialog>
  )
}
