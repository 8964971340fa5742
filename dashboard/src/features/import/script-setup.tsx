import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { useStartImport } from '../../data/resources/services/imports/imports.ts'
import { formatBytes } from '../../lib/quantities.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Section } from '../../ui/layout/section.tsx'

export const isScript = ({ name }: File): boolean => /\.sql(\.gz)?$/i.test(name)

const OWNERS = [
  { value: 'leave_out', label: 'Leave them out' },
  { value: 'keep', label: 'Run them' },
] as const

type ScriptSetupProps = { projectRef: string; file: File; onClose: () => void }

/** Starts to run a file with SQL. */
export function ScriptSetup({ projectRef, file, onClose }: ScriptSetupProps) {
  const [owners, setOwners] = useState<'leave_out' | 'keep'>('leave_out')
  const start = useStartImport(projectRef)
  const run = () =>
    start.mutate(
      {
        definition: {
          kind: 'script',
          file_name: file.name,
          file_bytes: file.size,
          leaves_out_owners: owners === 'leave_out',
        },
        file,
      },
      { onSuccess: onClose },
    )
  return (
    <Section
      title="Run SQL file"
      description="The file runs as the role postgres in one transaction. If a statement fails, nothing is changed."
    >
      <p>
        <span className="font-mono text-xs wrap-anywhere">{file.name}</span>{' '}
        <span className="text-muted">{formatBytes(file.size)}</span>
      </p>
      <Field
        label="Owners and privileges"
        description="Dumps of other servers name roles that this project does not have."
      >
        {(control) => (
          <Select {...control} value={owners} options={OWNERS} onValueChange={setOwners} />
        )}
      </Field>
      <p className="text-xs text-muted">
        Plain dumps of pg_dump work, with the data of COPY. Commands of psql such as \connect do
        not.
      </p>
      {start.error && <QueryError error={start.error} title="Could not start the import" />}
      <div className="flex gap-2">
        <Button variant="primary" disabled={start.isPending} onClick={run}>
          {start.isPending ? 'Starting' : 'Run file'}
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Section>
  )
}
