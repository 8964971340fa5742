import { createFileRoute } from '@tanstack/react-router'
import { eventTriggersQuery } from '../../../../../data/resources/services/meta/objects.ts'
import { pickText, withFilter } from '../../../../../lib/search-params.ts'
import { EventTriggersPage } from '../../../../../features/database/triggers/event-triggers-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/event-triggers')({
  validateSearch: (search) => pickText(search, 'search'),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(eventTriggersQuery(call, ref))),
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
      onSearch={(search) => void navigate({ search: withFilter(search), replace: true })}
    />
  )
}
