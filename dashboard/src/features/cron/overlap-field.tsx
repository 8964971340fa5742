import type { CronOverlap } from '@stoa/contract/services/cron/jobs'
import { Field } from '../../ui/forms/field.tsx'
import { Select } from '../../ui/inputs/select.tsx'

const OPTIONS: readonly { value: CronOverlap; label: string }[] = [
  { value: 'queue', label: 'Queue one run' },
  { value: 'skip', label: 'Skip until the next time' },
  { value: 'allow', label: 'Run in parallel' },
]

type OverlapFieldProps = { value: CronOverlap; onValueChange: (overlap: CronOverlap) => void }

/** Selects what happens if the job is due while it is running. */
export function OverlapField({ value, onValueChange }: OverlapFieldProps) {
  return (
    <Field
      label="If still running"
      description={
        value === 'allow' ? 'Up to four runs at the same time.' : 'Only one run at a time.'
      }
    >
      {(control) => (
        <Select {...control} value={value} options={OPTIONS} onValueChange={onValueChange} />
      )}
    </Field>
  )
}
