import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { returnedInvitation, returnPath } from '../features/accounts/return-to.ts'
import { SignUp } from '../features/accounts/sign-up.tsx'

export const Route = createFileRoute('/sign-up')({
  beforeLoad: ({ context, location }) => {
    if (context.session.read())
      throw redirect({ href: returnPath(location.searchStr, import.meta.env.BASE_URL) })
  },
  head: () => ({ meta: [{ title: 'Create an account' }] }),
  component: SignUpPage,
})

function SignUpPage() {
  const { session } = Route.useRouteContext()
  const router = useRouter()
  const { searchStr } = router.state.location
  return (
    <SignUp
      session={session}
      inviteToken={returnedInvitation(searchStr, import.meta.env.BASE_URL)}
      returnPath={returnPath(searchStr, import.meta.env.BASE_URL)}
      signInHref={`/sign-in${searchStr}`}
      onSignedIn={() =>
        router.history.push(returnPath(window.location.search, import.meta.env.BASE_URL))
      }
    />
  )
}
