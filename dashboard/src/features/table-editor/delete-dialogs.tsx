import type { Column, TableDetail, TableSummary } from '@stoa/contract/services/meta/catalogue'
import { useState } from 'react'
import { errorDetails, errorMessage } from '../../data/client/api-error.ts'
import { useDeleteRows } from '../../data/resources/rows.ts'
import { useDeleteColumn, useDeleteTable } from '../../data/resources/tables.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { ErrorState } from '../../ui/error-state.tsx'
import { Mark } from './column-fields.tsx'
import type { RowKey } from './edit-queue.ts'
import { KINDS } from './table-names.ts'

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
  const remove = async () => {
    await deletion.mutateAsync({ cascade })
    props.onDeleted()
    props.onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete the ${kind} ${table.schema}.${table.name}?`}
      description={
        kind.includes('view')
          ? 'Queries and other views that read it stop working.'
          : 'Its rows, indexes and policies go with it and cannot be brought back from here.'
      }
      confirmLabel={`Delete ${kind}`}
      typedName={table.name}
      loading={deletion.isPending}
      onCancel={props.onClose}
      onConfirm={() => void remove().catch(() => undefined)}
    >
      <Failure error={deletion.error} />
      <Mark
        label="Also delete what depends on it: views and foreign keys of other tables"
        checked={cascade}
        onChange={setCascade}
      />
    </ConfirmDialog>
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
  const remove = async () => {
    await deletion.mutateAsync({ position: column.position, cascade })
    onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete the column ${column.name}?`}
      description={`Its value is lost in every row of ${table.name}.`}
      confirmLabel="Delete column"
      loading={deletion.isPending}
      onCancel={onClose}
      onConfirm={() => void remove().catch(() => undefined)}
    >
      <Failure error={deletion.error} />
      <Mark
        label="Also delete what depends on it: views, indexes and foreign keys"
        checked={cascade}
        onChange={setCascade}
      />
    </ConfirmDialog>
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
  const count = `${keys.length.toLocaleString('en')} ${keys.length === 1 ? 'row' : 'rows'}`
  const remove = async () => {
    await deletion.mutateAsync(keys.map((key) => ({ ...key })))
    props.onDeleted()
    props.onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title={`Delete ${count} from ${table.name}?`}
      description="They cannot be brought back from here. All of them go, or none."
      confirmLabel={`Delete ${count}`}
      loading={deletion.isPending}
      onCancel={props.onClose}
      onConfirm={() => void remove().catch(() => undefined)}
    >
      {deletion.isError && <Failure error={deletion.error} />}
    </ConfirmDialog>
  )
}

function Failure({ error }: { error: Error | null }) {
  if (error === null) return null
  return <ErrorState message={errorMessage(error)} details={errorDetails(error)} />
}
