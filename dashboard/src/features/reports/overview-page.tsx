import { QueryError } from '../../components/query-error.tsx'
import { useCan } from '../../data/resources/platform/projects.ts'
import { useSeries } from '../../data/resources/services/reports/series.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChartGrid, OpenLogs } from './chart-grid.tsx'
import { HealthTable } from './health-table.tsx'
import { healthRows, OVERVIEW_CHARTS } from './overview-charts.ts'
import { healthRequest, overviewRequest } from './read-report.ts'
import { ReportFrame } from './report-frame.tsx'
import type { ReportsSearch } from './reports-search.ts'
import { RouteTable } from './route-table.tsx'
import { useReportView } from './use-report-view.ts'

type OverviewPageProps = { projectRef: string; search: ReportsSearch }

/** Whether the services of a project respond well, and which requests do not. */
export function OverviewPage({ projectRef, search }: OverviewPageProps) {
  const view = useReportView(projectRef, search)
  const can = useCan(projectRef)
  const { range, isLive } = view
  const now = useSeries(projectRef, healthRequest(range), { isLive })
  const charts = useSeries(projectRef, overviewRequest(range), { isLive })
  const failed = [now, charts].find(({ error, data }) => error && !data)
  return (
    <ReportFrame
      view={view}
      title="Overview"
      isRefreshing={now.isRefetching || charts.isRefetching}
      actions={
        <OpenLogs
          projectRef={projectRef}
          slug="gateway"
          range={range}
          label="Open this time in Logs"
        />
      }
    >
      {failed?.error && (
        <QueryError
          error={failed.error}
          title="Could not load the report"
          onRetry={() => void failed.refetch()}
        />
      )}
      {!failed && now.isPending && <Skeleton className="h-60" />}
      {now.data && (
        <section aria-label="Health of the services">
          <HealthTable projectRef={projectRef} rows={healthRows(now.data)} range={range} />
          <p className="mt-2 text-xs text-muted">
            Changes compare with the period of the same length before. The 95th percentile is the
            mean of those of each interval, weighted by requests.
          </p>
        </section>
      )}
      {!failed && charts.isPending && <Skeleton className="h-60" />}
      {charts.data && (
        <section aria-label="Requests">
          <ChartGrid charts={OVERVIEW_CHARTS.charts} measured={charts.data} onZoom={view.zoom} />
        </section>
      )}
      {can('logs:read') && (
        <div className="grid grid-cols-[minmax(0,1fr)] gap-8 lg:grid-cols-2">
          <RouteTable projectRef={projectRef} range={range} kind="slowest" />
          <RouteTable projectRef={projectRef} range={range} kind="errors" />
        </div>
      )}
    </ReportFrame>
  )
}
