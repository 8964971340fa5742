export type ChartTone = 'accent' | 'danger' | 'success' | 'warning' | 'muted'

/** A line of a chart. A value that was not measured is null and leaves a gap. */
export type ChartSeries = {
  readonly name: string
  readonly tone: ChartTone
  readonly values: readonly (number | null)[]
  /** The value of the whole period, in the legend of several series. */
  readonly total?: string
}

/** One chart. Its series have one value for each point of time. */
export type Chart = {
  readonly label: string
  /** A sentence below the label. */
  readonly description?: string
  /** At most five, drawn with the first one on top. */
  readonly series: readonly ChartSeries[]
  readonly format: (value: number) => string
  /** The value of the whole period, shown while no point is selected. */
  readonly total: string
  /** Charts with the same name have the same scale, so that their lines can be compared. */
  readonly scale?: string
  /** Whether the values are whole numbers. */
  readonly isCount?: boolean
  /** Whether the values are bytes, whose axis has round numbers of kB, MB or GB. */
  readonly isBytes?: boolean
  /** Whether spans in which nothing was measured have a background. */
  readonly hasGaps?: boolean
  /** A line by default. */
  readonly shape?: 'line' | 'area' | 'bar'
  /** A logarithmic axis, which leaves out zero and negative values. */
  readonly isLogarithmic?: boolean
}

export const highestOf = ({ series }: Chart): number =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** The lowest value, or 0 if none is negative. */
export const lowestOf = ({ series }: Chart): number =>
  Math.min(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** Whether something was measured and is not zero. */
export const hasData = (chart: Chart): boolean => highestOf(chart) > 0

/** Whether something was measured, even if it was zero. */
export const isMeasured = ({ series }: Chart): boolean =>
  series.some(({ values }) => values.some((value) => value !== null))

/** The spans in which no series has a value. */
export function gapsOf({ series }: Chart): readonly { first: number; last: number }[] {
  const gaps: { first: number; last: number }[] = []
  const count = Math.max(0, ...series.map(({ values }) => values.length))
  for (let index = 0; index < count; index++) {
    if (series.some(({ values }) => (values[index] ?? null) !== null)) continue
    const gap = gaps.at(-1)
    if (gap?.last === index - 1) gap.last = index
    else gaps.push({ first: index, last: index })
  }
  return gaps
}
