import type { Clock } from '../../../lib/clock.ts'

export type LiveSession = {
  readonly userId: string
  readonly email: string
  readonly aal: string
  /** The account has a second factor that counts. */
  readonly hasFactor: boolean
}

/** Remembers for a moment that a session counts; a sign-out through this process is known at once. */
export type SessionCache = {
  /** The session as it was known a moment ago, or as `load` finds it now. */
  find(
    projectRef: string,
    sessionId: string,
    load: () => Promise<LiveSession | undefined>,
  ): Promise<LiveSession | undefined>
  /** Some session of the project ended: all of them are asked for again. */
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
      // Forgotten meanwhile: it may have been read before it ended.
      if (!session || projects.get(projectRef) !== sessions) return session
      if (sessions.size >= MAX_SESSIONS) sessions.clear()
      sessions.set(sessionId, { session, until: now + LIFETIME_MS })
      return session
    },
    forget: (projectRef) => void projects.delete(projectRef),
  }
}
