import { createFileRoute, notFound } from '@tanstack/react-router'
import { readLogs } from '../../../../../features/logs/read-logs.ts'
import { logPageOf } from '../../../../../features/logs/log-pages.ts'
import { LogsRoute } from '../../../../../features/logs/logs-route.tsx'
import { LogsSearch, shownOf } from '../../../../../features/logs/url/logs-search.ts'

export const Route = createFileRoute('/_app/project/$ref/logs/$source')({
  validateSearch: LogsSearch,
  beforeLoad: ({ params: { source } }) => {
    const page = logPageOf(source)
    if (!page) throw notFound()
    return { page }
  },
  loaderDeps: ({ search }) => shownOf(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, readLogs({ ref, search: deps, sources: context.page.sources }), {
      needs: 'logs:read',
    }),
  component: SourceRoute,
})

function SourceRoute() {
  const { ref } = Route.useParams()
  const { page } = Route.useRouteContext()
  const search = Route.useSearch()
  return <LogsRoute key={`${ref} ${page.slug}`} projectRef={ref} page={page} search={search} />
}
