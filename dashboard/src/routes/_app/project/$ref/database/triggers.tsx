import { createFileRoute } from '@tanstack/react-router'
import { readListSearch } from '../../../../../features/database/list/list-search.ts'
import { TriggersPage } from '../../../../../features/database/triggers/triggers-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/triggers')({
  validateSearch: readListSearch,
  component: TriggersRoute,
})

function TriggersRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <TriggersPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
