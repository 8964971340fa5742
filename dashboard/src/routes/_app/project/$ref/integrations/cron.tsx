import { createFileRoute } from '@tanstack/react-router'
import { cronJobsQuery } from '../../../../../data/resources/services/cron/jobs.ts'
import { CronPage } from '../../../../../features/cron/cron-page.tsx'
import { pickText, pickValue } from '../../../../../lib/search-params.ts'

type CronSearch = {
  panel?: 'new' | 'edit' | 'runs' | undefined
  /** The edge function that the new job calls. */
  function?: string | undefined
}

export const Route = createFileRoute('/_app/project/$ref/integrations/cron')({
  validateSearch: (search: Record<string, unknown>): CronSearch => ({
    ...pickValue(search, 'panel', ['new', 'edit', 'runs']),
    ...(search['panel'] === 'new' && pickText(search, 'function')),
  }),
  loaderDeps: ({ search }) => pickText(search, 'search'),
  loader: ({ context, deps: { search = '' }, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(cronJobsQuery(call, ref, search))),
  component: CronRoute,
})

function CronRoute() {
  const { ref } = Route.useParams()
  const { panel, function: edgeFunction } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <CronPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      edgeFunction={edgeFunction}
      onCreating={(isCreating) =>
        void navigate({
          search: (before) => ({
            ...before,
            panel: isCreating ? 'new' : undefined,
            function: undefined,
          }),
          replace: !isCreating,
        })
      }
    />
  )
}
