import { QueryError } from '../../components/query-error.tsx'
import { useProject } from '../../data/resources/platform/projects.ts'
import { useSeries } from '../../data/resources/services/reports/series.ts'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { ChartGrid, OpenLogs } from './chart-grid.tsx'
import { DatabaseDetails } from './database-details.tsx'
import { areaRequest } from './read-report.ts'
import { sectionsOf } from './report-charts.ts'
import { ReportFrame } from './report-frame.tsx'
import type { ReportPage } from './report-pages.ts'
import type { ReportsSearch } from './reports-search.ts'
import { useReportView } from './use-report-view.ts'

type AreaPageProps = { projectRef: string; page: ReportPage; search: ReportsSearch }

/** The charts of one service, or of the database. */
export function AreaPage({ projectRef, page, search }: AreaPageProps) {
  const view = useReportView(projectRef, search)
  const { data: project } = useProject(projectRef)
  const { range, isLive } = view
  const sections = sectionsOf(page.slug)
  const series = useSeries(projectRef, areaRequest(page.slug, range), { isLive })
  const openLogs = (
    <OpenLogs
      projectRef={projectRef}
      slug={page.slug}
      range={range}
      label="Open this time in Logs"
    />
  )
  return (
    <ReportFrame
      view={view}
      title={page.title}
      isRefreshing={series.isRefetching}
      actions={openLogs}
    >
      {series.error && !series.data && (
        <QueryError
          error={series.error}
          title="Could not load the report"
          onRetry={() => void series.refetch()}
        />
      )}
      {series.isPending && <Skeleton className="h-96" />}
      {series.data &&
        sections.map(({ title, charts }) => (
          <section key={title} aria-label={title}>
            {sections.length > 1 && <h2 className="mb-4 font-semibold">{title}</h2>}
            <ChartGrid charts={charts} measured={series.data} onZoom={view.zoom} />
          </section>
        ))}
      {page.slug === 'database' && project && <DatabaseDetails project={project} />}
    </ReportFrame>
  )
}
