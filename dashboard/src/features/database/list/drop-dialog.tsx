import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { ObjectKind } from '@stoa/contract/services/meta/objects'
import { useState, type ReactNode } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { ChangePreview } from '../../../components/sql-form/change-preview.tsx'
import { useChangeObject } from '../../../data/resources/database/object-changes.ts'
import { useDependents } from '../../../data/resources/database/objects.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Option } from '../../../components/form/option.tsx'

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
      {dependents.isPending && <Skeleton className="h-10" />}
      {dependents.error && (
        <QueryError error={dependents.error} title="Could not load the dependent objects" />
      )}
      {items.length > 0 && (
        <section className="grid gap-2">
          <h3 className="text-sm font-medium">
            {needsCascade ? 'Objects that depend on it' : 'Deleted with it'}
          </h3>
          <ul
            aria-label="Dependent objects"
            className="max-h-40 divide-y overflow-y-auto rounded-md border text-xs"
          >
            {items.map(({ description }) => (
              <li key={description} className="px-2.5 py-1.5 font-mono break-words">
                {description}
              </li>
            ))}
          </ul>
          {(dependents.data?.total ?? 0) > items.length && (
            <p className="text-xs text-muted">
              and {formatCount((dependents.data?.total ?? 0) - items.length)} more
            </p>
          )}
          {needsCascade && (
            <Option checked={isChosen} onChange={(next) => setIsChosen(next)}>
              Also delete these objects and their data
            </Option>
          )}
        </section>
      )}
      {children}
    </ChangeDialog>
  )
}
