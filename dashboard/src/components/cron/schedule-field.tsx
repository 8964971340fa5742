import { MAX_SCHEDULE_LENGTH, nextRuns, parseSchedule } from '@stoa/contract/services/cron/schedule'
import { formatExact } from '../../lib/dates.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { describeSchedule } from './describe-schedule.ts'
import { readSchedule } from './read-schedule.ts'

type ScheduleFieldProps = {
  value: string
  onValueChange: (schedule: string) => void
  /** When the sheet was opened; the next runs are counted from this time. */
  now: Date
  /** Whether it can run more often than every minute. */
  hasSeconds?: boolean
  /** The form's error for a schedule that was not entered. */
  problem?: string | undefined
}

const PRESETS = [
  { label: '30 seconds', schedule: '30 seconds' },
  { label: 'Minute', schedule: '* * * * *' },
  { label: 'Hour', schedule: '0 * * * *' },
  { label: 'Day', schedule: '0 3 * * *' },
  { label: 'Week', schedule: '0 3 * * 1' },
  { label: 'Month', schedule: '0 3 1 * *' },
]
const SHOWN_RUNS = 5

/**
 * An input for a cron schedule, as a cron expression or in plain words. It shows the other form and
 * the next runs.
 */
export function ScheduleField({
  value,
  onValueChange,
  now,
  hasSeconds = true,
  problem,
}: ScheduleFieldProps) {
  const text = readSchedule(value)
  const schedule = text === undefined ? undefined : parseSchedule(text)
  const next = schedule ? nextRuns(schedule, now, SHOWN_RUNS) : []
  const isBad = value.trim() !== '' && !schedule
  return (
    <div className="grid gap-2">
      <Field
        label="Schedule"
        description={
          text === undefined ? (
            'Plain English such as “every weekday at 9:30”, a cron expression (UTC), or 1 to 59 seconds.'
          ) : (
            <>
              {describeSchedule(text)}
              {text !== value.trim() && (
                <>
                  : <code>{text}</code>
                </>
              )}
            </>
          )
        }
        error={
          isBad
            ? 'Not recognized. Enter plain English such as “every weekday at 9:30”, a cron expression such as 5 4 * * *, or 1 to 59 seconds.'
            : problem && 'Enter a schedule.'
        }
      >
        {(control) => (
          <Input
            {...control}
            maxLength={MAX_SCHEDULE_LENGTH}
            autoComplete="off"
            placeholder="0 3 * * *"
            value={value}
            onChange={({ target }) => onValueChange(target.value)}
          />
        )}
      </Field>
      <div className="flex flex-wrap items-center gap-1.5" role="group" aria-label="Every">
        <span className="text-xs text-muted" aria-hidden>
          Every
        </span>
        {PRESETS.slice(hasSeconds ? 0 : 1).map(({ label, schedule: preset }) => (
          <Button
            key={label}
            size="sm"
            aria-pressed={text === preset}
            onClick={() => onValueChange(preset)}
          >
            {label}
          </Button>
        ))}
      </div>
      {schedule && next.length === 0 && (
        <p role="alert" className="text-xs text-warning-text">
          This schedule never runs: its months have no such day.
        </p>
      )}
      {next.length > 0 && (
        <div className="text-xs text-muted">
          <p>Next runs, in your time zone</p>
          <ol className="tabular-nums">
            {next.map((at) => (
              <li key={at.getTime()}>{formatExact(at.getTime())}</li>
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}
