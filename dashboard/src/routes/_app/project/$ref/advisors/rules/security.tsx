import { createFileRoute } from '@tanstack/react-router'
import { advisorRulesQuery } from '../../../../../../data/resources/services/advisors/advisors.ts'
import { RulesPage } from '../../../../../../features/advisors/rules-page.tsx'
import { pickText } from '../../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/advisors/rules/security')({
  validateSearch: (search: Record<string, unknown>): { rule?: string } => pickText(search, 'rule'),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(advisorRulesQuery(call, ref))),
  component: SecurityRulesRoute,
})

function SecurityRulesRoute() {
  const { ref } = Route.useParams()
  const { rule } = Route.useSearch()
  return <RulesPage key={ref} projectRef={ref} category="security" opened={rule} />
}
