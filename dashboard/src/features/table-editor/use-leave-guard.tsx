import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'

type LeaveGuardOptions = { isTouched: boolean; onLeave: () => void }

/** Asks for confirmation before a panel with unsaved input is closed. */
export function useLeaveGuard({ isTouched, onLeave }: LeaveGuardOptions) {
  const [isAsking, setIsAsking] = useState(false)
  return {
    onBeforeClose() {
      if (isTouched) setIsAsking(true)
      return !isTouched
    },
    dialog: (
      <ConfirmDialog
        visible={isAsking}
        variant="danger"
        size="sm"
        title="Discard your changes?"
        description="Your unsaved changes will be lost."
        confirmLabel="Discard"
        cancelLabel="Keep editing"
        onCancel={() => setIsAsking(false)}
        onConfirm={onLeave}
      />
    ),
  }
}
