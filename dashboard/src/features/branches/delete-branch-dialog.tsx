import type { Branch } from '@stoa/contract/platform/branches'
import { useNavigate } from '@tanstack/react-router'
import { branchesBelow, useDeleteBranch } from '../../data/resources/platform/branches.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type DeleteBranchDialogProps = {
  /** The dialog is open while this is set. */
  branch: Branch | undefined
  branches: readonly Branch[]
  /** The ref of the open project. */
  currentRef: string
  onClose: () => void
}

/** Asks before a branch is deleted, and names the branches that are deleted with it. */
export function DeleteBranchDialog({
  branch,
  branches,
  currentRef,
  onClose,
}: DeleteBranchDialogProps) {
  const navigate = useNavigate()
  const remove = useDeleteBranch()
  const below = branch ? branchesBelow(branches, branch.project_ref) : []
  const isGrave = branch?.is_persistent === true || below.length > 0
  const project = branches.find(({ is_default }) => is_default)
  async function leaveAndDelete({ project_ref }: Branch) {
    const isOpen = [project_ref, ...below.map((each) => each.project_ref)].includes(currentRef)
    // The pages of a deleted project would only show errors.
    if (isOpen && project)
      await navigate({ to: '/project/$ref/branches', params: { ref: project.project_ref } })
    remove.mutate(project_ref, { onSettled: onClose })
  }
  return (
    <ConfirmDialog
      visible={branch !== undefined}
      variant="danger"
      size="md"
      title={`Delete ${branch?.name ?? ''}`}
      description="The database of the branch, its users, files and keys are deleted. This can’t be undone."
      confirmLabel={below.length > 0 ? `Delete ${below.length + 1} branches` : 'Delete branch'}
      loading={remove.isPending}
      {...(isGrave && branch && { typedName: branch.name })}
      onCancel={onClose}
      onConfirm={() => branch && void leaveAndDelete(branch)}
    >
      {below.length > 0 && (
        <p>
          Branches of it are deleted as well:{' '}
          <strong>{below.map(({ name }) => name).join(', ')}</strong>
        </p>
      )}
    </ConfirmDialog>
  )
}
