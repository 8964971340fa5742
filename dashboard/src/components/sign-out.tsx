import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { countUnsavedDrafts } from '../data/local/unsaved-drafts.ts'
import { pageStorage } from '../lib/storage.ts'

const loadDialog = () => import('./sign-out-dialog.tsx')
const SignOutDialog = lazy(async () => ({ default: (await loadDialog()).SignOutDialog }))

/** Fetches the question in advance: it is asked above all while the server is away. */
export const preloadSignOut = () => void loadDialog().catch(() => undefined)

/** Milliseconds between looks at what is unsaved: the editor may just be saving it. */
const LOOK_EVERY = 250

type SignOutProps = {
  onSignOut: () => void
  onStay: () => void
}

/**
 * Goes on to sign out, and asks first while this browser holds SQL that the server does not:
 * signing out clears it.
 */
export function SignOut({ onSignOut, onStay }: SignOutProps) {
  const [unsavedCount, setUnsavedCount] = useState(0)
  const look = useEffectEvent((isFirst: boolean) => {
    const count = countUnsavedDrafts(pageStorage)
    if (count === 0) return onSignOut()
    if (!isFirst) setUnsavedCount(count)
  })
  useEffect(() => {
    const first = setTimeout(() => look(true))
    const timer = setInterval(() => look(false), LOOK_EVERY)
    return () => {
      clearTimeout(first)
      clearInterval(timer)
    }
  }, [])
  if (unsavedCount === 0) return null
  return (
    <Suspense>
      <SignOutDialog count={unsavedCount} onStay={onStay} onSignOut={onSignOut} />
    </Suspense>
  )
}
