import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProjectPage } from '../../../components/project-page.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useDailyUsage } from '../../../data/resources/projects/overview.ts'
import { useRealtimeMetrics } from '../../../data/resources/apis/realtime.ts'
import { SegmentedControl } from '../../../ui/buttons/segmented-control.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { MetricLines } from './metric-lines.tsx'
import { MetricTable } from './metric-table.tsx'
import { hourPoints, minutePoints } from './points.ts'

const PERIODS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
] as const
const VIEWS = [
  { value: 'chart', label: 'Chart' },
  { value: 'table', label: 'Table' },
] as const

/** Connections, messages and problems of a project's realtime service. */
export function OverviewPage({ projectRef }: { projectRef: string }) {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('hour')
  const [view, setView] = useState<(typeof VIEWS)[number]['value']>('chart')
  const metrics = useRealtimeMetrics(projectRef)
  const usage = useDailyUsage(projectRef)
  const points =
    period === 'hour'
      ? metrics.data && minutePoints(metrics.data.minutes)
      : usage.data && hourPoints(usage.data, usage.dataUpdatedAt)
  const failed = [metrics, usage].find(({ error, data }) => error && !data)
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Overview"
      product="Realtime"
      description={
        <>
          Connections and messages of your apps’ users. Join a channel yourself in the{' '}
          <Link
            to="/project/$ref/realtime/inspector"
            params={{ ref: projectRef }}
            className="text-accent-text underline underline-offset-2"
          >
            inspector
          </Link>
          .
        </>
      }
      needs={[]}
    >
      <div className="mb-4 flex flex-wrap justify-between gap-3">
        <SegmentedControl
          aria-label="Period"
          value={period}
          options={PERIODS}
          onValueChange={setPeriod}
        />
        <SegmentedControl
          aria-label="View of metrics"
          value={view}
          options={VIEWS}
          onValueChange={setView}
        />
      </div>
      {failed?.error && (
        <QueryError
          error={failed.error}
          title="Could not load the metrics"
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && (!points || !metrics.data) && <Skeleton className="h-96" />}
      {points && metrics.data && view === 'chart' && (
        <MetricLines points={points} now={metrics.data} period={period} />
      )}
      {points && view === 'table' && <MetricTable points={points} period={period} />}
      <p className="mt-4 text-xs text-muted">
        {period === 'hour'
          ? 'Clients and channels show the maximum in each minute. Minutes before the server last started are not shown.'
          : 'Clients and channels show the average of each hour.'}
      </p>
    </ProjectPage>
  )
}
