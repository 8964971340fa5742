import { createFileRoute } from '@tanstack/react-router'
import { enumTypesQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { readListSearch, listFilter } from '../../../../../features/database/list/list-search.ts'
import { TypesPage } from '../../../../../features/database/types/types-page.tsx'
import { withFilter } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/types')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(schemasQuery(call, ref)),
      readPages(enumTypesQuery(call, ref, listFilter(deps))),
    ]),
  component: TypesRoute,
})

function TypesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <TypesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
