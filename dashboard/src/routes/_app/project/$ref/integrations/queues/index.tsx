import { dataApiSettings } from '@stoa/contract/operations/services/data-api/settings'
import { createFileRoute } from '@tanstack/react-router'
import {
  queuesApiQuery,
  queuesQuery,
} from '../../../../../../data/resources/services/queues/queues.ts'
import { settingsQuery } from '../../../../../../data/resources/services/data-api/settings.ts'
import { QueuesPage } from '../../../../../../features/queues/queues-page.tsx'
import { pickValue, pickText } from '../../../../../../lib/search-params.ts'

type QueuesSearch = { panel?: 'new' | undefined }

export const Route = createFileRoute('/_app/project/$ref/integrations/queues/')({
  validateSearch: (search: Record<string, unknown>): QueuesSearch =>
    pickValue(search, 'panel', ['new']),
  loaderDeps: ({ search }) => pickText(search, 'search'),
  loader: ({ context, deps: { search = '' }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => [
      read(queuesQuery(call, ref, search)),
      read(queuesApiQuery(call, ref)),
      read(settingsQuery(call, ref, dataApiSettings)),
    ]),
  component: QueuesRoute,
})

function QueuesRoute() {
  const { ref } = Route.useParams()
  const { panel } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <QueuesPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      onCreating={(isCreating) =>
        void navigate({
          search: (before) => ({
            ...before,
            panel: isCreating ? 'new' : undefined,
          }),
          replace: !isCreating,
        })
      }
    />
  )
}
