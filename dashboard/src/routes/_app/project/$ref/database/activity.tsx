import { createFileRoute } from '@tanstack/react-router'
import {
  activityQuery,
  tableSizesQuery,
  walQuery,
} from '../../../../../data/resources/services/meta/activity.ts'
import { ActivityPage } from '../../../../../features/database/activity/activity-page.tsx'
import { readActivitySearch } from '../../../../../features/database/activity/activity-search.ts'

export const Route = createFileRoute('/_app/project/$ref/database/activity')({
  validateSearch: readActivitySearch,
  loaderDeps: ({ search }) => readActivitySearch(search),
  loader: ({
    context,
    deps: { view = 'sessions', sort = 'total_bytes', search = '' },
    params: { ref },
  }) =>
    context.readInProject(ref, ({ call, read, readPages }) => {
      if (view === 'wal') return read(walQuery(call, ref))
      if (view === 'sizes') return readPages(tableSizesQuery(call, ref, { search, sort }))
      return read(activityQuery(call, ref))
    }),
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
