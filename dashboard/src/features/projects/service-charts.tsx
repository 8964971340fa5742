import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { LogsLink } from '../../components/logs-link.tsx'
import { QueryError } from '../../components/query-error.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useSeries, type Measured } from '../../data/resources/services/reports/series.ts'
import { axisTime } from '../../lib/dates.ts'
import { formatCount } from '../../lib/quantities.ts'
import { SegmentedControl } from '../../ui/buttons/segmented-control.tsx'
import { Change } from '../../ui/chart/change.tsx'
import { hasData, highestOf } from '../../ui/chart/chart.ts'
import { ChartGroup, pointNear, useChartCursor } from '../../ui/chart/chart-group.tsx'
import { ChartPlot } from '../../ui/chart/chart-plot.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import {
  figuresOf,
  PERIODS,
  requestsOf,
  type Period,
  type ServiceFigures,
} from './service-figures.ts'

type ServiceChartsProps = { projectRef: string }

/** Requests and errors of each service, and their change against the period before. */
export function ServiceCharts({ projectRef }: ServiceChartsProps) {
  const can = useCan(projectRef)
  return can('reports:read') ? <Requests projectRef={projectRef} /> : null
}

function Requests({ projectRef }: ServiceChartsProps) {
  const [period, setPeriod] = useState<Period>('1440')
  const request = useMemo(() => requestsOf(period), [period])
  const now = useSeries(projectRef, request)
  return (
    <section aria-labelledby="requests">
      <div className="mb-3 flex flex-wrap items-center gap-x-3 gap-y-2">
        <h2 id="requests" className="mr-auto font-semibold">
          Requests
        </h2>
        <LogsLink projectRef={projectRef} page="edge-logs" filters="status>=400">
          Failed requests
        </LogsLink>
        <SegmentedControl
          aria-label="Period of requests"
          value={period}
          options={PERIODS}
          onValueChange={setPeriod}
        />
      </div>
      {now.error && !now.data && (
        <QueryError
          error={now.error}
          title="Could not load the requests"
          onRetry={() => void now.refetch()}
        />
      )}
      {now.isPending && <Skeleton className="h-60" />}
      {now.data && (
        <ChartGroup>
          <ChartList projectRef={projectRef} now={now.data} />
        </ChartGroup>
      )}
    </section>
  )
}

type ChartListProps = { projectRef: string; now: Measured }

function ChartList({ projectRef, now }: ChartListProps) {
  const figures = useMemo(() => figuresOf(now), [now])
  const highest = Math.max(...figures.map(({ chart }) => highestOf(chart)))
  return (
    <ul className="grid grid-cols-[minmax(0,1fr)] gap-x-8 gap-y-6 sm:grid-cols-2">
      {figures.map((each) => (
        <li key={each.area} className="min-w-0">
          <ServiceChart projectRef={projectRef} figures={each} measured={now} highest={highest} />
        </li>
      ))}
    </ul>
  )
}

type ServiceChartProps = {
  projectRef: string
  figures: ServiceFigures
  measured: Measured
  highest: number
}

function ServiceChart({ projectRef, figures, measured, highest }: ServiceChartProps) {
  const { area, title, chart, requests, requestsBefore, errors } = figures
  const { times, stepMs } = measured
  const { time, setTime } = useChartCursor()
  const cursor = pointNear(times, time)
  const isShown = hasData(chart)
  const at = (index: number) => axisTime(times[index] ?? 0, stepMs * times.length)
  return (
    <figure className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <figcaption>
        <div className="flex items-baseline justify-between gap-3">
          <Link
            to="/project/$ref/reports/$id"
            params={{ ref: projectRef, id: area }}
            className="truncate font-medium hover:underline"
          >
            {title}
          </Link>
          <span className="text-xs text-muted tabular-nums">
            {cursor === undefined ? '' : at(cursor)}
          </span>
        </div>
        {isShown ? (
          <p className="flex items-baseline gap-2 tabular-nums">
            <span>{counted(valueAt(chart, 'Requests', cursor) ?? requests ?? 0, 'request')}</span>
            {cursor === undefined && <Change before={requestsBefore} now={requests} />}
            {errors !== null && errors > 0 && (
              <span className="ml-auto text-danger-text">
                {counted(valueAt(chart, 'Errors', cursor) ?? errors, 'error')}
              </span>
            )}
          </p>
        ) : (
          <p className="text-muted">No requests in this period</p>
        )}
      </figcaption>
      {isShown && (
        <ChartPlot
          chart={chart}
          highest={highest}
          times={times}
          formatTime={(each) => axisTime(each, stepMs * times.length)}
          cursor={cursor}
          onCursorChange={(index) => setTime(index === undefined ? undefined : times[index])}
          className="h-16"
        />
      )}
    </figure>
  )
}

const counted = (count: number, noun: string) =>
  `${formatCount(count)} ${noun}${count === 1 ? '' : 's'}`

/** The value of a series below the pointer; undefined while there is no pointer. */
function valueAt(
  { series }: ServiceFigures['chart'],
  name: string,
  cursor: number | undefined,
): number | undefined {
  if (cursor === undefined) return undefined
  return series.find((each) => each.name === name)?.values[cursor] ?? 0
}
