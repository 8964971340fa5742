import { createFileRoute } from '@tanstack/react-router'
import { advisorReportQuery } from '../../../../../data/resources/services/advisors/advisors.ts'
import { AdvisorPage } from '../../../../../features/advisors/advisor-page.tsx'
import { readFindingsSearch } from '../../../../../features/advisors/findings-search.ts'

export const Route = createFileRoute('/_app/project/$ref/advisors/performance')({
  validateSearch: readFindingsSearch,
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(advisorReportQuery(call, ref))),
  component: PerformanceRoute,
})

function PerformanceRoute() {
  const { ref } = Route.useParams()
  return <AdvisorPage key={ref} projectRef={ref} category="performance" />
}
