import { Link } from '@tanstack/react-router'
import { ScrollText } from 'lucide-react'
import { useMemo } from 'react'
import { formatFilters } from '../../components/logs/format-filters.ts'
import { useCan } from '../../data/resources/platform/projects.ts'
import type { LogRange } from '../../data/resources/services/logs/scope.ts'
import type { Measured } from '../../data/resources/services/reports/series.ts'
import { axisTime, formatExact } from '../../lib/dates.ts'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { ChartCard } from '../../ui/chart/chart-card.tsx'
import { chartOf, LOGS_OF, unmeasuredText, type ChartDeclaration } from './report-charts.ts'
import type { ReportSlug } from './report-pages.ts'

type ChartGridProps = {
  charts: readonly ChartDeclaration[]
  measured: Measured
  onZoom: (from: number, to: number) => void
}

/** The charts of a section, two beside each other where there is room. */
export function ChartGrid({ charts, measured, onZoom }: ChartGridProps) {
  const drawn = useMemo(
    () =>
      charts.map((each) => ({ chart: chartOf(each, measured), unmeasured: unmeasuredText(each) })),
    [charts, measured],
  )
  const { times, stepMs } = measured
  const spanMs = stepMs * times.length
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-8 lg:grid-cols-2">
      {drawn.map(({ chart, unmeasured }) => (
        <ChartCard
          key={chart.label}
          chart={chart}
          times={times}
          formatTime={(time) => axisTime(time, spanMs)}
          formatExact={formatExact}
          onZoom={(from, to) => onZoom(from, to + stepMs)}
          unmeasured={unmeasured}
        />
      ))}
    </div>
  )
}

type OpenLogsProps = { projectRef: string; slug: ReportSlug; range: LogRange; label: string }

/** Opens the events of the same time, for members who can read the logs. */
export function OpenLogs({ projectRef, slug, range, label }: OpenLogsProps) {
  const can = useCan(projectRef)
  if (!can('logs:read')) return null
  const { source, filters } = LOGS_OF[slug]
  return (
    <IconButton asChild variant="secondary" label={label}>
      <Link
        to="/project/$ref/logs/$source"
        params={{ ref: projectRef, source }}
        search={{
          ...searchOf(range),
          ...(filters.length > 0 && { filters: formatFilters(filters) }),
        }}
      >
        <ScrollText />
      </Link>
    </IconButton>
  )
}

/** A range as parameters of the page of logs. */
export const searchOf = (range: LogRange) =>
  range.kind === 'between'
    ? { from: range.from, to: range.to }
    : { range: range.minutes % 1440 === 0 ? `${range.minutes / 1440}d` : `${range.minutes}m` }
