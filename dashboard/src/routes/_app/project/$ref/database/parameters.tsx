import { createFileRoute } from '@tanstack/react-router'
import { parametersQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { pickText, withFilter } from '../../../../../lib/search-params.ts'
import { ParametersPage } from '../../../../../features/database/parameters/parameters-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/parameters')({
  validateSearch: (search) => pickText(search, 'search'),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(parametersQuery(call, ref))),
  component: ParametersRoute,
})

function ParametersRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ParametersPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
