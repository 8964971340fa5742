import { createFileRoute } from '@tanstack/react-router'
import { Hooks } from '../../../../../features/auth/settings/hooks.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/hooks')({ component: AuthRoute })

function AuthRoute() {
  const { ref } = Route.useParams()
  return <Hooks key={ref} projectRef={ref} />
}
