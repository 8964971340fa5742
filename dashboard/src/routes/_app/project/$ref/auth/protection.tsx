import { createFileRoute } from '@tanstack/react-router'
import { Protection } from '../../../../../features/auth/settings/protection.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/protection')({ component: AuthRoute })

function AuthRoute() {
  const { ref } = Route.useParams()
  return <Protection key={ref} projectRef={ref} />
}
