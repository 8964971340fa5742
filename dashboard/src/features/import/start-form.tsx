import { useState } from 'react'
import { QueryError } from '../../components/query-error.tsx'
import { SqlPreview } from '../../components/sql-form/sql-preview.tsx'
import { errorMessage } from '../../data/client/api-error.ts'
import {
  useImportSql,
  useStartImport,
  type ImportDefinition,
  type ImportPreview,
} from '../../data/resources/services/imports/imports.ts'
import { useSettledValue } from '../../lib/use-settled-value.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Section } from '../../ui/layout/section.tsx'

/** The parts of a form that starts an import. */
export type SetupProps = {
  projectRef: string
  file: File
  preview: ImportPreview
  onStarted: () => void
  onCancel: () => void
}

type StartFormProps = SetupProps & {
  /** Undefined while the choices have a problem. */
  target: ImportDefinition['target'] | undefined
  problem: string | undefined
  hasDates: boolean
}

const BAD_ROWS = [
  { value: 'stop', label: 'Stop and change nothing' },
  { value: 'skip', label: 'Skip bad rows and list them' },
] as const

const DATE_ORDERS = [
  { value: 'mdy', label: 'Month first (12/31/2026)' },
  { value: 'dmy', label: 'Day first (31/12/2026)' },
] as const

/** The last choices of an import, its SQL, and the button that starts it. */
export function StartForm({
  projectRef,
  file,
  preview,
  target,
  problem,
  ...props
}: StartFormProps) {
  const [badRows, setBadRows] = useState<'stop' | 'skip'>('stop')
  const [dateOrder, setDateOrder] = useState(preview.date_order)
  const start = useStartImport(projectRef)
  const definition: ImportDefinition | undefined = target && {
    file_name: file.name,
    file_bytes: file.size,
    format: preview.format,
    date_order: dateOrder,
    bad_rows: badRows,
    target,
  }
  const sql = useImportSql(projectRef, useSettledValue(definition))
  return (
    <Section title="Import" description="The import continues when you leave this page.">
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label="If a row is bad">
          {(control) => (
            <Select {...control} value={badRows} options={BAD_ROWS} onValueChange={setBadRows} />
          )}
        </Field>
        {props.hasDates && (
          <Field label="Dates with slashes or dots">
            {(control) => (
              <Select
                {...control}
                value={dateOrder}
                options={DATE_ORDERS}
                onValueChange={setDateOrder}
              />
            )}
          </Field>
        )}
      </div>
      {definition && sql.error ? (
        <p role="alert" className="text-xs text-danger-text">
          {errorMessage(sql.error)}
        </p>
      ) : (
        <SqlPreview sql={definition ? (sql.data ?? []).map((one) => `${one};`).join('\n\n') : ''} />
      )}
      {start.error && <QueryError error={start.error} title="Could not start the import" />}
      {problem && (
        <p role="alert" className="text-xs text-danger-text">
          {problem}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          variant="primary"
          disabled={!definition || sql.isError || start.isPending}
          onClick={() =>
            definition && start.mutate({ definition, file }, { onSuccess: props.onStarted })
          }
        >
          {start.isPending ? 'Starting' : 'Start import'}
        </Button>
        <Button onClick={props.onCancel}>Cancel</Button>
      </div>
    </Section>
  )
}
