import { useDeleteSnippet } from '../../data/resources/platform/content.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type DeleteQueryDialogProps = {
  projectRef: string
  query: { readonly id: string; readonly name: string }
  /** False for a query that was never saved. */
  isStored: boolean
  onDeleted: (id: string) => void
  onClose: () => void
}

/** Asks before a query is deleted. */
export function DeleteQueryDialog(props: DeleteQueryDialogProps) {
  const { projectRef, query, isStored, onDeleted, onClose } = props
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
      description="The query is permanently deleted. The database is not changed."
      confirmLabel="Delete"
      loading={deletion.isPending}
      onCancel={onClose}
      onConfirm={remove}
    />
  )
}
