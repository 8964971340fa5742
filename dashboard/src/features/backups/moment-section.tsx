import type { Backup } from '@stoa/contract/platform/backups'
import { useState, type ReactNode } from 'react'
import { toLocalField } from '../../components/time-range/ranges.ts'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { describeReach, formatUtc, isReachable, spanOf, type Period } from './moments.ts'
import { ReachBar } from './reach-bar.tsx'

type MomentSectionProps = {
  periods: readonly Period[]
  backups: readonly Backup[]
  /** The buttons for the chosen moment; undefined while the field has none that can be restored. */
  renderActions: (time: number | undefined) => ReactNode
}

/** The moments that can be restored now, and the choice of one of them. */
export function MomentSection({ periods, backups, renderActions }: MomentSectionProps) {
  const span = spanOf(periods)
  return (
    <section aria-labelledby="moment-heading" className="grid gap-4">
      <h2 id="moment-heading" className="text-lg font-semibold text-pretty">
        {describeReach(periods)}
      </h2>
      {span && (
        <MomentChoice
          periods={periods}
          last={span.until}
          marks={backups.flatMap(({ completed_at: at }) => (at === null ? [] : [Date.parse(at)]))}
          renderActions={renderActions}
        />
      )}
    </section>
  )
}

type MomentChoiceProps = Pick<MomentSectionProps, 'periods' | 'renderActions'> & {
  last: number
  marks: readonly number[]
}

function MomentChoice({ periods, last, marks, renderActions }: MomentChoiceProps) {
  const [first] = useState(last)
  const [text, setText] = useState(() => toLocalField(first))
  const typed = Date.parse(text)
  const isMoment = !Number.isNaN(typed)
  const canRestore = isMoment && isReachable(periods, typed)
  return (
    <>
      <ReachBar
        periods={periods}
        marks={marks}
        value={isMoment ? typed : last}
        onChange={(time) => setText(toLocalField(time))}
      />
      <Field
        label="Date and time"
        className="sm:w-64"
        description={isMoment ? formatUtc(typed) : 'In your time zone.'}
        error={problemOf(isMoment, canRestore)}
      >
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={1}
            value={text}
            onChange={(event) => setText(event.target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">{renderActions(canRestore ? typed : undefined)}</div>
    </>
  )
}

function problemOf(isMoment: boolean, canRestore: boolean): string | undefined {
  if (!isMoment) return 'Enter a date and a time.'
  return canRestore ? undefined : 'This moment can’t be restored. Choose one in the filled part.'
}
