import { createFileRoute, notFound, redirect } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { snippetsQuery } from '../../../../../data/resources/platform/content.ts'
import { AreaPage } from '../../../../../features/reports/area-page.tsx'
import { readArea } from '../../../../../features/reports/read-report.ts'
import { reportPageOf } from '../../../../../features/reports/report-pages.ts'
import { rangeOnly, ReportsSearch } from '../../../../../features/reports/reports-search.ts'

const CustomReportPage = lazy(async () => ({
  default: (await import('../../../../../features/reports/custom/custom-report-page.tsx'))
    .CustomReportPage,
}))

const IS_UUID = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i

/** The report of a service, or one that a member made. */
export const Route = createFileRoute('/_app/project/$ref/reports/$id')({
  validateSearch: ReportsSearch,
  beforeLoad: async ({ params: { ref, id } }) => {
    if (id === 'new') {
      // Imported here and not with the route, so that the sign-in page does not load the schema
      // library.
      const { startSnippet } = await import('../../../../../components/documents/start-draft.ts')
      const params = { ref, id: startSnippet(ref, 'report') }
      throw redirect({ to: '/project/$ref/reports/$id', params, replace: true })
    }
    const page = reportPageOf(id)
    if (!page && !IS_UUID.test(id)) throw notFound()
    return { page }
  },
  loaderDeps: ({ search }) => rangeOnly(search),
  loader: ({ context, deps, params: { ref } }) => {
    const { page } = context
    return context.readInProject(
      ref,
      page ? readArea(ref, page.slug, deps) : ({ call, read }) => read(snippetsQuery(call, ref)),
      { needs: 'reports:read' },
    )
  },
  component: ReportRoute,
})

function ReportRoute() {
  const { ref, id } = Route.useParams()
  const { page } = Route.useRouteContext()
  const search = Route.useSearch()
  if (page)
    return <AreaPage key={`${ref} ${page.slug}`} projectRef={ref} page={page} search={search} />
  return (
    <Suspense>
      <CustomReportPage key={`${ref} ${id}`} projectRef={ref} reportId={id} search={search} />
    </Suspense>
  )
}
