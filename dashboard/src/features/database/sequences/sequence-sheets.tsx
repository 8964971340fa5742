import type { DatabaseSequence } from '@stoa/contract/services/meta/objects'
import { useFormValues } from '../../../components/form/use-form-values.ts'
import { nameProblem } from '../../../components/sql-form/name-problem.ts'
import { SqlForm } from '../../../components/sql-form/sql-form.tsx'
import { Field } from '../../../ui/field.tsx'
import { Input } from '../../../ui/input.tsx'
import { Sheet } from '../../../ui/sheet.tsx'
import { createSequenceSql, setSequenceSql } from '../object-sql.ts'

type NewSequenceSheetProps = { projectRef: string; schema: string; onClose: () => void }

export function NewSequenceSheet({ projectRef, schema, onClose }: NewSequenceSheetProps) {
  const { values, isDirty, change } = useFormValues({ name: '' })
  const { name } = values
  const problem = nameProblem(name)
  return (
    <Sheet
      open
      size="lg"
      title="New sequence"
      description={`In the schema ${schema}.`}
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        canSubmit={problem === undefined}
        sql={problem === undefined ? createSequenceSql({ schema, name }) : ''}
        submitLabel="Create sequence"
        success="Sequence created"
        onClose={onClose}
      >
        <Field label="Name" error={name === '' ? undefined : problem}>
          {(control) => (
            <Input
              {...control}
              className="font-mono text-xs"
              autoComplete="off"
              value={name}
              onChange={(event) => change({ name: event.target.value })}
            />
          )}
        </Field>
      </SqlForm>
    </Sheet>
  )
}

type SetSequenceSheetProps = {
  projectRef: string
  sequence: DatabaseSequence
  onClose: () => void
}

const WHOLE_NUMBER = /^-?\d{1,19}$/

export function SetSequenceSheet({ projectRef, sequence, onClose }: SetSequenceSheetProps) {
  const { values, isDirty, change } = useFormValues({ next: '' })
  const { next } = values
  const { min_value, max_value } = sequence
  const isValid =
    WHOLE_NUMBER.test(next) &&
    BigInt(next) >= BigInt(min_value) &&
    BigInt(next) <= BigInt(max_value)
  return (
    <Sheet
      open
      size="lg"
      title={`Set the next value of ${sequence.name}`}
      description={
        sequence.last_value === null
          ? 'The sequence has not been used yet.'
          : `The last value was ${sequence.last_value}.`
      }
      onClose={onClose}
    >
      <SqlForm
        projectRef={projectRef}
        isDirty={isDirty}
        canSubmit={isValid}
        sql={isValid ? setSequenceSql(sequence, next) : ''}
        submitLabel="Set next value"
        success="Next value set"
        onClose={onClose}
      >
        <Field
          label="Next value"
          description="The next insert fails if a row already has this value."
          error={
            next === '' || isValid
              ? undefined
              : `Enter a whole number from ${min_value} to ${max_value}.`
          }
        >
          {(control) => (
            <Input
              {...control}
              className="w-64 max-w-full font-mono text-xs"
              inputMode="numeric"
              autoComplete="off"
              value={next}
              onChange={(event) => change({ next: event.target.value.trim() })}
            />
          )}
        </Field>
      </SqlForm>
    </Sheet>
  )
}
