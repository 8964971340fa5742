import { useEffect, useReducer } from 'react'
import { formatExact, formatRelative, isRecent } from '../lib/dates.ts'
import { Tooltip } from '../ui/overlays/tooltip.tsx'

const TICK_MS = 5_000

/** A relative time, which counts seconds first. A tooltip shows the exact time on hover and focus. */
export function Time({ date, className }: { date: string; className?: string }) {
  const [, tick] = useReducer((ticks: number) => ticks + 1, 0)
  const isTicking = isRecent(date)
  useEffect(() => {
    if (!isTicking) return
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [isTicking])
  return (
    <Tooltip content={formatExact(date)}>
      <time dateTime={date} className={className}>
        {formatRelative(date)}
      </time>
    </Tooltip>
  )
}
