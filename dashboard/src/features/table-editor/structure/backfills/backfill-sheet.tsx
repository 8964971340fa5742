import type { TableDetail } from '@stoa/contract/services/meta/catalogue'
import type { BackfillDefinition } from '@stoa/contract/services/meta/backfills'
import { fieldsCheckedBy } from '../../../../components/form/checked-by.ts'
import { Option } from '../../../../components/form/option.tsx'
import { useForm } from '../../../../components/form/use-form.ts'
import { SqlPreview } from '../../../../components/sql-form/sql-preview.tsx'
import {
  useBackfillSql,
  useStartBackfill,
} from '../../../../data/resources/services/meta/backfills.ts'
import { formatCount } from '../../../../lib/quantities.ts'
import { useSettledValue } from '../../../../lib/use-settled-value.ts'
import { toast } from '../../../../ui/feedback/toast.ts'
import { Field } from '../../../../ui/forms/field.tsx'
import { Combobox } from '../../../../ui/inputs/combobox.tsx'
import { Input } from '../../../../ui/inputs/input.tsx'
import { Select } from '../../../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../../../ui/overlays/sheet.tsx'
import {
  backfillOf,
  backfillProblems,
  fillable,
  newBackfill,
  type BackfillDraft,
} from './backfill-draft.ts'

const VALUES = [
  { value: 'literal' as const, label: 'Value' },
  { value: 'expression' as const, label: 'SQL expression' },
  { value: 'none' as const, label: 'No change', description: 'Only makes the column NOT NULL' },
]

const ROWS = [
  { value: 'null' as const, label: 'Rows where the column is NULL' },
  { value: 'all' as const, label: 'All rows' },
  { value: 'matching' as const, label: 'Rows that match a condition' },
]

const SCHEMA = fieldsCheckedBy(backfillProblems).transform(backfillOf)

type BackfillSheetProps = {
  projectRef: string
  table: TableDetail
  /** The column to begin with, and whether it is to become NOT NULL. */
  first?: { column: string; setNotNull: boolean }
  onClose: () => void
}

/** Starts a job that changes one column in batches, and can make it NOT NULL afterwards. */
export function BackfillSheet({ projectRef, table, first, onClose }: BackfillSheetProps) {
  const { values, body, problems, change, state } = useForm<BackfillDraft, BackfillDefinition>({
    values: newBackfill(first?.column ?? '', first?.setNotNull ?? false),
    schema: SCHEMA,
    mutation: useStartBackfill(projectRef, table.id),
    onSuccess() {
      toast.success(`Backfill of ${table.name} started. Its progress is under Definition.`)
      onClose()
    },
  })
  const isNullable = table.columns.find(({ name }) => name === values.column)?.is_nullable ?? false
  return (
    <Sheet open size="lg" title={`Backfill a column of ${table.name}`} onClose={onClose}>
      <SheetForm
        className="grid grid-cols-[minmax(0,1fr)] content-start gap-4"
        submitLabel="Start backfill"
        {...state}
        onCancel={onClose}
      >
        <p className="text-xs text-muted">
          Changes the rows in small transactions in the background, so others never wait long for
          them. The backfill continues after a restart of the server. Triggers run for each row.
        </p>
        <Field label="Column" error={problems.column}>
          {(control) => (
            <Combobox
              {...control}
              value={values.column || undefined}
              options={fillable(table.columns).map(({ name }) => ({ value: name, label: name }))}
              onValueChange={(column) => change({ column })}
            />
          )}
        </Field>
        <ValueFields values={values} problems={problems} change={change} />
        {isNullable && (
          <Option checked={values.setNotNull} onChange={(setNotNull) => change({ setNotNull })}>
            Then make the column NOT NULL (new rows need a value from the start)
          </Option>
        )}
        <BackfillPreview projectRef={projectRef} id={table.id} definition={body} />
      </SheetForm>
    </Sheet>
  )
}

type ValueFieldsProps = {
  values: BackfillDraft
  problems: { readonly [Name in keyof BackfillDraft]?: string | undefined }
  change: (part: Partial<BackfillDraft>) => void
}

function ValueFields({ values, problems, change }: ValueFieldsProps) {
  const { valueKind, rows } = values
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="New value" error={problems.valueKind}>
          {(control) => (
            <Select
              {...control}
              value={valueKind}
              options={VALUES}
              onValueChange={(next) => change({ valueKind: next })}
            />
          )}
        </Field>
        {valueKind !== 'none' && (
          <Field label={valueKind === 'literal' ? 'Value' : 'Expression'} error={problems.value}>
            {(control) => (
              <Input
                {...control}
                className="font-mono"
                autoComplete="off"
                value={values.value}
                placeholder={valueKind === 'literal' ? 'Empty text' : 'lower(name)'}
                onChange={(event) => change({ value: event.target.value })}
              />
            )}
          </Field>
        )}
      </div>
      {valueKind !== 'none' && (
        <Field label="Rows">
          {(control) => (
            <Select
              {...control}
              value={rows}
              options={ROWS}
              onValueChange={(next) => change({ rows: next })}
            />
          )}
        </Field>
      )}
      {valueKind !== 'none' && rows === 'matching' && (
        <Field label="Condition" error={problems.expression}>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              placeholder="created_at < '2026-01-01'"
              value={values.expression}
              onChange={(event) => change({ expression: event.target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}

type BackfillPreviewProps = {
  projectRef: string
  id: number
  definition: BackfillDefinition | undefined
}

function BackfillPreview({ projectRef, id, definition }: BackfillPreviewProps) {
  const { data, error } = useBackfillSql(projectRef, id, useSettledValue(definition))
  const isShown = definition !== undefined
  const statements = isShown ? (data?.statements ?? []) : []
  return (
    <div className="grid grid-cols-1 gap-1.5">
      <SqlPreview
        title="SQL of the steps"
        sql={statements.map((statement) => `${statement};`).join('\n')}
        error={isShown ? error : null}
      />
      {isShown && data && !error && definition.value !== null && (
        <p className="text-xs text-muted">
          Each step is a transaction of its own, and each batch of at most 20,000 rows too.{' '}
          {data.total === null
            ? 'Counting the rows takes too long.'
            : `${formatCount(data.total)} rows change.`}
        </p>
      )}
    </div>
  )
}
