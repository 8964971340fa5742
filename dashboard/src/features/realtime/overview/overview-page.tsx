import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { ProjectPage } from '../../../components/project-page.tsx'
import { QueryError } from '../../../components/query-error.tsx'
import { useUsage } from '../../../data/resources/platform/overview.ts'
import { useRealtimeMetrics } from '../../../data/resources/services/realtime/realtime.ts'
import { formatExact, formatHour, formatMinute } from '../../../lib/dates.ts'
import { Charts } from '../../../ui/chart/charts.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { chartsOf } from './metrics.ts'
import { hourPoints, minutePoints } from './points.ts'

const PERIODS = [
  { value: 'hour', label: 'Last hour' },
  { value: 'day', label: 'Last 24 hours' },
] as const

/** Connections, messages and problems of a project's realtime service. */
export function OverviewPage({ projectRef }: { projectRef: string }) {
  const [period, setPeriod] = useState<(typeof PERIODS)[number]['value']>('hour')
  const metrics = useRealtimeMetrics(projectRef)
  const usage = useUsage(projectRef, 24)
  const points =
    period === 'hour'
      ? metrics.data && minutePoints(metrics.data.minutes)
      : usage.data && hourPoints(usage.data, usage.dataUpdatedAt)
  const failed = [metrics, usage].find(({ error, data }) => error && !data)
  return (
    <ProjectPage
      projectRef={projectRef}
      title="Overview"
      product="realtime"
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
      {failed?.error && (
        <QueryError
          error={failed.error}
          title="Could not load the metrics"
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && (!points || !metrics.data) && <Skeleton className="h-96" />}
      {points && metrics.data && (
        <Charts
          label="Realtime metrics"
          charts={chartsOf(points, metrics.data)}
          times={points.map(({ from }) => from)}
          formatTime={period === 'hour' ? formatMinute : formatHour}
          formatExact={formatExact}
          periods={PERIODS}
          period={period}
          onPeriodChange={setPeriod}
          empty={
            <EmptyState
              title="No activity in this period"
              description="Connections and messages appear here with the first client."
            />
          }
        />
      )}
      <p className="mt-4 text-xs text-muted">
        {period === 'hour'
          ? 'Clients and channels show the maximum in each minute. Minutes before the server last started are not shown.'
          : 'Clients and channels show the average of each hour.'}
      </p>
    </ProjectPage>
  )
}
