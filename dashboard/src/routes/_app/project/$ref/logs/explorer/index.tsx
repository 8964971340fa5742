import { createFileRoute } from '@tanstack/react-router'
import { storageQuery } from '../../../../../../data/resources/services/logs/events.ts'
import { ExplorerPage } from '../../../../../../features/logs/explorer/explorer-page.tsx'
import { ExplorerSearch } from '../../../../../../features/logs/explorer/explorer-search.ts'

export const Route = createFileRoute('/_app/project/$ref/logs/explorer/')({
  validateSearch: ExplorerSearch,
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(storageQuery(call, ref)), {
      needs: 'logs:read',
    }),
  component: ExplorerRoute,
})

function ExplorerRoute() {
  const { ref } = Route.useParams()
  const navigate = Route.useNavigate()
  return (
    <ExplorerPage
      key={ref}
      projectRef={ref}
      search={Route.useSearch()}
      onSearch={(change, { replace = false } = {}) =>
        void navigate({ search: (before) => ({ ...before, ...change }), replace })
      }
    />
  )
}
