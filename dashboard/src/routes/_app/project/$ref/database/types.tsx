import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { TypesPage } from '../../../../../features/database/types/types-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/types')({
  validateSearch: readListSearch,
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
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
