import { createFileRoute } from '@tanstack/react-router'
import { OverviewPage } from '../../../../../features/auth/overview/overview-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/overview')({ component: AuthRoute })

function AuthRoute() {
  const { ref } = Route.useParams()
  return <OverviewPage key={ref} projectRef={ref} />
}
