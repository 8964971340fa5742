import type { Branch } from '@stoa/contract/platform/branches'
import { useResetBranch } from '../../data/resources/platform/branches.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type ResetBranchDialogProps = {
  /** The dialog is open while this is set. */
  branch: Branch | undefined
  branches: readonly Branch[]
  onClose: () => void
}

const COPIED = {
  data: 'It gets all rows and files of',
  schema: 'It gets the structure, with empty tables, of',
  anonymized: 'It gets all rows, anonymized with the current rules, and files of',
} as const

/** Asks before the data of a branch is replaced. */
export function ResetBranchDialog({ branch, branches, onClose }: ResetBranchDialogProps) {
  const reset = useResetBranch()
  const parent = branches.find(({ project_ref }) => project_ref === branch?.parent_project_ref)
  return (
    <ConfirmDialog
      visible={branch !== undefined}
      variant="danger"
      size="md"
      title={`Reset ${branch?.name ?? ''}`}
      description="The database of the branch is replaced with a fresh copy of its parent. This can’t be undone."
      confirmLabel="Reset branch"
      loading={reset.isPending}
      {...(branch?.is_persistent === true && { typedName: branch.name })}
      onCancel={onClose}
      onConfirm={() => branch && reset.mutate(branch.project_ref, { onSettled: onClose })}
    >
      <ul className="grid list-disc gap-1.5 pl-5 text-pretty">
        <li>
          {branch && COPIED[branch.content]} {parent?.name ?? 'its parent'} as it is now.
        </li>
        <li>Tables, rows and users that exist only in the branch are deleted.</li>
        <li>URL, API keys, password, settings and edge functions stay.</li>
        <li>The branch is unavailable until the copy is complete. Users have to sign in again.</li>
      </ul>
    </ConfirmDialog>
  )
}
