import type { CronOverlap } from '@stoa/contract/services/cron/jobs'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'

const OPTIONS: readonly { value: CronOverlap; label: string }[] = [
  { value: 'queue', label: 'Run once more afterwards' },
  { value: 'skip', label: 'Skip until the next time' },
  { value: 'allow', label: 'Start another run' },
]

type OverlapFieldProps = { value: CronOverlap; onValueChange: (overlap: CronOverlap) => void }

/** Selects what happens if the job is due while it is running. */
export function OverlapField({ value, onValueChange }: OverlapFieldProps) {
  return (
    <Field
      label="If still running"
      description={
        value === 'allow'
          ? 'At most four runs of the job at the same time.'
          : 'One run of the job at a time.'
      }
    >
      {(control) => (
        <Select {...control} value={value} options={OPTIONS} onValueChange={onValueChange} />
      )}
    </Field>
  )
}
