import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ForgotPassword } from '../features/accounts/forgot-password.tsx'

export const Route = createFileRoute('/forgot-password')({
  head: () => ({ meta: [{ title: 'Forgot your password' }] }),
  component: ForgotPasswordPage,
})

function ForgotPasswordPage() {
  const { session } = Route.useRouteContext()
  const navigate = useNavigate()
  return <ForgotPassword session={session} onDone={() => void navigate({ to: '/organizations' })} />
}
