import { createFileRoute } from '@tanstack/react-router'
import { TablesPage } from '../../../../../features/database/tables/tables-page.tsx'
import { readTablesSearch } from '../../../../../features/database/tables/tables-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/tables')({
  validateSearch: readTablesSearch,
  component: TablesRoute,
})

function TablesRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <TablesPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
