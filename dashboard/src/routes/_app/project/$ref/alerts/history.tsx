import { createFileRoute } from '@tanstack/react-router'
import { alertEventsQuery } from '../../../../../data/resources/services/alerts/rules.ts'
import { HistoryPage } from '../../../../../features/alerts/history-page.tsx'
import { pickText } from '../../../../../lib/search-params.ts'

type HistorySearch = { rule?: string | undefined; before?: string | undefined }

export const Route = createFileRoute('/_app/project/$ref/alerts/history')({
  validateSearch: (search: Record<string, unknown>): HistorySearch =>
    pickText(search, 'rule', 'before'),
  loaderDeps: ({ search }) => search,
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(alertEventsQuery(call, ref, deps))),
  component: HistoryRoute,
})

function HistoryRoute() {
  const { ref } = Route.useParams()
  const { rule, before } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <HistoryPage
      key={ref}
      projectRef={ref}
      rule={rule}
      before={before}
      onFilter={(search) => void navigate({ search })}
    />
  )
}
