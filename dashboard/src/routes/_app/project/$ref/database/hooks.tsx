import { createFileRoute } from '@tanstack/react-router'
import { databaseWebhooksQuery } from '../../../../../data/resources/services/webhooks/webhooks.ts'
import { WebhooksPage } from '../../../../../features/webhooks/webhooks-page.tsx'
import { pickText, pickValue } from '../../../../../lib/search-params.ts'

type WebhooksSearch = {
  panel?: 'new' | 'edit' | 'deliveries' | undefined
  /** The edge function that the new webhook calls. */
  function?: string | undefined
}

export const Route = createFileRoute('/_app/project/$ref/database/hooks')({
  validateSearch: (search: Record<string, unknown>): WebhooksSearch => ({
    ...pickValue(search, 'panel', ['new', 'edit', 'deliveries']),
    ...(search['panel'] === 'new' && pickText(search, 'function')),
  }),
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(databaseWebhooksQuery(call, ref))),
  component: WebhooksRoute,
})

function WebhooksRoute() {
  const { ref } = Route.useParams()
  const { panel, function: edgeFunction } = Route.useSearch()
  const navigate = Route.useNavigate()
  return (
    <WebhooksPage
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
