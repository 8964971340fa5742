import { createFileRoute, notFound } from '@tanstack/react-router'
import { AreaPage } from '../../../../../features/reports/area-page.tsx'
import { readArea } from '../../../../../features/reports/read-report.ts'
import { reportPageOf } from '../../../../../features/reports/report-pages.ts'
import { rangeOnly, ReportsSearch } from '../../../../../features/reports/reports-search.ts'

export const Route = createFileRoute('/_app/project/$ref/reports/$area')({
  validateSearch: ReportsSearch,
  beforeLoad: ({ params: { area } }) => {
    const page = reportPageOf(area)
    if (!page) throw notFound()
    return { page }
  },
  loaderDeps: ({ search }) => rangeOnly(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, readArea(ref, context.page.slug, deps), { needs: 'reports:read' }),
  component: AreaRoute,
})

function AreaRoute() {
  const { ref } = Route.useParams()
  const { page } = Route.useRouteContext()
  return (
    <AreaPage key={`${ref} ${page.slug}`} projectRef={ref} page={page} search={Route.useSearch()} />
  )
}
