import { CalendarDays } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { Button } from '../buttons/button.tsx'
import { dayOf, withDay } from './date-text.ts'
import { Input } from './input.tsx'
import { LazyCalendar, preloadCalendar } from './lazy-calendar.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '../overlays/popover.tsx'

type DateInputProps = Omit<ComponentProps<typeof Input>, 'value' | 'onChange'> & {
  value: string
  onValueChange: (text: string) => void
  /** The time that a picked day gets if the text has none; empty for a date alone. */
  time?: string
}

/** A text field for a date, or a date and time, with a calendar to pick the day from. */
export function DateInput({
  value,
  onValueChange,
  time = '',
  className,
  ...props
}: DateInputProps) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <div className="flex gap-1">
      <Input
        className={className}
        value={value}
        placeholder={time === '' ? 'YYYY-MM-DD' : `YYYY-MM-DD ${time}`}
        onChange={(event) => onValueChange(event.target.value)}
        {...props}
      />
      <Popover open={isOpen} onOpenChange={setIsOpen}>
        <PopoverTrigger asChild>
          <Button
            size="icon"
            aria-label="Open calendar"
            title="Open calendar"
            onPointerEnter={preloadCalendar}
            onFocus={preloadCalendar}
          >
            <CalendarDays />
          </Button>
        </PopoverTrigger>
        <PopoverContent
          align="end"
          aria-label="Calendar"
          className="w-auto p-0"
          onOpenAutoFocus={(event) => event.preventDefault()}
        >
          <LazyCalendar
            takesFocus
            value={dayOf(value)}
            onValueChange={(day) => {
              onValueChange(withDay(value, day, time))
              setIsOpen(false)
            }}
          />
        </PopoverContent>
      </Popover>
    </div>
  )
}
