import type { MigrationSummary } from '@stoa/contract/services/meta/history'
import { useState } from 'react'
import { QueryError } from '../../../components/query-error.tsx'
import { SqlPreview } from '../../../components/sql-form/sql-preview.tsx'
import {
  useSquashMigrations,
  useSquashPreview,
} from '../../../data/resources/services/meta/history.ts'
import { formatCount } from '../../../lib/quantities.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Select } from '../../../ui/inputs/select.tsx'
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx'
import { scriptOf } from './migration-text.ts'

type SquashDialogProps = {
  projectRef: string
  /** The last of the migrations that become one. */
  migration: MigrationSummary
  /** The migrations before it, newest first. */
  earlier: readonly MigrationSummary[]
  onClose: () => void
}

const MOST = 999

/** Replaces a migration and those before it with one. */
export function SquashDialog({ projectRef, migration, earlier, onClose }: SquashDialogProps) {
  const { version } = migration
  const [first, setFirst] = useState(earlier[0]?.version ?? version)
  const place = earlier.findIndex((each) => each.version === first)
  const versions = [version, ...earlier.slice(0, place + 1).map((each) => each.version)]
  const preview = useSquashPreview(projectRef, versions)
  const run = useSquashMigrations(projectRef)
  const confirm = async () => {
    await run.mutateAsync({ versions })
    toast.success(`Squashed ${formatCount(versions.length)} migrations`)
    onClose()
  }
  const { data } = preview
  return (
    <ConfirmDialog
      visible
      variant="warning"
      title="Squash migrations?"
      description="Only the history changes; the database stays as it is. Afterwards, run supabase migration fetch so that your local files match."
      confirmLabel={`Squash ${formatCount(versions.length)} migrations`}
      loading={run.isPending}
      canConfirm={data !== undefined}
      onCancel={onClose}
      // The dialog shows the error.
      onConfirm={() => void confirm().catch(() => undefined)}
    >
      <Field label="First migration" description={`The last one is ${titleOf(migration)}.`}>
        {(control) => (
          <Select
            {...control}
            value={first}
            options={earlier
              .slice(0, MOST)
              .map((each) => ({ value: each.version, label: titleOf(each) }))}
            onValueChange={setFirst}
          />
        )}
      </Field>
      {preview.error && <QueryError error={preview.error} title="Can’t be squashed" />}
      {data && !data.has_rollback && (
        <Callout type="caution">
          The result can’t be reverted, because one of the migrations has no rollback.
        </Callout>
      )}
      {data && (
        <SqlPreview
          sql={scriptOf(data.statements)}
          title="SQL of the new migration"
          changesDefinitions={false}
        />
      )}
      {run.error && <QueryError error={run.error} title="Not squashed. Nothing was changed." />}
    </ConfirmDialog>
  )
}

const titleOf = ({ version, name }: MigrationSummary) =>
  name === null ? version : `${name} (${version})`
