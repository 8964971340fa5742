import { useCallback, useEffect, useState } from 'react'
import { ApiError, UNREACHABLE } from '../data/client/api-error.ts'
import { readHeaders } from '../data/client/http.ts'
import { ErrorState } from '../ui/feedback/error-state.tsx'
import { Spinner } from '../ui/feedback/spinner.tsx'

const RELOADED_AT = 'stoa.reloaded-at'
/** A second reload within this many milliseconds could start a reload loop. */
const SETTLED_AFTER = 15_000

type State = 'asking' | 'unreachable' | 'missing'

/**
 * Replaces a part of the dashboard whose code could not be loaded. If the server responds, the
 * dashboard was probably updated since the page was opened, so the page reloads once. If the server
 * is unreachable, the page stays and tries again when the browser is online.
 */
export function MissingPart() {
  const [state, setState] = useState<State>('asking')
  const ask = useCallback(async () => {
    setState('asking')
    if (!(await isReachable())) return setState('unreachable')
    if (!mayReload()) return setState('missing')
    window.location.reload()
  }, [])
  useEffect(() => {
    const look = () => void ask()
    const first = setTimeout(look)
    window.addEventListener('online', look)
    return () => {
      clearTimeout(first)
      window.removeEventListener('online', look)
    }
  }, [ask])
  if (state === 'asking') {
    return (
      <div role="status" className="grid place-items-center gap-2 px-6 py-24 text-muted">
        <Spinner />
        Reloading the page
      </div>
    )
  }
  const isMissing = state === 'missing'
  return (
    <div className="mx-auto max-w-xl px-6 py-16">
      <ErrorState
        title="Could not load this page"
        message={isMissing ? 'A file of this page is missing on the server.' : UNREACHABLE}
        hint={
          isMissing
            ? 'The server may be updating. Retry in a minute.'
            : 'Unsaved SQL is kept in this browser.'
        }
        onRetry={isMissing ? () => window.location.reload() : () => void ask()}
      />
    </div>
  )
}

async function isReachable(): Promise<boolean> {
  const address = `${import.meta.env.BASE_URL.replace(/\/+$/, '')}/api/get-utc-time`
  try {
    await readHeaders(address, [])
    return true
  } catch (error) {
    return error instanceof ApiError && error.code > 0 && error.code < 500
  }
}

/** False right after a reload, and when the browser has no session storage to remember it. */
function mayReload(): boolean {
  try {
    const last = Number(sessionStorage.getItem(RELOADED_AT))
    if (Date.now() - last < SETTLED_AFTER) return false
    sessionStorage.setItem(RELOADED_AT, String(Date.now()))
    return true
  } catch {
    return false
  }
}
