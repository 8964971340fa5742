import type { ReactNode } from 'react'
import { ConfirmDialog } from '../ui/overlays/confirm-dialog.tsx'

type RemovalDialogProps = {
  action: 'Delete' | 'Revoke'
  /** The kind of item: `key`. */
  noun: string
  /** The item to remove. The dialog is open while this is set. */
  item: { id: string; name: string } | undefined
  description: ReactNode
  /** Whether the name has to be typed. */
  isTyped?: boolean
  removal: {
    isPending: boolean
    mutate: (id: string, options: { onSettled: () => void }) => void
  }
  onClose: () => void
}

/** Asks before an item of a list is removed for good. */
export function RemovalDialog({
  action,
  noun,
  item,
  description,
  isTyped = false,
  removal,
  onClose,
}: RemovalDialogProps) {
  return (
    <ConfirmDialog
      visible={item !== undefined}
      variant="danger"
      size="md"
      title={`${action} ${item?.name ?? ''}`}
      description={description}
      confirmLabel={`${action} ${noun}`}
      loading={removal.isPending}
      {...(isTyped && item && { typedName: item.name })}
      onCancel={onClose}
      onConfirm={() => item && removal.mutate(item.id, { onSettled: onClose })}
    />
  )
}
