import { createFileRoute } from '@tanstack/react-router'
import { functionsQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { readListSearch, listFilter } from '../../../../../features/database/list/list-search.ts'
import { FunctionsPage } from '../../../../../features/database/functions/functions-page.tsx'
import { withFilter } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/functions')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(schemasQuery(call, ref)),
      readPages(functionsQuery(call, ref, listFilter(deps))),
    ]),
  component: FunctionsRoute,
})

function FunctionsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <FunctionsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
