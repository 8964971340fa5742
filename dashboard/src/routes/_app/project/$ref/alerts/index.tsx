import { createFileRoute } from '@tanstack/react-router'
import { alertRulesQuery } from '../../../../../data/resources/services/alerts/rules.ts'
import { AlertsPage } from '../../../../../features/alerts/alerts-page.tsx'
import { pickText, pickValue } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/alerts/')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...pickValue(search, 'panel', ['new', 'edit']),
    ...pickText(search, 'item'),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(alertRulesQuery(call, ref))),
  component: AlertsRoute,
})

function AlertsRoute() {
  const { ref } = Route.useParams()
  return <AlertsPage key={ref} projectRef={ref} />
}
