import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../../../../../features/realtime/overview/overview-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/realtime/overview')({
  component: OverviewRoute,
})

function OverviewRoute() {
  const { ref } = Route.useParams()
  return <OverviewPage key={ref} projectRef={ref} />
}
