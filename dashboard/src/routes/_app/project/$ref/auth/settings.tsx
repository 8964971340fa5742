import { createFileRoute } from '@tanstack/react-router'
import { AuthSettings } from '../../../../../features/auth/settings/auth-settings.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/settings')({ component: AuthPage })

function AuthPage() {
  const { ref } = Route.useParams()
  return <AuthSettings key={ref} projectRef={ref} />
}
