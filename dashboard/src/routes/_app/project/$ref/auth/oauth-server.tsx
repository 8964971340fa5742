import { createFileRoute } from '@tanstack/react-router'
import { OAuthServerPage } from '../../../../../features/auth/oauth-server/oauth-server-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/oauth-server')({
  component: AuthRoute,
})

function AuthRoute() {
  const { ref } = Route.useParams()
  return <OAuthServerPage key={ref} projectRef={ref} />
}
