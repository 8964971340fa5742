import { createFileRoute } from '@tanstack/react-router'
import { InspectorPage } from '../../../../../features/realtime/inspector-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/inspector')({
  component: InspectorRoute,
})

function InspectorRoute() {
  const { ref } = Route.useParams()
  return <InspectorPage key={ref} projectRef={ref} />
}
