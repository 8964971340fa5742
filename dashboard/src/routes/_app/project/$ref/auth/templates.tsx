import { createFileRoute } from '@tanstack/react-router'
import { EmailsPage } from '../../../../../features/auth/emails/emails-page.tsx'

export const Route = createFileRoute('/_app/project/$ref/auth/templates')({ component: AuthRoute })

function AuthRoute() {
  const { ref } = Route.useParams()
  return <EmailsPage key={ref} projectRef={ref} />
}
