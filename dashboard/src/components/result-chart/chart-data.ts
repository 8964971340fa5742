import { isNumericType } from '../result-grid/cell-type.ts'
import type { Cell } from '@stoa/contract/services/meta/cell'
import type { ChartSeries, ChartTone } from '../../ui/chart/chart.ts'
import type { ChartSettings } from './chart-settings.ts'

/** The rows of a result, in the texts that Postgres prints. */
export type ChartRows = {
  readonly columns: readonly { readonly name: string; readonly type: string }[]
  readonly rows: readonly (readonly Cell[])[]
}

export type ChartData = {
  readonly labels: readonly string[]
  readonly series: readonly ChartSeries[]
  /** Rows or groups that the chart leaves out, in a sentence each. */
  readonly omitted: readonly string[]
}

export const MAX_POINTS = 2000
export const MAX_SERIES = 5

const TONES: readonly ChartTone[] = ['accent', 'success', 'warning', 'danger', 'muted']

/** The chart of a result whose columns have not been chosen yet. */
export function firstChart({ columns }: ChartRows): ChartSettings {
  const numeric = columns.filter(({ type }) => isNumericType(type))
  const x = columns.find((column) => !numeric.includes(column)) ?? columns[0]
  const y = numeric.find((column) => column !== x)
  return {
    shape: 'bar',
    x: x?.name ?? '',
    y: y ? [y.name] : [],
    group: null,
    isCumulative: false,
    isLogarithmic: false,
  }
}

/** The points of a chart, from the rows of a result in their order. */
export function chartData(result: ChartRows, settings: ChartSettings): ChartData {
  const { group } = settings
  const data =
    group === null ? ungrouped(result, settings) : grouped(result, { ...settings, group })
  const isCut = result.rows.length > MAX_POINTS && group === null
  const omitted = [
    ...data.omitted,
    ...(isCut
      ? [`The chart shows the first ${count(MAX_POINTS)} of ${count(result.rows.length)} rows.`]
      : []),
  ]
  const series = settings.isCumulative
    ? data.series.map((each) => ({ ...each, values: cumulative(each.values) }))
    : data.series
  const unseen = settings.isLogarithmic
    ? series.flatMap(({ values }) => values).filter((value) => value !== null && value <= 0).length
    : 0
  if (unseen > 0)
    omitted.push(
      `${count(unseen)} ${unseen === 1 ? 'value of zero or less has' : 'values of zero or less have'} no place on a logarithmic axis.`,
    )
  return { ...data, series, omitted }
}

function ungrouped({ columns, rows }: ChartRows, { x, y }: ChartSettings): ChartData {
  const shown = rows.slice(0, MAX_POINTS)
  const xIndex = indexOf(columns, x)
  return {
    labels: shown.map((row) => row[xIndex] ?? 'NULL'),
    series: y.slice(0, MAX_SERIES).map((name, index) => {
      const at = indexOf(columns, name)
      return { name, tone: TONES[index] ?? 'muted', values: shown.map((row) => numberOf(row[at])) }
    }),
    omitted: [],
  }
}

/** One series for each value of a column. Values of the same group and the same x are added. */
function grouped(
  { columns, rows }: ChartRows,
  { x, y: [y = ''], group }: ChartSettings & { group: string },
): ChartData {
  const at = { x: indexOf(columns, x), y: indexOf(columns, y), group: indexOf(columns, group) }
  const labels = new Map<string, number>()
  const groups = new Map<string, Map<number, number>>()
  let isCut = false
  for (const row of rows) {
    const label = row[at.x] ?? 'NULL'
    if (!labels.has(label) && labels.size === MAX_POINTS) {
      isCut = true
      continue
    }
    const place = labels.get(label) ?? labels.size
    labels.set(label, place)
    const name = row[at.group] ?? 'NULL'
    const sums = groups.get(name) ?? new Map<number, number>()
    groups.set(name, sums)
    const value = numberOf(row[at.y])
    if (value !== null) sums.set(place, (sums.get(place) ?? 0) + value)
  }
  const names = [...groups.keys()]
  const omitted = [
    ...(names.length > MAX_SERIES
      ? [`The chart shows the first ${MAX_SERIES} of ${count(names.length)} groups.`]
      : []),
    ...(isCut ? [`The chart shows the first ${count(MAX_POINTS)} values of ${x}.`] : []),
  ]
  return {
    labels: [...labels.keys()],
    series: names.slice(0, MAX_SERIES).map((name, index) => ({
      name,
      tone: TONES[index] ?? 'muted',
      values: Array.from(labels.values(), (place) => groups.get(name)?.get(place) ?? null),
    })),
    omitted,
  }
}

function cumulative(values: readonly (number | null)[]): (number | null)[] {
  let sum = 0
  return values.map((value) => {
    if (value === null) return null
    sum += value
    return sum
  })
}

const indexOf = (columns: ChartRows['columns'], name: string) =>
  columns.findIndex((column) => column.name === name)

/** NULL, text, NaN and infinity leave a gap. */
function numberOf(cell: string | null | undefined): number | null {
  if (cell === null || cell === undefined || cell.trim() === '') return null
  const value = Number(cell.replace(/^(-?)\$/, '$1').replaceAll(',', ''))
  return Number.isFinite(value) ? value : null
}

const count = (value: number) => value.toLocaleString('en')
