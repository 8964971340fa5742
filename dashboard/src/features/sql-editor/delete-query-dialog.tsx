import { useDeleteSnippet } from '../../data/resources/platform/content.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type DeleteQueryDialogProps = {
  projectRef: string
  query: { readonly id: string; readonly name: string }
  /** False for a query that was never saved. */
  isStored: boolean
  isShared?: boolean
  onDeleted: (id: string) => void
  onClose: () => void
}

/** Asks before a query is deleted. */
export function DeleteQueryDialog(props: DeleteQueryDialogProps) {
  const { projectRef, query, isStored, isShared = false, onDeleted, onClose } = props
  const deletion = useDeleteSnippet(projectRef)
  const remove = () => {
    if (!isStored) onDeleted(query.id)
    else deletion.mutate(query.id, { onSuccess: () => onDeleted(query.id) })
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={`Delete “${query.name}”?`}
      description={describe(isStored, isShared)}
      confirmLabel="Delete"
      loading={deletion.isPending}
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}

function describe(isStored: boolean, isShared: boolean): string {
  if (!isStored) return 'The query was never saved, so it cannot be restored.'
  const others = isShared ? 'Other members of the project lose it too. ' : ''
  return `${others}You can restore it for 30 days under Recently deleted. The database is not changed.`
}
