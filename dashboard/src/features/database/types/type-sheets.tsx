import type { EnumType } from '@stoa/contract/services/meta/objects'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { nameProblem } from '../../../components/sql-form/name-problem.ts'
import { SqlForm } from '../../../components/sql-form/sql-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Select } from '../../../ui/select.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { Textarea } from '../../../ui/textarea.tsx'
import { addEnumValueSql, createEnumSql, renameEnumValueSql } from '../object-sql.ts'
import { readValues, valuesProblem } from './enum-values.ts'

type NewTypeSheetProps = { projectRef: string; schema: string; onClose: () => void }

export function NewTypeSheet({ projectRef, schema, onClose }: NewTypeSheetProps) {
  const { values: typed, isDirty, change } = useFormValues({ name: '', text: '' })
  const { name, text } = typed
  const values = readValues(text)
  const problem = valuesProblem(values)
  const canSubmit = nameProblem(name) === undefined && problem === undefined && values.length > 0
  return (
    <Sheet
      open
      size="lg"
      title="New enumerated type"
      description={`In the schema ${schema}.`}
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        canSubmit={canSubmit}
        sql={canSubmit ? createEnumSql({ schema, name }, values) : ''}
        submitLabel="Create type"
        success="Type created"
        onClose={onClose}
      >
        <TextField
          label="Name"
          value={name}
          error={name === '' ? undefined : nameProblem(name)}
          onValueChange={(next) => change({ name: next })}
        />
        <Field
          label="Values"
          description="One per line, in the order in which they sort."
          error={problem}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              className="font-mono text-xs"
              spellCheck={false}
              value={text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      </SqlForm>
    </Sheet>
  )
}

type TypeSheetProps = { projectRef: string; type: EnumType; onClose: () => void }

export function AddValueSheet({ projectRef, type, onClose }: TypeSheetProps) {
  const { values, isDirty, change } = useFormValues({ value: '', place: END })
  const { value, place } = values
  const wanted = value.trim()
  const problem = valuesProblem([...type.values, wanted])
  const before = type.values[Number(place)]
  const canSubmit = wanted !== '' && problem === undefined
  const options = type.values.map((each, index) => ({
    value: String(index),
    label: `Before ${each}`,
  }))
  return (
    <Sheet
      open
      size="lg"
      title={`Add a value to ${type.name}`}
      description="Postgres can’t remove a value from a type."
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        canSubmit={canSubmit}
        sql={canSubmit ? addEnumValueSql(type, wanted, before) : ''}
        submitLabel="Add value"
        success="Value added"
        onClose={onClose}
      >
        <TextField
          label="Value"
          value={value}
          error={problem}
          onValueChange={(next) => change({ value: next })}
        />
        <Field label="Position">
          {(control) => (
            <Select
              {...control}
              value={place}
              options={[{ value: END, label: 'At the end' }, ...options]}
              onValueChange={(next) => change({ place: next })}
            />
          )}
        </Field>
      </SqlForm>
    </Sheet>
  )
}

const END = 'end'

export function RenameValueSheet({ projectRef, type, onClose }: TypeSheetProps) {
  const { values, isDirty, change } = useFormValues({ value: '', place: '0' })
  const { value, place } = values
  const from = type.values[Number(place)]
  const wanted = value.trim()
  const problem = valuesProblem([...type.values, wanted])
  const sql =
    from !== undefined && wanted !== '' && problem === undefined
      ? renameEnumValueSql(type, from, wanted)
      : ''
  return (
    <Sheet
      open
      size="lg"
      title={`Rename a value of ${type.name}`}
      description="Rows that have the value show the new name."
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        canSubmit={sql !== ''}
        sql={sql}
        submitLabel="Rename value"
        success="Value renamed"
        onClose={onClose}
      >
        <Field label="Value">
          {(control) => (
            <Select
              {...control}
              value={place}
              options={type.values.map((label, index) => ({ value: String(index), label }))}
              onValueChange={(next) => change({ place: next })}
            />
          )}
        </Field>
        <TextField
          label="New name"
          value={value}
          error={problem}
          onValueChange={(next) => change({ value: next })}
        />
      </SqlForm>
    </Sheet>
  )
}

type TextFieldProps = {
  label: string
  value: string
  error: string | undefined
  onValueChange: (text: string) => void
}

function TextField({ label, value, error, onValueChange }: TextFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          className="font-mono text-xs"
          autoComplete="off"
          value={value}
          onChange={(event) => onValueChange(event.target.value)}
        />
      )}
    </Field>
  )
}
