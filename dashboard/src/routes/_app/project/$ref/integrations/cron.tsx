import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { CronPage } from '../../../../../features/cron/cron-page.tsx'

type CronSearch = {
  panel?: 'new' | undefined
  /** The edge function that the new job calls. */
  function?: string | undefined
}

export const Route = createFileRoute('/_app/project/$ref/integrations/cron')({
  validateSearch: ({ panel, function: slug }: Record<string, unknown>): CronSearch => ({
    ...(panel === 'new' && { panel }),
    ...(panel === 'new' && typeof slug === 'string' && { function: slug }),
  }),
  component: CronRoute,
})

function CronRoute() {
  const { ref } = Route.useParams()
  const { panel, function: edgeFunction } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <CronPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      edgeFunction={edgeFunction}
      onCreating={(isCreating) =>
        void navigate({
          to: '/project/$ref/integrations/cron',
          params: { ref },
          search: isCreating ? { panel: 'new' } : {},
          replace: !isCreating,
        })
      }
    />
  )
}
