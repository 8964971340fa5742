import { FileColumnType } from '@stoa/contract/services/table-files'
import { useState } from 'react'
import { SchemaSelector } from '../../components/schema-selector.tsx'
import { Toggle } from '../../components/settings/toggle.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Checkbox } from '../../ui/inputs/checkbox.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Switch } from '../../ui/inputs/switch.tsx'
import { Section } from '../../ui/layout/section.tsx'
import { ColumnFormat, valueKindOf } from './column-format.tsx'
import {
  columnsProblem,
  identityName,
  NEW_KEY,
  newTableDraft,
  newTarget,
  NO_KEY,
  tableNameOf,
  withoutReading,
  type ColumnDraft,
} from './import-draft.ts'
import { StartForm, type SetupProps } from './start-form.tsx'

const TYPES = FileColumnType.options.map((value) => ({ value, label: value }))

/** The table that an import creates. */
export function NewTableForm(props: SetupProps) {
  const { projectRef, preview, file } = props
  const [draft, setDraft] = useState(() => newTableDraft(preview, tableNameOf(file.name), 'public'))
  const change = (next: Partial<typeof draft>) => setDraft((before) => ({ ...before, ...next }))
  const included = draft.columns.filter(({ isIncluded }) => isIncluded)
  const problem =
    draft.table.trim() === '' ? 'Enter a name for the table.' : columnsProblem(draft.columns)
  const keys = [
    { value: NEW_KEY, label: `New column ${identityName(included)}` },
    ...included.map(({ source, name }) => ({ value: source, label: name })),
    { value: NO_KEY, label: 'No primary key' },
  ]
  return (
    <>
      <Section title="Table" description="API requests need a policy to read its rows.">
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label="Schema">
            {(control) => (
              <SchemaSelector
                {...control}
                projectRef={projectRef}
                value={draft.schema}
                onValueChange={(schema) => change({ schema })}
              />
            )}
          </Field>
          <Field label="Name">
            {(control) => (
              <Input
                {...control}
                className="font-mono"
                maxLength={63}
                autoComplete="off"
                spellCheck={false}
                value={draft.table}
                onChange={({ target }) => change({ table: target.value })}
              />
            )}
          </Field>
          <Field label="Primary key">
            {(control) => (
              <Select
                {...control}
                value={keys.some(({ value }) => value === draft.key) ? draft.key : NEW_KEY}
                options={keys}
                onValueChange={(key) => change({ key })}
              />
            )}
          </Field>
        </div>
        <Toggle label="Enable row level security">
          {(control) => (
            <Switch
              {...control}
              checked={draft.hasSecurity}
              onCheckedChange={(hasSecurity) => change({ hasSecurity })}
            />
          )}
        </Toggle>
      </Section>
      <Section title="Columns" description="Types are guessed from the first rows.">
        <ul aria-label="Columns" className="grid max-h-96 gap-1.5 overflow-y-auto">
          {draft.columns.map((column) => (
            <ColumnRow
              key={column.source}
              column={column}
              onChange={(next) =>
                change({
                  columns: draft.columns.map((one) => (one.source === column.source ? next : one)),
                })
              }
            />
          ))}
        </ul>
      </Section>
      <StartForm
        {...props}
        problem={problem}
        hasDates={included.some(({ type }) => type === 'date' || type.startsWith('timestamp'))}
        target={
          problem === undefined
            ? newTarget({
                ...draft,
                key: keys.some(({ value }) => value === draft.key) ? draft.key : NEW_KEY,
              })
            : undefined
        }
      />
    </>
  )
}

type ColumnRowProps = { column: ColumnDraft; onChange: (column: ColumnDraft) => void }

function ColumnRow({ column, onChange }: ColumnRowProps) {
  const { source, name, type, isIncluded } = column
  return (
    <li className="grid grid-cols-[auto_minmax(0,1fr)_9.5rem_auto] items-center gap-2 p-px">
      <Checkbox
        aria-label={`Include ${source}`}
        checked={isIncluded}
        onCheckedChange={(checked) => onChange({ ...column, isIncluded: checked === true })}
      />
      <Input
        aria-label={`Name of ${source}`}
        className="font-mono text-xs"
        maxLength={63}
        autoComplete="off"
        spellCheck={false}
        disabled={!isIncluded}
        value={name}
        onChange={({ target }) => onChange({ ...column, name: target.value })}
      />
      <Select
        aria-label={`Type of ${source}`}
        className="font-mono text-xs"
        disabled={!isIncluded}
        value={type}
        options={TYPES}
        onValueChange={(next) => onChange({ ...withoutReading(column), type: next })}
      />
      <ColumnFormat
        source={source}
        kind={valueKindOf(type)}
        disabled={!isIncluded}
        reading={column.reading}
        onChange={(reading) => onChange({ ...withoutReading(column), ...(reading && { reading }) })}
      />
    </li>
  )
}
