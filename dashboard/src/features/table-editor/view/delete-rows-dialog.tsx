import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import { useDeleteRows } from '../../../data/resources/database/rows.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { RowKey } from '../session/row-key.ts'
import { DeleteDialog } from '../structure/delete-dialog.tsx'

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
