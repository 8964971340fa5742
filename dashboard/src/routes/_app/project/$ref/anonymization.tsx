import { createFileRoute } from '@tanstack/react-router'
import { anonymizationQuery } from '../../../../data/resources/platform/anonymization.ts'
import { AnonymizationPage } from '../../../../features/anonymization/anonymization-page.tsx'
import { pickText, pickValue } from '../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/anonymization')({
  validateSearch: (search: Record<string, unknown>) => ({
    ...pickValue(search, 'panel', ['new', 'edit']),
    ...pickText(search, 'item'),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(anonymizationQuery(call, ref))),
  component: AnonymizationRoute,
})

function AnonymizationRoute() {
  const { ref } = Route.useParams()
  return <AnonymizationPage key={ref} projectRef={ref} />
}
