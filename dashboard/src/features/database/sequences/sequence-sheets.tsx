import type { DatabaseSequence } from '@stoa/contract/services/meta/objects'
import { NewName } from '@stoa/contract/services/meta/params'
import { z } from 'zod'
import { checkedBy } from '../../../components/form/checked-by.ts'
import { useForm } from '../../../components/form/use-form.ts'
import { ChangeForm } from '../../../components/sql-form/change-form.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'
import { Sheet } from '../../../ui/overlays/sheet.tsx'
import { NameField } from '../list/name-field.tsx'

type NewSequenceSheetProps = { projectRef: string; schema: string; onClose: () => void }

const NewSequence = z.object({ name: NewName })

export function NewSequenceSheet({ projectRef, schema, onClose }: NewSequenceSheetProps) {
  const { values, body, problems, change, state } = useForm({
    values: { name: '' },
    schema: NewSequence,
  })
  return (
    <Sheet
      open
      size="lg"
      title="New sequence"
      description={`In the schema ${schema}.`}
      onClose={onClose}
    >
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={body && { kind: 'create_sequence', schema, name: body.name }}
        submitLabel="Create sequence"
        success="Sequence created"
        onClose={onClose}
      >
        <NameField
          value={values.name}
          error={problems.name}
          onChange={(name) => change({ name })}
        />
      </ChangeForm>
    </Sheet>
  )
}

type SetSequenceSheetProps = {
  projectRef: string
  sequence: DatabaseSequence
  onClose: () => void
}

const WHOLE_NUMBER = /^-?\d{1,19}$/

const valueOf = ({ min_value, max_value }: DatabaseSequence) =>
  checkedBy<string>((text) =>
    WHOLE_NUMBER.test(text) &&
    BigInt(text) >= BigInt(min_value) &&
    BigInt(text) <= BigInt(max_value)
      ? undefined
      : `Enter a whole number from ${min_value} to ${max_value}.`,
  )

export function SetSequenceSheet({ projectRef, sequence, onClose }: SetSequenceSheetProps) {
  const { values, body, problems, change, state } = useForm({
    values: { next: '' },
    schema: z.object({ next: valueOf(sequence) }),
  })
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
      <ChangeForm
        projectRef={projectRef}
        state={state}
        change={
          body && {
            kind: 'restart_sequence',
            schema: sequence.schema,
            name: sequence.name,
            next: body.next,
          }
        }
        submitLabel="Set next value"
        success="Next value set"
        onClose={onClose}
      >
        <Field
          label="Next value"
          description="The next insert fails if a row already has this value."
          error={problems.next}
        >
          {(control) => (
            <Input
              {...control}
              className="w-64 max-w-full font-mono text-xs"
              inputMode="numeric"
              autoComplete="off"
              value={values.next}
              onChange={(event) => change({ next: event.target.value.trim() })}
            />
          )}
        </Field>
      </ChangeForm>
    </Sheet>
  )
}
