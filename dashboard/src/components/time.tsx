import { formatExact, formatRelative } from '../lib/dates.ts'
import { Tooltip } from '../ui/overlays/tooltip.tsx'

/** A relative time. A tooltip shows the exact time on hover and focus. */
export function Time({ date, className }: { date: string; className?: string }) {
  return (
    <Tooltip content={formatExact(date)}>
      <time dateTime={date} className={className}>
        {formatRelative(date)}
      </time>
    </Tooltip>
  )
}
