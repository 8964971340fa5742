import { createFileRoute } from '@tanstack/react-router'
import { tablePoliciesQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { schemasQuery } from '../../../../../data/resources/services/meta/tables.ts'
import { readListSearch, listFilter } from '../../../../../features/database/list/list-search.ts'
import { PoliciesPage } from '../../../../../features/database/policies/policies-page.tsx'
import { withFilter } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/policies')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, read, readPages }) => [
      read(schemasQuery(call, ref)),
      readPages(tablePoliciesQuery(call, ref, listFilter(deps))),
    ]),
  component: PoliciesRoute,
})

function PoliciesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <PoliciesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
