import { useRef, type KeyboardEvent, type PointerEvent } from 'react'
import { formatSecond, nearestReachable, spanOf, stepFrom, type Period } from './moments.ts'

type ReachBarProps = {
  periods: readonly Period[]
  /** When backups were complete, shown as marks. */
  marks: readonly number[]
  value: number
  onChange: (time: number) => void
}

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/**
 * The time that backups reach back to, as a slider whose filled parts can be restored. Arrow keys
 * move by a minute, with Shift by a second; Page Up and Page Down by an hour; Home and End to the ends.
 */
export function ReachBar({ periods, marks, value, onChange }: ReachBarProps) {
  const bar = useRef<HTMLDivElement>(null)
  const span = spanOf(periods)
  if (!span) return null
  const length = Math.max(span.until - span.from, SECOND)
  const positionOf = (time: number) => `${((time - span.from) / length) * 100}%`
  const pick = (event: PointerEvent) => {
    const box = bar.current?.getBoundingClientRect()
    if (!box || box.width === 0) return
    const share = Math.min(Math.max((event.clientX - box.left) / box.width, 0), 1)
    const time = nearestReachable(periods, span.from + share * length)
    if (time !== undefined) onChange(time)
  }
  const handleKeyDown = (event: KeyboardEvent) => {
    const small = event.shiftKey ? SECOND : MINUTE
    const moves: Record<string, number> = {
      ArrowLeft: stepFrom(periods, value, -small),
      ArrowDown: stepFrom(periods, value, -small),
      ArrowRight: stepFrom(periods, value, small),
      ArrowUp: stepFrom(periods, value, small),
      PageDown: stepFrom(periods, value, -HOUR),
      PageUp: stepFrom(periods, value, HOUR),
      Home: span.from,
      End: span.until,
    }
    const next = moves[event.key]
    if (next === undefined) return
    event.preventDefault()
    onChange(next)
  }
  return (
    <div className="grid gap-1.5">
      <div
        ref={bar}
        role="slider"
        tabIndex={0}
        aria-label="Moment to restore"
        aria-valuemin={span.from / SECOND}
        aria-valuemax={span.until / SECOND}
        aria-valuenow={value / SECOND}
        aria-valuetext={formatSecond(value)}
        onKeyDown={handleKeyDown}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture(event.pointerId)
          pick(event)
        }}
        onPointerMove={(event) => {
          if (event.currentTarget.hasPointerCapture(event.pointerId)) pick(event)
        }}
        className="relative h-8 cursor-pointer touch-none rounded-md border border-line-strong bg-sunken"
      >
        {periods.map(({ from, until }) => (
          <span
            key={from}
            className="absolute inset-y-0 min-w-px rounded-sm bg-accent-soft"
            style={{ left: positionOf(from), right: `${((span.until - until) / length) * 100}%` }}
          />
        ))}
        {marks
          .filter((time) => time >= span.from && time <= span.until)
          .map((time) => (
            <span
              key={time}
              className="absolute bottom-0 h-2 w-px bg-accent"
              style={{ left: positionOf(time) }}
            />
          ))}
        <span
          className="absolute -inset-y-0.5 w-0.5 -translate-x-1/2 bg-accent"
          style={{ left: positionOf(value) }}
        />
      </div>
      <div className="flex justify-between gap-4 text-xs text-muted tabular-nums" aria-hidden>
        <span>{formatSecond(span.from)}</span>
        <span className="text-right">{formatSecond(span.until)}</span>
      </div>
    </div>
  )
}
