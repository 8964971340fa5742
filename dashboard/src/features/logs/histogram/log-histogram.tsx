import { useState, type KeyboardEvent, type PointerEvent } from 'react'
import type { LogHistogram as Histogram } from '../../../data/resources/services/logs/events.ts'
import { axisTime } from '../../../lib/dates.ts'
import {
  bucketAt,
  countsLabel,
  rangeBetween,
  sumOf,
  timesOfBuckets,
  type BucketRange,
} from './brush.ts'
import { HistogramBars } from './histogram-bars.tsx'

type LogHistogramProps = {
  histogram: Histogram
  /** Called with times in milliseconds. */
  onZoom: (from: number, to: number) => void
}

/**
 * The events over time by severity. Dragging over bars zooms to them. With the keyboard, arrow keys
 * move over the bars, Shift selects several, and Enter zooms.
 */
export function LogHistogram({ histogram, onZoom }: LogHistogramProps) {
  const { buckets, bucket_ms: bucketMs } = histogram
  const count = buckets.length
  const [cursor, setCursor] = useState<number>()
  /** Where the selection begins: set while a pointer drags and while Shift extends. */
  const [anchor, setAnchor] = useState<number>()
  const range = cursor === undefined ? undefined : rangeBetween(anchor ?? cursor, cursor)
  const spanMs = bucketMs * count
  const at = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return bucketAt(event.clientX - left, { width, count })
  }
  const zoom = (selected: BucketRange) => {
    const times = timesOfBuckets(histogram, selected)
    setAnchor(undefined)
    setCursor(undefined)
    if (times) onZoom(times.from, times.to)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      Home: -count,
      End: count,
    }
    const step = steps[event.key]
    if (step !== undefined) {
      const start = cursor ?? (step > 0 ? -1 : count)
      const next = Math.min(count - 1, Math.max(0, start + step))
      setAnchor(event.shiftKey ? (anchor ?? cursor ?? next) : undefined)
      setCursor(next)
    } else if (event.key === 'Enter' && range) zoom(range)
    else if (event.key === 'Escape' && range) {
      setAnchor(undefined)
      setCursor(undefined)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  const describe = ({ first, last }: BucketRange) => {
    const times = timesOfBuckets(histogram, { first, last })
    const counts = countsLabel(sumOf(buckets.slice(first, last + 1)))
    return times
      ? `${axisTime(times.from, spanMs)} – ${axisTime(times.to, spanMs)}: ${counts}`
      : counts
  }
  const text = describe(range ?? { first: 0, last: count - 1 })
  return (
    <figure className="grid gap-1">
      <figcaption className="flex justify-between gap-3 text-xs text-muted tabular-nums">
        <span className="truncate" data-slot="histogram-counts">
          {text}
        </span>
      </figcaption>
      <div
        role="slider"
        tabIndex={0}
        aria-label="Events over time"
        aria-valuemin={0}
        aria-valuemax={Math.max(0, count - 1)}
        aria-valuenow={cursor ?? 0}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => {
          if (event.button !== 0) return
          event.currentTarget.setPointerCapture(event.pointerId)
          setAnchor(at(event))
          setCursor(at(event))
        }}
        onPointerMove={(event) => setCursor(at(event))}
        onPointerUp={(event) => {
          if (anchor !== undefined) zoom(rangeBetween(anchor, at(event)))
        }}
        onPointerCancel={() => setAnchor(undefined)}
        onPointerLeave={() => anchor === undefined && setCursor(undefined)}
        className="h-16 cursor-crosshair touch-pan-y rounded-sm outline-none focus-visible:ring-2 focus-visible:ring-focus"
      >
        <HistogramBars buckets={buckets} selected={range} isSelecting={anchor !== undefined} />
      </div>
      <div aria-hidden className="flex justify-between text-2xs text-muted tabular-nums">
        {[0, 0.5, 1].map((share) => (
          <span key={share}>
            {axisTime((buckets[0]?.from ?? 0) / 1000 + share * spanMs, spanMs)}
          </span>
        ))}
      </div>
    </figure>
  )
}
