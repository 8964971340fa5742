import { QueryError } from '../../components/query-error.tsx'
import { useResetQueryStatistics } from '../../data/resources/services/query-performance/query-performance.ts'
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx'

type ResetDialogProps = { projectRef: string; onClose: () => void }

/** Asks before the statistics are deleted. */
export function ResetDialog({ projectRef, onClose }: ResetDialogProps) {
  const reset = useResetQueryStatistics(projectRef)
  return (
    <ConfirmDialog
      visible
      variant="danger"
      size="md"
      title="Reset the statistics?"
      confirmLabel="Reset statistics"
      loading={reset.isPending}
      onCancel={onClose}
      onConfirm={() => reset.mutate(undefined, { onSuccess: onClose })}
    >
      <p>
        The history of every query is deleted, and counting starts again. This can’t be undone. The
        view pg_stat_statements in your database keeps its counters.
      </p>
      {reset.error && <QueryError error={reset.error} title="Could not reset the statistics" />}
    </ConfirmDialog>
  )
}
