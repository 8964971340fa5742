import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import { addDays, addMonths, isDay, localDay, weeksOf, type Day } from '../../lib/calendar.ts'
import { classNames } from '../../lib/class-names.ts'
import { Button } from '../buttons/button.tsx'

type CalendarProps = {
  /** The selected day; text that is not a day selects none. */
  value: Day
  onValueChange: (day: Day) => void
  /** Whether the calendar takes the focus when it appears. */
  takesFocus?: boolean
}

const toneOf = (day: Day, { active, value }: { active: Day; value: Day | undefined }) => {
  if (day === value) return 'bg-accent text-on-accent hover:bg-accent-hover'
  return day.slice(0, 7) === active.slice(0, 7) ? 'hover:bg-hover' : 'text-muted hover:bg-hover'
}

const WEEKDAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su']
const words = (day: Day, options: Intl.DateTimeFormatOptions) =>
  new Date(`${day}T00:00:00Z`).toLocaleDateString('en', { ...options, timeZone: 'UTC' })

/**
 * A month of days. Arrow keys move by day and week, Page Up and Page Down by month, Home and End to
 * the start and end of the week; Enter selects.
 */
export function Calendar({ value, onValueChange, takesFocus = false }: CalendarProps) {
  const [today] = useState(() => localDay(new Date()))
  const [active, setActive] = useState(isDay(value) ? value : today)
  const table = useRef<HTMLTableElement>(null)
  const isMoving = useRef(takesFocus)
  useEffect(() => {
    if (!isMoving.current) return
    isMoving.current = false
    table.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
  })
  const weeks = weeksOf(active)
  const weekday = weeks.find((week) => week.includes(active))?.indexOf(active) ?? 0
  const handleKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, Day> = {
      ArrowLeft: addDays(active, -1),
      ArrowRight: addDays(active, 1),
      ArrowUp: addDays(active, -7),
      ArrowDown: addDays(active, 7),
      Home: addDays(active, -weekday),
      End: addDays(active, 6 - weekday),
      PageUp: addMonths(active, -1),
      PageDown: addMonths(active, 1),
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    isMoving.current = true
    setActive(next)
  }
  return (
    <div className="grid w-fit gap-1.5 p-2">
      <div className="flex items-center justify-between">
        <Button
          variant="ghost"
          size="icon"
          aria-label="Previous month"
          onClick={() => setActive(addMonths(active, -1))}
        >
          <ChevronLeft />
        </Button>
        <span aria-live="polite" className="text-sm font-medium">
          {words(active, { month: 'long', year: 'numeric' })}
        </span>
        <Button
          variant="ghost"
          size="icon"
          aria-label="Next month"
          onClick={() => setActive(addMonths(active, 1))}
        >
          <ChevronRight />
        </Button>
      </div>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the days in it take the keys */}
      <table ref={table} onKeyDown={handleKeyDown} className="border-separate border-spacing-0">
        <thead>
          <tr>
            {WEEKDAYS.map((name) => (
              <th key={name} className="size-8 text-2xs font-normal text-muted">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeks.map((week) => (
            <tr key={week[0]}>
              {week.map((day) => (
                <td key={day} className="p-0">
                  <button
                    type="button"
                    tabIndex={day === active ? 0 : -1}
                    aria-label={words(day, { dateStyle: 'full' })}
                    aria-pressed={day === value}
                    aria-current={day === today ? 'date' : undefined}
                    onClick={() => {
                      setActive(day)
                      onValueChange(day)
                    }}
                    className={classNames(
                      'grid size-8 place-items-center rounded-md text-xs tabular-nums',
                      day === today && 'font-semibold underline underline-offset-4',
                      toneOf(day, { active, value }),
                    )}
                  >
                    {Number(day.slice(8))}
                  </button>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
