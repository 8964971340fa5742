import type { Clock } from '../../../lib/clock.ts'

export type LiveSession = {
  readonly userId: string
  readonly email: string
  readonly aal: string
  /** Whether the account has a verified second factor. */
  readonly hasFactor: boolean
}

/** Caches live sessions for 10 seconds. A sign-out through this process takes effect at once. */
export type SessionCache = {
  /** Returns the cached session, or the one that `load` finds. */
  find(
    projectRef: string,
    sessionId: string,
    load: () => Promise<LiveSession | undefined>,
  ): Promise<LiveSession | undefined>
  /** Drops all cached sessions of the project; called when any of them ended. */
  forget(projectRef: string): void
}

const LIFETIME_MS = 10_000
const MAX_SESSIONS = 10_000

type Entry = { readonly session: LiveSession; readonly until: number }

export function createSessionCache(clock: Clock): SessionCache {
  const projects = new Map<string, Map<string, Entry>>()

  function sessionsOf(projectRef: string): Map<string, Entry> {
    const known = projects.get(projectRef) ?? new Map<string, Entry>()
    projects.set(projectRef, known)
    return known
  }

  return {
    async find(projectRef, sessionId, load) {
      const sessions = sessionsOf(projectRef)
      const now = clock.now().getTime()
      const found = sessions.get(sessionId)
      if (found && found.until > now) return found.session
      const session = await load()
      // If `forget` was called during the load, the session may have been read before it ended.
      if (!session || projects.get(projectRef) !== sessions) return session
      if (sessions.size >= MAX_SESSIONS) sessions.clear()
      sessions.set(sessionId, { session, until: now + LIFETIME_MS })
      return session
    },
    forget: (projectRef) => void projects.delete(projectRef),
  }
}
