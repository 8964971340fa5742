import type { LogLevel } from '@stoa/contract/catalog/log-sources'
import { memo } from 'react'
import { totalOf, type Bucket, type BucketRange } from './brush.ts'

type HistogramBarsProps = {
  buckets: readonly Bucket[]
  /** The bars under the pointer or the keyboard. */
  selected: BucketRange | undefined
  isSelecting: boolean
}

const HEIGHT = 100
const GAP = 0.15

/** From the bottom to the top. Errors are at the bottom, where their heights can be compared. */
const STACK: readonly { level: LogLevel; className: string }[] = [
  { level: 'error', className: 'fill-danger' },
  { level: 'warning', className: 'fill-warning' },
  { level: 'info', className: 'fill-line-strong' },
  { level: 'debug', className: 'fill-line' },
]

/** Stacked bars, with the events of each severity as one shape. */
export function HistogramBars({ buckets, selected, isSelecting }: HistogramBarsProps) {
  const count = buckets.length
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${Math.max(1, count)} ${HEIGHT}`}
      preserveAspectRatio="none"
      className="pointer-events-none size-full"
    >
      {selected && (
        <rect
          x={selected.first}
          width={selected.last - selected.first + 1}
          height={HEIGHT}
          className={isSelecting ? 'fill-accent-soft' : 'fill-hover'}
        />
      )}
      <Bars buckets={buckets} />
      <line
        x1={0}
        x2={count}
        y1={HEIGHT}
        y2={HEIGHT}
        vectorEffect="non-scaling-stroke"
        className="stroke-line"
      />
    </svg>
  )
}

/** Kept while only the pointer moves. */
const Bars = memo(function Bars({ buckets }: { buckets: readonly Bucket[] }) {
  const highest = Math.max(1, ...buckets.map(totalOf))
  return STACK.map(({ level, className }, place) => (
    <path
      key={level}
      className={className}
      d={buckets
        .map((bucket, index) => {
          const below = STACK.slice(0, place).reduce((sum, each) => sum + bucket[each.level], 0)
          return bar(index, { base: below / highest, size: bucket[level] / highest })
        })
        .join('')}
    />
  ))
})

function bar(index: number, { base, size }: { base: number; size: number }): string {
  if (size === 0) return ''
  const bottom = HEIGHT * (1 - base)
  // A single event among thousands is still visible.
  const top = Math.min(bottom - 2, HEIGHT * (1 - base - size))
  return `M${index + GAP / 2} ${bottom}V${top}H${index + 1 - GAP / 2}V${bottom}Z`
}
