export type ChartTone = 'accent' | 'danger' | 'success' | 'warning' | 'muted'

/** A line of a chart. A value that was not measured is null and leaves a gap. */
export type ChartSeries = {
  readonly name: string
  readonly tone: ChartTone
  readonly values: readonly (number | null)[]
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
