import { useState } from 'react'
import { ApiError } from '../../../data/client/api-error.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import type { EditedRow } from '../session/edit-queue.ts'
import type { RemovalResult, SessionView } from '../session/session-view.ts'
import { DeleteDialog } from '../structure/delete-dialog.tsx'

type DeleteRowsDialogProps = {
  session: Pick<SessionView, 'table' | 'removeRows'>
  rows: readonly EditedRow[]
  onClose: () => void
}

/** Asks before rows are deleted, and afterwards offers to restore them. */
export function DeleteRowsDialog({ session, rows, onClose }: DeleteRowsDialogProps) {
  const [isPending, setIsPending] = useState(false)
  const [error, setError] = useState<Error | null>(null)
  const count = rowCount(rows.length)
  const remove = async () => {
    setIsPending(true)
    const result = await session.removeRows(rows)
    setIsPending(false)
    if (result.state === 'saved') {
      tell(rows.length, result)
      return
    }
    if (result.state === 'held') return
    const refusal =
      result.state === 'conflict'
        ? new ApiError(CHANGED, { code: 409, errorCode: 'row_changed' })
        : new ApiError(result.message, {
            code: result.state === 'unreachable' ? 0 : 400,
            ...(result.state === 'rejected' && { errorCode: result.code }),
          })
    setError(refusal)
    throw refusal
  }
  return (
    <DeleteDialog
      title={`Delete ${count} from ${session.table.name}?`}
      description="You can undo this while the page is open. Rows of other tables that foreign keys or triggers delete or change are not restored."
      confirmLabel={`Delete ${count}`}
      deletion={{ error, isPending }}
      onDelete={remove}
      onClose={onClose}
    />
  )
}

function tell(wanted: number, { kept, undo }: Extract<RemovalResult, { state: 'saved' }>): void {
  if (kept > 0) {
    toast.warning(`${rowCount(kept)} not deleted`, {
      description: 'A trigger or rule of the table prevented it.',
    })
    return
  }
  toast.success(
    `${rowCount(wanted)} deleted`,
    undo
      ? { action: { label: 'Undo', onClick: () => void undo() } }
      : { description: 'The rows are too large to be restored.' },
  )
}

const CHANGED =
  'Someone else changed one of these rows. Refresh the table, then check the rows before you delete them.'

const rowCount = (count: number): string =>
  `${count.toLocaleString('en')} ${count === 1 ? 'row' : 'rows'}`
