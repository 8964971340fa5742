import { parsePeriod, PERIOD_UNITS } from '@stoa/contract/services/meta/periods'
import { Input } from '../../../ui/inputs/input.tsx'
import { Select } from '../../../ui/inputs/select.tsx'

const CALENDAR = [
  'today',
  'yesterday',
  'tomorrow',
  'this week',
  'last week',
  'next week',
  'this month',
  'last month',
  'next month',
  'this quarter',
  'last quarter',
  'this year',
  'last year',
]

type PeriodFieldsProps = {
  /** A period, such as `last 7 days`. */
  value: string
  /** Whether the column has no time of day. */
  isDate: boolean
  onChange: (value: string) => void
}

/** Selects a period relative to now, which the server evaluates whenever rows are read. */
export function PeriodFields({ value, isDate, onChange }: PeriodFieldsProps) {
  const period = parsePeriod(value)
  const rolling = period?.kind === 'rolling' ? period : undefined
  // While a number is typed, the value may not be a period.
  const [, typed] = /^(?:last|next) (\S*) ?\w*$/.exec(value) ?? []
  const direction = value.startsWith('next ') ? 'next' : 'last'
  const isRolling = rolling !== undefined || (period === undefined && typed !== undefined)
  const unit = rolling?.unit ?? 'day'
  const units = isDate ? PERIOD_UNITS.slice(2) : PERIOD_UNITS
  return (
    <div className="grid gap-2">
      <Select
        aria-label="Period"
        value={isRolling ? direction : value}
        options={[
          { value: 'last', label: 'the last …' },
          { value: 'next', label: 'the next …' },
          ...CALENDAR.map((words) => ({ value: words, label: words })),
        ]}
        onValueChange={(next) =>
          onChange(
            next === 'last' || next === 'next' ? `${next} ${rolling?.count ?? 7} ${unit}s` : next,
          )
        }
      />
      {isRolling && (
        <div className="grid grid-cols-[5rem_1fr] gap-2">
          <Input
            aria-label="Number"
            inputMode="numeric"
            value={rolling?.count ?? typed ?? ''}
            onChange={(event) => onChange(`${direction} ${event.target.value.trim()} ${unit}s`)}
          />
          <Select
            aria-label="Unit"
            value={unit}
            options={units.map((each) => ({ value: each, label: `${each}s` }))}
            onValueChange={(next) =>
              onChange(`${direction} ${rolling?.count ?? typed ?? 7} ${next}s`)
            }
          />
        </div>
      )}
      <p className="text-xs text-muted">Relative to now, in the time zone of the database.</p>
    </div>
  )
}
