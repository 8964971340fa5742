import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { ViewsPage } from '../../../../../features/database/views/views-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/views')({
  validateSearch: readListSearch,
  component: ViewsRoute,
})

function ViewsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ViewsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
