import { createFileRoute } from '@tanstack/react-router'
import { scheduledQueriesQuery } from '../../../../../data/resources/services/alerts/queries.ts'
import { QueriesPage } from '../../../../../features/alerts/queries-page.tsx'
import { pickText, pickValue } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/alerts/queries')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...pickValue(search, 'panel', ['new', 'edit', 'runs']),
    ...pickText(search, 'item', 'snippet'),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(scheduledQueriesQuery(call, ref))),
  component: QueriesRoute,
})

function QueriesRoute() {
  const { ref } = Route.useParams()
  return <QueriesPage key={ref} projectRef={ref} />
}
