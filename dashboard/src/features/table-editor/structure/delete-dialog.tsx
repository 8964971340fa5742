import type { ReactNode } from 'react'
import { errorDetails, errorMessage } from '../../../data/client/api-error.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'

type DeleteDialogProps = {
  title: string
  description: string
  confirmLabel: string
  typedName?: string
  canConfirm?: boolean
  deletion: { error: Error | null; isPending: boolean }
  onDelete: () => Promise<unknown>
  onDeleted?: () => void
  onClose: () => void
  children?: ReactNode
}

/** Asks, deletes, and closes after a success. A failure is shown and can be retried. */
export function DeleteDialog({
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
