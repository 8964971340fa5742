import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { QueryError } from '../../../components/query-error.tsx'
import { SqlPreview } from '../../../components/sql-form/sql-preview.tsx'
import {
  useRevertMigration,
  useRevertPreview,
} from '../../../data/resources/services/meta/history.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { scriptOf } from './migration-text.ts'

type RevertDialogProps = { projectRef: string; migration: MigrationSummary; onClose: () => void }

/** Asks before a migration is reverted, and shows the SQL that undoes it. */
export function RevertDialog({ projectRef, migration, onClose }: RevertDialogProps) {
  const { version } = migration
  const name = migration.name ?? version
  const preview = useRevertPreview(projectRef, version)
  const run = useRevertMigration(projectRef)
  const confirm = async () => {
    await run.mutateAsync(version)
    toast.success(`Reverted ${name}`)
    onClose()
  }
  const { data } = preview
  return (
    <ConfirmDialog
      visible
      variant="danger"
      title={`Revert “${name}”?`}
      description="Runs the rollback and records it as a new migration, which can be reverted as well."
      confirmLabel="Revert"
      loading={run.isPending}
      canConfirm={data !== undefined}
      onCancel={onClose}
      // The dialog shows the error.
      onConfirm={() => void confirm().catch(() => undefined)}
    >
      {preview.error && <QueryError error={preview.error} title="Can’t be reverted" />}
      {preview.isPending && <Skeleton className="h-24" />}
      {data && (
        <>
          {data.loss !== null && <Callout type="danger">{data.loss}</Callout>}
          {data.later > 0 && (
            <Callout type="caution">
              {data.later === 1
                ? 'One later migration may depend on it.'
                : `${formatCount(data.later)} later migrations may depend on it.`}{' '}
              If Postgres refuses the SQL, nothing is changed.
            </Callout>
          )}
          <SqlPreview sql={scriptOf(data.statements)} />
        </>
      )}
      {run.error && <QueryError error={run.error} title="Not reverted. Nothing was changed." />}
    </ConfirmDialog>
  )
}
