import { createFileRoute } from '@tanstack/react-router'
import { SignInMethods } from '../../../../../features/auth/settings/sign-in-methods.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/providers/')({ component: AuthRoute })

function AuthRoute() {
  const { ref } = Route.useParams()
  return <SignInMethods key={ref} projectRef={ref} />
}
