import type { EnumType } from '@stoa/contract/services/meta/objects'
import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { checkedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { Textarea } from '../../../ui/inputs/textarea.tsx'
import { ValuePicker } from './value-picker.tsx'
import { listProblem, readValues, valueProblem } from './enum-values.ts'

type NewTypeSheetProps = { projectRef: string; schema: string; onClose: () => void }

const NewType = z.object({ name: NewName, text: checkedBy(listProblem) })

export function NewTypeSheet({ projectRef, schema, onClose }: NewTypeSheetProps) {
  const { values, body, problems, change, state } = useForm({
    values: { name: '', text: '' },
    schema: NewType,
  })
  return (
    <Sheet
      open
      size="lg"
      title="New enumerated type"
      description={`In the schema ${schema}.`}
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'create_enum',
            schema,
            name: body.name,
            values: readValues(body.text),
          }
        }
        submitLabel="Create type"
        success="Type created"
        onClose={onClose}
      >
        <TextField
          label="Name"
          value={values.name}
          error={problems.name}
          onValueChange={(next) => change({ name: next })}
        />
        <Field
          label="Values"
          description="One per line, in the order in which they sort."
          error={problems.text}
        >
          {(control) => (
            <Textarea
              {...control}
              rows={6}
              className="font-mono text-xs"
              spellCheck={false}
              value={values.text}
              onChange={(event) => change({ text: event.target.value })}
            />
          )}
        </Field>
      </ChangeForm>
    </Sheet>
  )
}

type TypeSheetProps = { projectRef: string; type: EnumType; onClose: () => void }

export function AddValueSheet({ projectRef, type, onClose }: TypeSheetProps) {
  const { values, body, problems, change, state } = useForm({
    values: { value: '', place: END },
    schema: newValue(type),
  })
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
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'add_enum_value',
            schema: type.schema,
            name: type.name,
            value: body.value,
            before: type.values[Number(body.place)] ?? null,
          }
        }
        submitLabel="Add value"
        success="Value added"
        onClose={onClose}
      >
        <TextField
          label="Value"
          value={values.value}
          error={problems.value}
          onValueChange={(next) => change({ value: next })}
        />
        <Field label="Position">
          {(control) => (
            <ValuePicker
              {...control}
              aria-label="Position"
              value={values.place}
              options={[{ value: END, label: 'At the end' }, ...options]}
              onValueChange={(next) => change({ place: next })}
            />
          )}
        </Field>
      </ChangeForm>
    </Sheet>
  )
}

const END = 'end'

/** A value that a type does not have yet, and its position next to another value. */
const newValue = (type: EnumType) =>
  z.object({
    value: z
      .string()
      .trim()
      .pipe(checkedBy((value) => valueProblem(type.values, value))),
    place: z.string(),
  })

export function RenameValueSheet({ projectRef, type, onClose }: TypeSheetProps) {
  const { values, body, problems, change, state } = useForm({
    values: { value: '', place: '0' },
    schema: newValue(type),
  })
  const from = type.values[Number(values.place)]
  return (
    <Sheet
      open
      size="lg"
      title={`Rename a value of ${type.name}`}
      description="Existing rows use the new name."
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && from !== undefined
            ? {
                kind: 'rename_enum_value',
                schema: type.schema,
                name: type.name,
                value: from,
                new_value: body.value,
              }
            : undefined
        }
        submitLabel="Rename value"
        success="Value renamed"
        onClose={onClose}
      >
        <Field label="Value">
          {(control) => (
            <ValuePicker
              {...control}
              aria-label="Value"
              value={values.place}
              options={type.values.map((label, index) => ({ value: String(index), label }))}
              onValueChange={(next) => change({ place: next })}
            />
          )}
        </Field>
        <TextField
          label="New name"
          value={values.value}
          error={problems.value}
          onValueChange={(next) => change({ value: next })}
        />
      </ChangeForm>
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
