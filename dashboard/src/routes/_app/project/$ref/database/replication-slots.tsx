import { createFileRoute } from '@tanstack/react-router'
import { walQuery } from '../../../../../data/resources/services/meta/activity.ts'
import { pickText } from '../../../../../lib/search-params.ts'
import { ReplicationSlotsPage } from '../../../../../features/database/replication-slots/replication-slots-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/database/replication-slots')({
  validateSearch: (search) => pickText(search, 'search'),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(walQuery(call, ref))),
  component: ReplicationSlotsRoute,
})

function ReplicationSlotsRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ReplicationSlotsPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(search) => void navigate({ search, replace: true })}
    />
  )
}
