import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../../../../../features/reports/overview-page.tsx'
import { readOverview } from '../../../../../features/reports/read-report.ts'
import { rangeOnly, ReportsSearch } from '../../../../../features/reports/reports-search.ts'

export const Route = createFileRoute('/_app/project/$ref/reports/')({
  validateSearch: ReportsSearch,
  loaderDeps: ({ search }) => rangeOnly(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, readOverview(ref, deps), { needs: 'reports:read' }),
  component: OverviewRoute,
})

function OverviewRoute() {
  const { ref } = Route.useParams()
  return <OverviewPage key={ref} projectRef={ref} search={Route.useSearch()} />
}
