import type { Queue } from '@stoa/contract/services/queues/queues'
import { useQueues } from '../../data/resources/services/queues/queues.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Select } from '../../ui/inputs/select.tsx'

/** The dead-letter settings as typed; an empty name means none. */
export type DeadLetterDraft = { readonly queue: string; readonly maxReads: string }

export const draftOf = (given: Queue['dead_letters']): DeadLetterDraft => ({
  queue: given?.dead_letter_queue ?? '',
  maxReads: String(given?.max_reads ?? 5),
})

const isValid = ({ queue, maxReads }: DeadLetterDraft) =>
  queue === '' || (/^\d{1,7}$/.test(maxReads) && Number(maxReads) >= 1 && Number(maxReads) <= 1e6)

export const deadLettersOf = ({ queue, maxReads }: DeadLetterDraft): Queue['dead_letters'] =>
  queue === ''
    ? null
    : { dead_letter_queue: queue, max_reads: maxReads === '' ? NaN : Number(maxReads) }

type DeadLetterFieldsProps = {
  projectRef: string
  /** The queue whose messages are moved, if it already exists. */
  name?: string
  value: DeadLetterDraft
  onValueChange: (value: DeadLetterDraft) => void
}

/** The option for no queue; no queue can have this name. */
const NONE = ';'

export function DeadLetterFields({
  projectRef,
  name,
  value,
  onValueChange,
}: DeadLetterFieldsProps) {
  const { data: queues = [] } = useQueues(projectRef)
  const names = queues
    .filter((queue) => queue.name !== name && queue.dead_letters === null)
    .map((queue) => queue.name)
  const all = new Set([...names, ...(value.queue === '' ? [] : [value.queue])])
  return (
    <>
      <Field label="Dead-letter queue" description="Receives messages that exceed the read limit.">
        {(control) => (
          <Select
            {...control}
            value={value.queue === '' ? NONE : value.queue}
            options={[
              { value: NONE, label: 'None' },
              ...[...all].map((each) => ({ value: each, label: each })),
            ]}
            onValueChange={(next) => onValueChange({ ...value, queue: next === NONE ? '' : next })}
          />
        )}
      </Field>
      {value.queue !== '' && (
        <Field
          label="Maximum reads"
          description="A message that has been read this many times is moved at its next read."
          error={isValid(value) ? undefined : 'Enter a number between 1 and 1,000,000.'}
        >
          {(control) => (
            <Input
              {...control}
              inputMode="numeric"
              className="w-32"
              value={value.maxReads}
              onChange={({ target }) => onValueChange({ ...value, maxReads: target.value })}
            />
          )}
        </Field>
      )}
    </>
  )
}
