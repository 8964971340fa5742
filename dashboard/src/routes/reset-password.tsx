import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { ResetPassword } from '../features/accounts/reset-password.tsx'
import { pickText } from '../lib/search-params.ts'

export const Route = createFileRoute('/reset-password')({
  validateSearch: (search) => pickText(search, 'code'),
  loaderDeps: ({ search: { code } }) => ({ code }),
  // Runs once per visit, because the link's code works once. The import is lazy, so that no other
  // page loads it.
  loader: async ({ context: { session }, deps: { code }, location: { hash } }) => {
    const { followMailedLink } = await import('../features/accounts/follow-mailed-link.ts')
    return followMailedLink(session, 'recovery', { code, hash })
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: () => ({ meta: [{ title: 'New password' }] }),
  component: ResetPasswordPage,
})

function ResetPasswordPage() {
  const { session } = Route.useRouteContext()
  const link = Route.useLoaderData()
  const navigate = useNavigate()
  return (
    <ResetPassword
      session={session}
      link={link}
      onDone={() => void navigate({ to: '/organizations', replace: true })}
    />
  )
}
