export const CHART_SHAPES = ['bar', 'line', 'area'] as const

/** How the rows of a result are drawn. */
export type ChartSettings = {
  readonly shape: (typeof CHART_SHAPES)[number]
  /** Names of columns. */
  readonly x: string
  readonly y: readonly string[]
  readonly group: string | null
  readonly isCumulative: boolean
  readonly isLogarithmic: boolean
}
