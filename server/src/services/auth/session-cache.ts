import type { Clock } from '../../lib/clock.ts'

export type LiveSession = {
  readonly userId: string
  readonly email: string
  readonly aal: string
  /** The account has a second factor that counts. */
  readonly hasFactor: boolean
}

/** Remembers for a moment that a session counts; a sign-out through this process is known at once. */
export type SessionCache = {
  get(projectRef: string, sessionId: string): LiveSession | undefined
  put(projectRef: string, sessionId: string, session: LiveSession): void
  /** Some session of the project ended: all of them are asked for again. */
  forget(projectRef: string): void
}

const LIFETIME_MS = 10_000
const MAX_SESSIONS = 10_000

export function createSessionCache(clock: Clock): SessionCache {
  const projects = new Map<string, Map<string, { session: LiveSession; until: number }>>()
  return {
    get(projectRef, sessionId) {
      const found = projects.get(projectRef)?.get(sessionId)
      return found && found.until > clock.now().getTime() ? found.session : undefined
    },
    put(projectRef, sessionId, session) {
      const known = projects.get(projectRef) ?? new Map()
      if (known.size >= MAX_SESSIONS) known.clear()
      known.set(sessionId, { session, until: clock.now().getTime() + LIFETIME_MS })
      projects.set(projectRef, known)
    },
    forget: (projectRef) => void projects.delete(projectRef),
  }
}
