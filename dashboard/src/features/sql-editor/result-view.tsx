import { lazy, Suspense, useState } from 'react'
import { ResultGrid } from '../../components/result-grid/result-grid.tsx'
import { ValueSheet } from '../../components/result-grid/value-sheet.tsx'
import type { OpenedValue } from '../../components/result-grid/value-sheet.tsx'
import type { QueryAnswer } from '../../data/resources/services/meta/query.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import type { ViewSettings } from './view-settings.ts'

const ResultChart = lazy(async () => ({
  default: (await import('../../components/result-chart/result-chart.tsx')).ResultChart,
}))
const PivotView = lazy(async () => ({
  default: (await import('./pivot/pivot-view.tsx')).PivotView,
}))

type ResultViewProps = {
  result: QueryAnswer['results'][number]
  settings: ViewSettings
  onChange: (settings: ViewSettings) => void
}

/** The rows of one statement as a table, a chart or a pivot table. */
export function ResultView({ result, settings, onChange }: ResultViewProps) {
  const [opened, setOpened] = useState<OpenedValue | undefined>()
  return (
    <Suspense fallback={<Skeleton className="m-4 h-48" />}>
      {settings.view === 'chart' && (
        <ResultChart
          result={result}
          settings={settings.chart}
          onChange={(chart) => onChange({ ...settings, chart })}
        />
      )}
      {settings.view === 'pivot' && (
        <PivotView
          result={result}
          settings={settings.pivot}
          onChange={(pivot) => onChange({ ...settings, pivot })}
        />
      )}
      {settings.view === 'table' && (
        <ResultGrid
          label={`Result of ${result.command}`}
          columns={result.columns}
          rows={result.rows}
          onOpenCell={setOpened}
        />
      )}
      <ValueSheet value={opened} onClose={() => setOpened(undefined)} />
    </Suspense>
  )
}
