import { createFileRoute, useLocation, useNavigate, useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { SignOut } from '../components/sign-out.tsx'
import { forgetChats } from '../data/local/assistant/chat-database.ts'
import { pickText } from '../lib/search-params.ts'

/**
 * Signs out after the previous page has unmounted and saved its state. The query cache belongs to
 * the signed-in part of the tree and is discarded with it.
 */
export const Route = createFileRoute('/logout')({
  // This route is part of the entry chunk, so that signing out works while the server is
  // unreachable.
  codeSplitGroupings: [],
  validateSearch: (search) => pickText(search, 'returnTo'),
  head: () => ({ meta: [{ title: 'Sign out' }] }),
  component: Logout,
})

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The user confirmed the loss of unsaved text on the previous page. A URL cannot set this. */
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
    void forgetChats()
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
