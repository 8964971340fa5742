import { createFileRoute } from '@tanstack/react-router'
import { RecentPage } from '../../../../../../features/logs/saved/recent-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/logs/explorer/recent')({
  component: RecentRoute,
})

function RecentRoute() {
  const { ref } = Route.useParams()
  return <RecentPage key={ref} projectRef={ref} />
}
