import { createFileRoute } from '@tanstack/react-router'
import { TemplatesPage } from '../../../../../../features/logs/explorer/templates-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/logs/explorer/templates')({
  component: TemplatesRoute,
})

function TemplatesRoute() {
  const { ref } = Route.useParams()
  return <TemplatesPage key={ref} projectRef={ref} />
}
