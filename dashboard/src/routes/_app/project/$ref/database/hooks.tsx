import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { WebhooksPage } from '../../../../../features/webhooks/webhooks-page.tsx'

type WebhooksSearch = {
  panel?: 'new' | undefined
  /** The edge function that the new webhook calls. */
  function?: string | undefined
}

export const Route = createFileRoute('/_app/project/$ref/database/hooks')({
  validateSearch: ({ panel, function: slug }: Record<string, unknown>): WebhooksSearch => ({
    ...(panel === 'new' && { panel }),
    ...(panel === 'new' && typeof slug === 'string' && { function: slug }),
  }),
  component: WebhooksRoute,
})

function WebhooksRoute() {
  const { ref } = Route.useParams()
  const { panel, function: edgeFunction } = Route.useSearch()
  const navigate = useNavigate()
  return (
    <WebhooksPage
      key={ref}
      projectRef={ref}
      isCreating={panel === 'new'}
      edgeFunction={edgeFunction}
      onCreating={(isCreating) =>
        void navigate({
          to: '/project/$ref/database/hooks',
          params: { ref },
          search: isCreating ? { panel: 'new' } : {},
          replace: !isCreating,
        })
      }
    />
  )
}
