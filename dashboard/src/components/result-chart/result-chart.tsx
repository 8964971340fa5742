import { useMemo, useState } from 'react'
import { highestOf, type ChartTone } from '../../ui/chart/chart.ts'
import { ChartPlot } from '../../ui/chart/chart-plot.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { ChartSettings } from './chart-settings.ts'
import { ChartControls } from './chart-controls.tsx'
import { chartData, firstChart, type ChartData, type ChartRows } from './chart-data.ts'

type ResultChartProps = {
  result: ChartRows
  settings: ChartSettings | undefined
  onChange: (settings: ChartSettings) => void
}

/** A chart of the rows that are shown. The table view has their values. */
export function ResultChart({ result, settings, onChange }: ResultChartProps) {
  const chart = usable(result, settings) ?? firstChart(result)
  const data = useMemo(() => chartData(result, chart), [result, chart])
  const hasValues = data.series.some(({ values }) => values.some((value) => value !== null))
  return (
    <div className="flex size-full min-h-0 flex-col-reverse justify-end overflow-auto md:flex-row md:justify-start">
      <ChartControls columns={result.columns} settings={chart} onChange={onChange} />
      <div className="grid min-w-0 flex-1 content-start gap-3 p-4">
        {hasValues ? (
          <ResultPlot data={data} settings={chart} />
        ) : (
          <EmptyState
            title="No values to draw"
            description="Select a column with numbers for the y axis."
          />
        )}
        {data.omitted.map((sentence) => (
          <p key={sentence} className="text-xs text-muted">
            {sentence}
          </p>
        ))}
      </div>
    </div>
  )
}

/** The kept settings, if the result still has their columns. */
export function usable({ columns }: ChartRows, settings: ChartSettings | undefined) {
  if (!settings) return undefined
  const names = [settings.x, ...settings.y, ...(settings.group === null ? [] : [settings.group])]
  const isWhole = names.every((name) => columns.some((column) => column.name === name))
  return isWhole ? settings : undefined
}

const FILLS: Record<ChartTone, string> = {
  accent: 'bg-accent',
  danger: 'bg-danger',
  success: 'bg-success',
  warning: 'bg-warning',
  muted: 'bg-muted',
}

const format = (value: number) =>
  value.toLocaleString('en', { notation: 'compact', maximumFractionDigits: 1 })
const exact = (value: number) => value.toLocaleString('en', { maximumFractionDigits: 10 })

type ResultPlotProps = {
  data: ChartData
  settings: ChartSettings
  /** Height of the plot. */
  className?: string
}

/** The picture of a result, without its settings. */
export function ResultPlot({ data, settings, className = 'h-64' }: ResultPlotProps) {
  const [cursor, setCursor] = useState<number>()
  const { labels, series } = data
  const label = `${settings.y.join(', ')} by ${settings.x}`
  const chart = {
    label,
    series,
    format,
    total: `${labels.length.toLocaleString('en')} points`,
    shape: settings.shape,
    isLogarithmic: settings.isLogarithmic,
  }
  const places = useMemo(() => labels.map((_, index) => index), [labels])
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption className="flex flex-wrap items-center gap-x-4 gap-y-1 text-xs">
        <span className="min-w-24 truncate font-medium">
          {cursor === undefined ? label : labels[cursor]}
        </span>
        {series.map(({ name, tone, values }) => (
          <span key={name} className="flex items-center gap-1.5 tabular-nums">
            <span aria-hidden className={`size-2 rounded-full ${FILLS[tone]}`} />
            <span className="text-muted">{name}</span>
            {cursor !== undefined && <span>{valueAt(values, cursor)}</span>}
          </span>
        ))}
      </figcaption>
      <ChartPlot
        chart={chart}
        highest={highestOf(chart)}
        times={places}
        formatTime={(index) => shorten(labels[index] ?? '')}
        cursor={cursor}
        onCursorChange={setCursor}
        className={className}
      />
    </figure>
  )
}

function valueAt(values: readonly (number | null)[], index: number): string {
  const value = values[index] ?? null
  return value === null ? '–' : exact(value)
}

const shorten = (text: string) => (text.length > 24 ? `${text.slice(0, 23)}…` : text)
