import type { Chart, ChartTone } from './chart.ts'

const TEXTS: Record<ChartTone, string> = {
  accent: 'text-accent-text',
  danger: 'text-danger-text',
  success: 'text-success-text',
  warning: 'text-warning-text',
  muted: 'text-muted',
}

type ChartValuesProps = { chart: Chart; cursor: number | undefined }

/** The legend: the values at the cursor, or else that of the period. */
export function ChartValues({ chart, cursor }: ChartValuesProps) {
  const hasTotals =
    chart.series.length > 1 && chart.series.every(({ total }) => total !== undefined)
  if (cursor === undefined && !hasTotals)
    return <p className="shrink-0 text-right font-medium tabular-nums">{chart.total}</p>
  return (
    <ul className="flex min-w-0 flex-wrap justify-end gap-x-3 text-right text-xs leading-5 tabular-nums">
      {chart.series.map(({ name, tone, values, total }) => (
        <li key={name}>
          <span className={TEXTS[tone]}>{chart.series.length > 1 ? `${name} ` : ''}</span>
          <span className="font-medium">
            {cursor === undefined ? total : valueAt(chart, values[cursor])}
          </span>
        </li>
      ))}
    </ul>
  )
}

const valueAt = ({ format }: Chart, value: number | null | undefined) =>
  value === null || value === undefined ? '–' : format(value)
