import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { IndexesPage } from '../../../../../features/database/indexes/indexes-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/indexes')({
  validateSearch: readListSearch,
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
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
