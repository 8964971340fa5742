import { createFileRoute } from '@tanstack/react-router'
import { MultiFactor } from '../../../../../features/auth/settings/multi-factor.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/mfa')({ component: AuthRoute })

function AuthRoute() {
  const { ref } = Route.useParams()
  return <MultiFactor key={ref} projectRef={ref} />
}
