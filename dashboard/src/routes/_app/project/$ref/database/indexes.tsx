import { createFileRoute } from '@tanstack/react-router'
import { indexesQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { readListSearch, listFilter } from '../../../../../features/database/list/list-search.ts'
import { IndexesPage } from '../../../../../features/database/indexes/indexes-page.tsx'
import { withFilter } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/indexes')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(schemasQuery(call, ref)),
      readPages(indexesQuery(call, ref, listFilter(deps))),
    ]),
  component: IndexesRoute,
})

function IndexesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <IndexesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
