import { createFileRoute, useRouter } from '@tanstack/react-router'
import { ConfirmedEmail } from '../features/accounts/confirmed-email.tsx'
import { readSignUpReturn } from '../features/accounts/sign-up-return.ts'
import { pickText } from '../lib/search-params.ts'

export const Route = createFileRoute('/confirm-email')({
  validateSearch: (search) => pickText(search, 'code'),
  loaderDeps: ({ search: { code } }) => ({ code }),
  // Runs once per visit, because the link's code works once. The import is lazy, so that no other
  // page loads it.
  loader: async ({ context: { session }, deps: { code }, location: { hash } }) => {
    const { followMailedLink } = await import('../features/accounts/follow-mailed-link.ts')
    return followMailedLink(session, 'sign-up', { code, hash })
  },
  staleTime: Number.POSITIVE_INFINITY,
  head: () => ({ meta: [{ title: 'Confirm your email' }] }),
  component: ConfirmEmailPage,
})

function ConfirmEmailPage() {
  const { session } = Route.useRouteContext()
  const link = Route.useLoaderData()
  const { history } = useRouter()
  return (
    <ConfirmedEmail
      session={session}
      link={link}
      onDone={() => history.replace(readSignUpReturn())}
    />
  )
}
