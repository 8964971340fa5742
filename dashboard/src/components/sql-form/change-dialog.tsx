import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { ReactNode } from 'react'
import { useChangeObject } from '../../data/resources/services/meta/object-changes.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { QueryError } from '../query-error.tsx'
import { ChangePreview } from './change-preview.tsx'

type ChangeDialogProps = {
  projectRef: string
  title: string
  description?: ReactNode
  confirmLabel: string
  variant?: 'danger' | 'success'
  change: ObjectChange
  /** The toast's text after a success. */
  success: string
  canConfirm?: boolean
  onClose: () => void
  children?: ReactNode
}

/** Asks before it changes an object, and shows the SQL. */
export function ChangeDialog({
  projectRef,
  change,
  success,
  variant = 'danger',
  onClose,
  children,
  ...dialog
}: ChangeDialogProps) {
  const run = useChangeObject(projectRef)
  const confirm = async () => {
    await run.mutateAsync({ input: change })
    toast.success(success)
    onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant={variant}
      size="md"
      loading={run.isPending}
      {...dialog}
      onCancel={onClose}
      // The dialog shows the error.
      onConfirm={() => void confirm().catch(() => undefined)}
    >
      {children}
      <ChangePreview projectRef={projectRef} change={change} />
      {run.error && <QueryError error={run.error} title="Could not run the SQL" />}
    </ConfirmDialog>
  )
}
