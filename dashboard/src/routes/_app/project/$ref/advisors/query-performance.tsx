import { createFileRoute } from '@tanstack/react-router'
import { queryStatisticsQuery } from '../../../../../data/resources/services/query-performance/query-performance.ts'
import { readQueriesSearch } from '../../../../../features/query-performance/queries-search.ts'
import { QueryPerformancePage } from '../../../../../features/query-performance/query-performance-page.tsx'
import { spanOf } from '../../../../../features/query-performance/spans.ts'

export const Route = createFileRoute('/_app/project/$ref/advisors/query-performance')({
  validateSearch: readQueriesSearch,
  loaderDeps: ({ search: { span } }) => ({ span }),
  loader: ({ context, deps: { span }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) =>
      read(queryStatisticsQuery(call, ref, spanOf(span).hours)),
    ),
  component: QueryPerformanceRoute,
})

function QueryPerformanceRoute() {
  const { ref } = Route.useParams()
  return <QueryPerformancePage key={ref} projectRef={ref} />
}
