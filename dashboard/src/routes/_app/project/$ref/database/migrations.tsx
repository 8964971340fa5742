import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { MigrationsPage } from '../../../../../features/database/migrations/migrations-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/migrations')({
  validateSearch: readListSearch,
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
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
