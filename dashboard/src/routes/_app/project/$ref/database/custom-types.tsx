import { createFileRoute } from '@tanstack/react-router'
import { customTypesQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { readListSearch, listFilter } from '../../../../../features/database/list/list-search.ts'
import { CustomTypesPage } from '../../../../../features/database/custom-types/custom-types-page.tsx'
import { withFilter } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/custom-types')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(schemasQuery(call, ref)),
      readPages(customTypesQuery(call, ref, listFilter(deps))),
    ]),
  component: CustomTypesRoute,
})

function CustomTypesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <CustomTypesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
