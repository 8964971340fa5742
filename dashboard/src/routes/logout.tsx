import { createFileRoute, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { SignOut } from '../components/sign-out.tsx'
import { pickText } from '../lib/search-params.ts'

/**
 * Signs out once the page before has been left and has kept what it had to keep. The query cache
 * belongs to the signed-in part of the tree and is gone with it.
 */
export const Route = createFileRoute('/logout')({
  // Not a file of its own: signing out works while the server is away.
  codeSplitGroupings: [],
  validateSearch: (search) => pickText(search, 'returnTo'),
  head: () => ({ meta: [{ title: 'Sign out' }] }),
  component: Logout,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Losing what is unsaved was agreed to on the page before; an address cannot say so. */
    isSignOutConfirmed?: boolean
  }
}

function Logout() {
  const { session } = Route.useRouteContext()
  const search = Route.useSearch()
  const { state } = useLocation()
  const navigate = useNavigate()
  const { history } = useRouter()
  const signOut = () => {
    void session.signOut()
    void navigate({ to: '/sign-in', search, replace: true })
  }
  const stay = () => {
    if (history.canGoBack()) history.back()
    else void navigate({ to: '/', replace: true })
  }
  const isAgreed = state.isSignOutConfirmed === true || session.read() === null
  const leave = useEffectEvent(signOut)
  useEffect(() => {
    if (isAgreed) leave()
  }, [isAgreed])
  if (isAgreed) return null
  return <SignOut onSignOut={signOut} onStay={stay} />
}
