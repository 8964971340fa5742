import { createFileRoute, redirect, useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'
import { returnPath } from '../features/accounts/return-to.ts'
import { SignInMfa } from '../features/accounts/sign-in-mfa.tsx'
import { pickText } from '../lib/search-params.ts'

export const Route = createFileRoute('/sign-in-mfa')({
  // All other search parameters are kept for the page that follows the sign-in.
  validateSearch: (search: Record<string, unknown>) => ({
    ...search,
    ...pickText(search, 'returnTo'),
  }),
  beforeLoad: ({ context, location }) => {
    const account = context.session.read()
    if (!account) throw redirect({ href: `/sign-in${location.searchStr}` })
    if (!account.needs_code)
      throw redirect({ href: returnPath(location.searchStr, import.meta.env.BASE_URL) })
  },
  head: () => ({ meta: [{ title: 'Enter your code' }] }),
  component: SignInMfaPage,
})

function SignInMfaPage() {
  const { session } = Route.useRouteContext()
  const { history, state } = useRouter()
  const onProved = useCallback(
    () => history.push(returnPath(window.location.search, import.meta.env.BASE_URL)),
    [history],
  )
  return (
    <SignInMfa
      session={session}
      signOutHref={`/logout${state.location.searchStr}`}
      onProved={onProved}
    />
  )
}
