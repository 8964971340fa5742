import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { useCreateQueue } from '../../data/resources/queues.ts'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { Select } from '../../ui/select.tsx'
import { Sheet, SheetForm } from '../../ui/sheet.tsx'
import { DeadLetterFields, deadLettersOf, draftOf, isValid } from './dead-letter-fields.tsx'

const KINDS = [
  { value: 'basic', label: 'Basic', description: 'Messages survive a crash of the database.' },
  {
    value: 'unlogged',
    label: 'Unlogged',
    description: 'Faster. A crash of the database deletes the messages.',
  },
] as const

type QueueSheetProps = { projectRef: string; onClose: () => void }

/** Creates a queue. */
export function QueueSheet({ projectRef, onClose }: QueueSheetProps) {
  const create = useCreateQueue(projectRef)
  const [name, setName] = useState('')
  const [kind, setKind] = useState<'basic' | 'unlogged'>('basic')
  const [deadLetters, setDeadLetters] = useState(draftOf(null))
  return (
    <Sheet open title="New queue" onClose={onClose}>
      <SheetForm
        className="grid content-start gap-5"
        submitLabel="Create queue"
        pending={create.isPending}
        canSubmit={name.trim() !== '' && isValid(deadLetters)}
        onSubmit={() =>
          create.mutate(
            {
              name: name.trim(),
              is_unlogged: kind === 'unlogged',
              dead_letters: deadLettersOf(deadLetters),
            },
            { onSuccess: onClose },
          )
        }
        onCancel={onClose}
      >
        <Field
          label="Name"
          description="Up to 47 characters, not case-sensitive."
          error={create.error ? errorMessage(create.error) : undefined}
        >
          {(control) => (
            <Input
              {...control}
              maxLength={47}
              autoComplete="off"
              className="font-mono"
              value={name}
              onChange={({ target }) => {
                create.reset()
                setName(target.value)
              }}
            />
          )}
        </Field>
        <Field label="Type">
          {(control) => (
            <Select {...control} value={kind} options={KINDS} onValueChange={setKind} />
          )}
        </Field>
        <DeadLetterFields
          projectRef={projectRef}
          value={deadLetters}
          onValueChange={setDeadLetters}
        />
      </SheetForm>
    </Sheet>
  )
}
