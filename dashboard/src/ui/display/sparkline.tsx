import { useId } from 'react'
import { classNames } from '../../lib/class-names.ts'

type SparklineProps = {
  /** Lines that share one scale. The first one is drawn above the others. */
  lines: readonly { values: readonly number[]; tone: 'accent' | 'danger' }[]
  /** The point that a cursor marks. */
  cursor: number | undefined
  onCursorChange: (index: number | undefined) => void
  /** A description of the lines for screen readers. */
  label: string
  className?: string
}

const WIDTH = 240
const HEIGHT = 32
const MARGIN = 1.5
const STROKES = { accent: 'stroke-accent', danger: 'stroke-danger' }

/** Thin lines without axes. The numbers next to it follow the cursor. */
export function Sparkline({ lines, cursor, onCursorChange, label, className }: SparklineProps) {
  const title = useId()
  const count = lines[0]?.values.length ?? 0
  const highest = Math.max(1, ...lines.flatMap(({ values }) => values))
  const x = (index: number) => (count < 2 ? 0 : (index / (count - 1)) * WIDTH)
  const y = (value: number) => HEIGHT - MARGIN - (value / highest) * (HEIGHT - 2 * MARGIN)
  return (
    <svg
      data-slot="sparkline"
      role="img"
      aria-labelledby={title}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      className={classNames('h-8 w-full overflow-visible', className)}
      onPointerMove={({ currentTarget, clientX }) => {
        const { left, width } = currentTarget.getBoundingClientRect()
        const index = Math.round(((clientX - left) / Math.max(1, width)) * (count - 1))
        onCursorChange(Math.min(count - 1, Math.max(0, index)))
      }}
      onPointerLeave={() => onCursorChange(undefined)}
    >
      <title id={title}>{label}</title>
      <rect width={WIDTH} height={HEIGHT} className="fill-transparent" />
      {cursor !== undefined && (
        <line
          x1={x(cursor)}
          x2={x(cursor)}
          y1={0}
          y2={HEIGHT}
          vectorEffect="non-scaling-stroke"
          className="stroke-line-strong"
        />
      )}
      {lines.toReversed().map(({ values, tone }) => (
        <polyline
          key={tone}
          points={values.map((value, index) => `${x(index)},${y(value)}`).join(' ')}
          fill="none"
          strokeWidth={1.5}
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={STROKES[tone]}
        />
      ))}
    </svg>
  )
}
