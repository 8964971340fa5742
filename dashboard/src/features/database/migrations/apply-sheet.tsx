import { useState } from 'react'
import { formProblem } from '../../../components/form/form-problem.ts'
import { Option } from '../../../components/form/option.tsx'
import { SqlPreview } from '../../../components/sql-form/sql-preview.tsx'
import {
  useApplyMigrationFile,
  useRepairMigration,
} from '../../../data/resources/services/meta/history.ts'
import { Callout } from '../../../ui/feedback/callout.tsx'
import { toast } from '../../../ui/feedback/toast.ts'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet, SheetForm } from '../../../ui/overlays/sheet.tsx'
import { isOlder, readFileName, type NamedMigration } from './migration-file.ts'

type ApplySheetProps = {
  projectRef: string
  /** The version of the last migration. */
  newest: string | undefined
  onClose: () => void
}

const MOST_BYTES = 10_000_000

type ChosenFile = (NamedMigration & { sql: string }) | { problem: string }

/** Runs a migration file and records it, or only records it. */
export function ApplySheet({ projectRef, newest, onClose }: ApplySheetProps) {
  const [file, setFile] = useState<ChosenFile>()
  const [isApplied, setIsApplied] = useState(false)
  const run = useApplyMigrationFile(projectRef)
  const repair = useRepairMigration(projectRef)
  const chosen = file !== undefined && 'sql' in file ? file : undefined
  const submit = async () => {
    if (!chosen) return
    if (isApplied) await repair.mutateAsync({ status: 'applied', ...chosen })
    else await run.mutateAsync(chosen)
    toast.success(`${isApplied ? 'Recorded' : 'Applied'} ${chosen.name}`)
    onClose()
  }
  return (
    <Sheet
      open
      size="lg"
      title="Apply a migration file"
      description="Runs the file in one transaction and records it under its version."
      onClose={onClose}
    >
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-5"
        submitLabel={isApplied ? 'Record as applied' : 'Apply'}
        isDirty={file !== undefined}
        pending={run.isPending || repair.isPending}
        canSubmit={chosen !== undefined}
        problem={formProblem(run.error ?? repair.error)}
        onSubmit={() => void submit().catch(() => undefined)}
        onCancel={onClose}
      >
        <Field
          label="File"
          description="Named as the Supabase CLI names it, such as 20250312093005_create_notes.sql."
          error={file !== undefined && 'problem' in file ? file.problem : undefined}
        >
          {(control) => (
            <Input
              {...control}
              type="file"
              accept=".sql"
              onChange={({ target }) => {
                run.reset()
                repair.reset()
                const next = target.files?.[0]
                if (next) void readFile(next).then(setFile)
              }}
            />
          )}
        </Field>
        <Option checked={isApplied} onChange={setIsApplied}>
          Only record it, because its SQL has already run in this database
        </Option>
        {chosen && isOlder(chosen.version, newest) && (
          <Callout type="caution">
            Its version is older than the last migration. A database that replays the history runs
            this file earlier.
          </Callout>
        )}
        {chosen && <SqlPreview sql={chosen.sql} changesDefinitions={!isApplied} />}
      </SheetForm>
    </Sheet>
  )
}

async function readFile(file: File): Promise<ChosenFile> {
  const named = readFileName(file.name)
  if (named === undefined)
    return { problem: 'The name must be a version, an underscore and a name.' }
  if (file.size > MOST_BYTES) return { problem: 'The file is longer than 10 MB.' }
  const sql = await file.text()
  return sql.trim() === '' ? { problem: 'The file is empty.' } : { ...named, sql }
}
