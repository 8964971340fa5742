import { createFileRoute, Navigate } from '@tanstack/react-router'
import { usePreviewEnabled } from '../../../../../data/local/feature-previews.ts'
import { readLogs } from '../../../../../features/logs/read-logs.ts'
import { ALL_LOGS } from '../../../../../features/logs/log-pages.ts'
import { LogsRoute } from '../../../../../features/logs/logs-route.tsx'
import { LogsSearch, shownOf } from '../../../../../features/logs/url/logs-search.ts'

export const Route = createFileRoute('/_app/project/$ref/logs/')({
  validateSearch: LogsSearch,
  loaderDeps: ({ search }) => shownOf(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, readLogs({ ref, search: deps, sources: ALL_LOGS.sources }), {
      needs: 'logs:read',
    }),
  component: AllLogsRoute,
})

/** The logs of all services are a preview. Without it, the logs begin with the gateway. */
function AllLogsRoute() {
  const { ref } = Route.useParams()
  const search = Route.useSearch()
  const [isOn] = usePreviewEnabled('unified-logs')
  if (isOn) return <LogsRoute key={ref} projectRef={ref} page={ALL_LOGS} search={search} />
  return (
    <Navigate
      to="/project/$ref/logs/$source"
      params={{ ref, source: 'edge-logs' }}
      search={search}
      replace
    />
  )
}
