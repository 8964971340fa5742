import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { QueryError } from '../../../components/query-error.tsx'
import { useRepairMigration } from '../../../data/resources/services/meta/history.ts'
import { toast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'

type RepairDialogProps = { projectRef: string; migration: MigrationSummary; onClose: () => void }

/** Asks before a migration is removed from the history, as the CLI's repair does. */
export function RepairDialog({ projectRef, migration, onClose }: RepairDialogProps) {
  const { version, name } = migration
  const run = useRepairMigration(projectRef)
  const confirm = async () => {
    await run.mutateAsync({ status: 'reverted', version })
    toast.success(`Removed ${name ?? version} from the history`)
    onClose()
  }
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={`Mark “${name ?? version}” as reverted?`}
      description="Removes the migration from the history. Its changes stay in the database. Use this if they were undone elsewhere, or if the CLI reports that the version is missing locally."
      confirmLabel="Mark as reverted"
      loading={run.isPending}
      onCancel={onClose}
      // The dialog shows the error.
      onConfirm={() => void confirm().catch(() => undefined)}
    >
      {run.error && <QueryError error={run.error} title="Could not change the history" />}
    </ConfirmDialog>
  )
}
