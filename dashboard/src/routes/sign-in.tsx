import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { returnedInvitation, returnPath } from '../features/accounts/return-to.ts'
import { SignIn } from '../features/accounts/sign-in.tsx'

export const Route = createFileRoute('/sign-in')({
  beforeLoad: ({ context, location }) => {
    const account = context.session.read()
    if (account?.needs_code) throw redirect({ href: `/sign-in-mfa${location.searchStr}` })
    if (account) throw redirect({ href: returnPath(location.searchStr, import.meta.env.BASE_URL) })
  },
  head: () => ({ meta: [{ title: 'Sign in' }] }),
  component: SignInPage,
})

function SignInPage() {
  const { session, loadRoutes, loadRooms, loadClients } = Route.useRouteContext()
  const router = useRouter()
  const { searchStr } = router.state.location
  return (
    <SignIn
      session={session}
      inviteToken={returnedInvitation(searchStr, import.meta.env.BASE_URL)}
      signUpHref={`/sign-up${searchStr}`}
      // The page that opens next reports a failure.
      onSubmit={() => void Promise.allSettled([loadRoutes(), loadRooms(), loadClients()])}
      onSignedIn={() => {
        const { search } = window.location
        router.history.push(
          session.read()?.needs_code
            ? `/sign-in-mfa${search}`
            : returnPath(search, import.meta.env.BASE_URL),
        )
      }}
    />
  )
}
