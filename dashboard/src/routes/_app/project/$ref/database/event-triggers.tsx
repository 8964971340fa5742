import { createFileRoute } from '@tanstack/react-router'
import { pickText } from '../../../../../lib/search-params.ts'
import { EventTriggersPage } from '../../../../../features/database/triggers/event-triggers-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/event-triggers')({
  validateSearch: (search) => pickText(search, 'search'),
  component: EventTriggersRoute,
})

function EventTriggersRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <EventTriggersPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
