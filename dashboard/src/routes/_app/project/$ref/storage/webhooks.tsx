import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage } from '../../../../../features/storage/webhooks/webhooks-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/storage/webhooks')({
  component: WebhooksRoute,
})

function WebhooksRoute() {
  const { ref } = Route.useParams()
  return <WebhooksPage key={ref} projectRef={ref} />
}
