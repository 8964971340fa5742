import { CalendarClock, Check } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { timesOf, type LogRange } from '../../data/resources/services/logs/scope.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../../ui/overlays/popover.tsx'
import { minutesOf } from './range-search.ts'
import { parseFields, presetsWithin, rangeLabel, toLocalField } from './ranges.ts'

type RangePickerProps = {
  range: LogRange
  /** The days that are kept, and the subject of the sentence that says so. */
  retentionDays: number | undefined
  kept?: string
  onPreset: (value: string) => void
  onTimes: (from: number, to: number) => void
}

/** The range of time: one of those that end now, or a start and an end. */
export function RangePicker(props: RangePickerProps) {
  const { range, retentionDays, kept = 'Logs', onPreset, onTimes } = props
  const [isOpen, setIsOpen] = useState(false)
  const isChosen = (value: string) => range.kind === 'last' && minutesOf(value) === range.minutes
  const close = () => setIsOpen(false)
  return (
    <Popover open={isOpen} onOpenChange={setIsOpen}>
      <PopoverTrigger asChild>
        <Button className="min-w-0" aria-label={`Time range: ${rangeLabel(range)}`}>
          <CalendarClock className="size-3.5 shrink-0 text-muted" />
          <span className="truncate">{rangeLabel(range)}</span>
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label="Time range" className="grid w-72 gap-3">
        <ul className="grid gap-0.5">
          {presetsWithin(retentionDays).map(({ value, label }) => (
            <li key={value}>
              <button
                type="button"
                aria-pressed={isChosen(value)}
                onClick={() => {
                  onPreset(value)
                  close()
                }}
                className={classNames(
                  'flex h-7 w-full items-center justify-between rounded-md px-2 text-left text-sm hover:bg-hover pointer-coarse:h-8',
                  isChosen(value) && 'font-medium',
                )}
              >
                {label}
                {isChosen(value) && <Check className="size-3.5" />}
              </button>
            </li>
          ))}
        </ul>
        <CustomRange
          range={range}
          onTimes={(from, to) => {
            onTimes(from, to)
            close()
          }}
        />
        {retentionDays !== undefined && (
          <p className="text-xs text-muted">
            {kept} are kept for {retentionDays === 1 ? 'one day' : `${retentionDays} days`}.
          </p>
        )}
      </PopoverContent>
    </Popover>
  )
}

function CustomRange({ range, onTimes }: Pick<RangePickerProps, 'range' | 'onTimes'>) {
  const [first] = useState(() => timesOf(range))
  const [from, setFrom] = useState(() => toLocalField(Date.parse(first.from)))
  const [to, setTo] = useState(() => toLocalField(Date.parse(first.to)))
  const [problem, setProblem] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const times = parseFields(from, to)
    if ('problem' in times) setProblem(times.problem)
    else onTimes(times.from, times.to)
  }
  return (
    <form aria-label="Custom range" onSubmit={submit} className="grid gap-2 border-t pt-3">
      <Field label="From">
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={1}
            value={from}
            onChange={(event) => setFrom(event.target.value)}
          />
        )}
      </Field>
      <Field label="To" {...(problem !== undefined && { error: problem })}>
        {(control) => (
          <Input
            {...control}
            type="datetime-local"
            step={1}
            value={to}
            onChange={(event) => setTo(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="justify-self-start">
        Apply
      </Button>
    </form>
  )
}
