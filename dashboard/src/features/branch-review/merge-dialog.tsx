import type { BranchPlan } from '@stoa/contract/platform/branch-changes'
import { QueryError } from '../../components/query-error.tsx'
import { useMergeBranch } from '../../data/resources/platform/branch-changes.ts'
import { formatCount } from '../../lib/quantities.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { toast } from '../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'
import { DIRECTIONS } from './review-words.ts'

type MergeDialogProps = { projectRef: string; plan: BranchPlan; onClose: () => void }

/** Asks before the reviewed statements run. */
export function MergeDialog({ projectRef, plan, onClose }: MergeDialogProps) {
  const merge = useMergeBranch(projectRef)
  const { direction, plan_id, target_digest, statements } = plan
  const { question, done, merge: confirmLabel } = DIRECTIONS[direction]
  const destructive = statements.filter(({ is_destructive: isDestructive }) => isDestructive).length
  const confirm = async () => {
    await merge.mutateAsync({ direction, plan_id, target_digest })
    toast.success(done)
    onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant={destructive > 0 ? 'danger' : 'success'}
      title={question}
      description="Runs the statements that you reviewed and records them as a migration. This can’t be undone automatically."
      confirmLabel={confirmLabel}
      loading={merge.isPending}
      onCancel={onClose}
      // The dialog shows the error.
      onConfirm={() => void confirm().catch(() => undefined)}
    >
      {destructive > 0 && (
        <Callout type="danger">
          {destructive === 1
            ? 'One statement destroys data.'
            : `${formatCount(destructive)} statements destroy data.`}
        </Callout>
      )}
      {merge.error && <QueryError error={merge.error} title="Not merged" />}
    </ConfirmDialog>
  )
}
