import { createFileRoute } from '@tanstack/react-router'
import { migrationsQuery } from '../../../../../data/resources/services/meta/history.ts'
import { readListSearch, listFilter } from '../../../../../features/database/list/list-search.ts'
import { MigrationsPage } from '../../../../../features/database/migrations/migrations-page.tsx'
import { withFilter } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_app/project/$ref/database/migrations')({
  validateSearch: readListSearch,
  loaderDeps: ({ search }) => readListSearch(search),
  loader: ({ context, deps, params: { ref } }) =>
    context.readInProject(ref, ({ call, readPages }) =>
      readPages(migrationsQuery(call, ref, listFilter(deps).search)),
    ),
  component: MigrationsRoute,
})

function MigrationsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <MigrationsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
