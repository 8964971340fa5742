import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { ObjectKind } from '@stoa/contract/services/meta/objects'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { DependentsList } from '../../../components/sql-form/dependents-list.tsx'
import { ChangePreview } from '../../../components/sql-form/change-preview.tsx'
import { useChangeObject } from '../../../data/resources/services/meta/object-changes.ts'
import { useDependents } from '../../../data/resources/services/meta/objects.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { toast } from '../../../ui/feedback/toast.ts'

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

type DropDialogProps = {
  projectRef: string
  kind: ObjectKind
  /** Its name in text, if it differs from its kind. */
  noun?: string
  object: { id: number; name: string }
  /** Further choices above the SQL. */
  children?: ReactNode
  change: (cascade: boolean) => ObjectChange
  onClose: () => void
}

/** Asks before an object is deleted, and lists the objects deleted with it. */
export function DropDialog({
  projectRef,
  kind,
  noun = kind,
  object,
  children,
  change,
  onClose,
}: DropDialogProps) {
  const dependents = useDependents(projectRef, kind, object.id)
  const [isChosen, setIsChosen] = useState(false)
  const items = dependents.data?.items ?? []
  const needsCascade = items.some((item) => item.needs_cascade)
  return (
    <ChangeDialog
      projectRef={projectRef}
      title={`Delete the ${noun} “${object.name}”?`}
      description="This can’t be undone."
      confirmLabel={`Delete ${noun}`}
      success={`Deleted the ${noun} ${object.name}`}
      change={change(isChosen && needsCascade)}
      canConfirm={dependents.data !== undefined && (!needsCascade || isChosen)}
      onClose={onClose}
    >
      <DependentsList dependents={dependents} isChosen={isChosen} onChoose={setIsChosen} />
      {children}
    </ChangeDialog>
  )
}
