import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage } from '../../../../../features/database/activity/activity-page.tsx'
import { readActivitySearch } from '../../../../../features/database/activity/activity-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/activity')({
  validateSearch: readActivitySearch,
  component: ActivityRoute,
})

function ActivityRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ActivityPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search: readActivitySearch(search), replace: true })}
    />
  )
}
