import { lazy, Suspense, useEffect, useEffectEvent, useState } from 'react'
import { countUnsavedDrafts } from '../data/local/unsaved-drafts.ts'
import { pageStorage } from '../lib/storage.ts'

const loadDialog = () => import('./sign-out-dialog.tsx')
const SignOutDialog = lazy(async () => ({ default: (await loadDialog()).SignOutDialog }))

/** Loads the dialog in advance, because it is needed most when the server is unreachable. */
export const preloadSignOut = () => void loadDialog().catch(() => undefined)

/** Milliseconds between checks for unsaved text, which the editor may be saving right now. */
const LOOK_EVERY = 250

type SignOutProps = {
  onSignOut: () => void
  onStay: () => void
}

/**
 * Signs out, and asks for confirmation first if this browser has SQL that the server does not,
 * because signing out deletes it.
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
