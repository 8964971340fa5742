import { createQueue } from '@stoa/contract/services/queues/queues'
import { FormField } from '../../components/form/form-field.tsx'
import { useForm } from '../../components/form/use-form.ts'
import { useCreateQueue } from '../../data/resources/services/queues/queues.ts'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'
import { Sheet, SheetForm } from '../../ui/overlays/sheet.tsx'
import { DeadLetterFields, deadLettersOf, draftOf } from './dead-letter-fields.tsx'

const KINDS = [
  { value: 'basic', label: 'Basic', description: 'Messages survive a database crash.' },
  {
    value: 'unlogged',
    label: 'Unlogged',
    description: 'Faster, but messages are lost if the database crashes.',
  },
] as const

type QueueSheetProps = { projectRef: string; onClose: () => void }

/** Creates a queue. */
export function QueueSheet({ projectRef, onClose }: QueueSheetProps) {
  const create = useCreateQueue(projectRef)
  const form = useForm({
    endpoint: createQueue,
    values: { name: '', is_unlogged: false, dead_letters: draftOf(null) },
    toBody: ({ name, is_unlogged, dead_letters }) => ({
      name: name.trim(),
      is_unlogged,
      dead_letters: deadLettersOf(dead_letters),
    }),
    mutation: create,
    onSuccess: onClose,
    errorField: 'name',
  })
  const { values, change, state } = form
  return (
    <Sheet open title="New queue" onClose={onClose}>
      <SheetForm {...state} submitLabel="Create queue" onCancel={onClose}>
        <FormField
          form={form}
          name="name"
          label="Name"
          description="Up to 47 characters, not case-sensitive."
          problem="Enter a name."
        >
          {(attributes, value, changeName) => (
            <Input
              {...attributes}
              maxLength={47}
              autoComplete="off"
              className="font-mono"
              value={value}
              onChange={({ target }) => changeName(target.value)}
            />
          )}
        </FormField>
        <FormField form={form} name="is_unlogged" label="Type">
          {(attributes, isUnlogged, changeType) => (
            <Select
              {...attributes}
              value={isUnlogged ? 'unlogged' : 'basic'}
              options={KINDS}
              onValueChange={(kind) => changeType(kind === 'unlogged')}
            />
          )}
        </FormField>
        <DeadLetterFields
          projectRef={projectRef}
          value={values.dead_letters}
          onValueChange={(dead_letters) => change({ dead_letters })}
        />
      </SheetForm>
    </Sheet>
  )
}
