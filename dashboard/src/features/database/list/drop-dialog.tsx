import type { ObjectChange } from '@stoa/contract/services/meta/object-changes'
import type { ObjectKind } from '@stoa/contract/services/meta/objects'
import { useState, type ReactNode } from 'react'
import { ChangeDialog } from '../../../components/sql-form/change-dialog.tsx'
import { DependentsList } from '../../../components/sql-form/dependents-list.tsx'
import { useDependents } from '../../../data/resources/services/meta/objects.ts'

export { ChangeDialog } from '../../../components/sql-form/change-dialog.tsx'

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
