import { createFileRoute } from '@tanstack/react-router'
import { storageWebhooksQuery } from '../../../../../data/resources/services/storage/webhooks.ts'
import { WebhooksPage } from '../../../../../features/storage/webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/storage/webhooks')({
  loader: ({ context, params: { ref } }) =>
    context.readInProject(ref, ({ call, read }) => read(storageWebhooksQuery(call, ref))),
  component: WebhooksRoute,
})

function WebhooksRoute() {
  const { ref } = Route.useParams()
  return <WebhooksPage key={ref} projectRef={ref} />
}
