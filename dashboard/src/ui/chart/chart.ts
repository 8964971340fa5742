/** A line of a chart. A value that was not measured is null and leaves a gap. */
export type ChartSeries = {
  readonly name: string
  readonly tone: 'accent' | 'danger'
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
}

export const highestOf = ({ series }: Chart): number =>
  Math.max(0, ...series.flatMap(({ values }) => values.map((value) => value ?? 0)))

/** Whether something was measured and is not zero. */
export const hasData = (chart: Chart): boolean => highestOf(chart) > 0
