import { createFileRoute } from '@tanstack/react-router'
import { schemaObjectsQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { pickText, withFilter } from '../../../../../lib/search-params.ts'
import { SchemasPage } from '../../../../../features/database/schemas/schemas-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/schemas')({
  validateSearch: (search) => pickText(search, 'search'),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(schemaObjectsQuery(call, ref))),
  component: SchemasRoute,
})

function SchemasRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <SchemasPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
