import { ApiError } from './api-error.ts'
import type { ListedStore } from '../../lib/browser-storage.ts'
import { isRecord, sendJson } from './http.ts'
import { withdrawTelemetryConsent } from '../local/telemetry-consent.ts'
import { DRAFT_PREFIX } from '../local/unsaved-drafts.ts'

/** The stored session. `expires_at` is in seconds since 1970, as in the auth service. */
export type StoredSession = {
  access_token: string
  refresh_token: string
  expires_at: number
  user: { id: string; email: string }
  /**
   * The account has a second factor that this session has not verified, so every page is locked.
   */
  needs_code?: true
}

export type Credentials = { email: string; password: string }

/** The PKCE fields that the browser sends with the request for an email (RFC 7636). */
export type Challenge = { code_challenge: string; code_challenge_method: 's256' | 'plain' }

export type SignUpRequest = Credentials & Challenge & { invite_token?: string }

export type Session = {
  /** The stored session, expired or not; null when signed out. */
  read: () => StoredSession | null
  /** A token valid for at least another minute, renewed if needed; undefined when signed out. */
  accessToken: () => Promise<string | undefined>
  signIn: (credentials: Credentials) => Promise<void>
  /**
   * Returns `confirm` when the account must first be confirmed by email, else `signed-in`. `query`
   * names the page that the email leads to.
   */
  signUp: (request: SignUpRequest, query: string) => Promise<'signed-in' | 'confirm'>
  /**
   * Stores the session that `work` returns while holding a lock shared by all tabs. Rejects, and
   * keeps the current session, when `work` rejects or returns no session.
   */
  change: (
    work: (accessToken: string | undefined, refreshToken: string | undefined) => Promise<unknown>,
  ) => Promise<void>
  /** Marks the session as needing a second factor, because the server asks for one. */
  requireCode: () => void
  /** Signs out locally, and also on the server if it can be reached. */
  signOut: () => Promise<void>
  /**
   * Removes a session that the server has ended. Because the user did not choose to sign out,
   * unsaved SQL is kept until the next sign-in, and deleted if that is another account.
   */
  end: () => void
  /** Calls the listener after every change, including changes in other tabs. */
  subscribe: (listener: () => void) => () => void
}

export type SessionDependencies = {
  store: ListedStore
  /** Milliseconds since 1970. */
  now: () => number
  /** Runs `work` while no other tab runs work with the same name. */
  exclusively: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>
}

const KEY = 'stoa.session'
const DRAFTS_OWNER = 'stoa.sql-drafts-owner'
/** Settings of the browser, and settings stored under each user's own id. */
const KEPT_AT_SIGN_OUT = /^stoa\.(theme$|dismissed\.|preview\.)/
const isOurs = (name: string) => name.startsWith('stoa.') || name === 'featurePreviewModal'
const RENEW_BEFORE_SECONDS = 60

/** Creates a small client for the platform's own GoTrue-compatible service at `/auth/v1`. */
export function createSession({ store, now, exclusively }: SessionDependencies): Session {
  const listeners = new Set<() => void>()
  const changed = () => listeners.forEach((listener) => listener())

  const read = () => parseSession(store.getItem(KEY))
  /** The account this page was opened for. Another tab may have signed out in the meantime. */
  let account = read()?.user.id
  const isFresh = (session: StoredSession) =>
    session.expires_at - now() / 1000 > RENEW_BEFORE_SECONDS

  function keep(session: StoredSession) {
    const owner = store.getItem(DRAFTS_OWNER)
    if (owner !== null && owner !== session.user.id)
      removeAll((name) => name.startsWith(DRAFT_PREFIX))
    store.removeItem(DRAFTS_OWNER)
    account = session.user.id
    store.setItem(KEY, JSON.stringify(session))
    changed()
  }

  function removeAll(isMeant: (name: string) => boolean) {
    const names = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '')
    for (const name of names) if (isMeant(name)) store.removeItem(name)
  }

  function forget() {
    withdrawTelemetryConsent()
    removeAll((name) => isOurs(name) && !KEPT_AT_SIGN_OUT.test(name))
    changed()
  }

  function end() {
    const owner = read()?.user.id ?? account ?? store.getItem(DRAFTS_OWNER)
    const isKept = (name: string) => name.startsWith(DRAFT_PREFIX) || KEPT_AT_SIGN_OUT.test(name)
    withdrawTelemetryConsent()
    removeAll((name) => isOurs(name) && !isKept(name))
    if (owner) store.setItem(DRAFTS_OWNER, owner)
    changed()
  }

  async function renew(): Promise<string | undefined> {
    // Another tab may have renewed the session during the wait, and a refresh token works only
    // once.
    const current = read()
    if (!current) return undefined
    if (isFresh(current)) return current.access_token
    try {
      const body = { refresh_token: current.refresh_token }
      const answer = await post('/auth/v1/token?grant_type=refresh_token', body)
      const renewed = sessionOf(answer, now())
      if (!renewed) throw new ApiError('Could not renew your session.', { code: 401 })
      keep(renewed)
      return renewed.access_token
    } catch (error) {
      if (isRefused(error)) {
        end()
        return undefined
      }
      if (current.expires_at * 1000 > now()) return current.access_token
      throw error
    }
  }

  async function accessToken(): Promise<string | undefined> {
    const session = read()
    if (!session) return undefined
    return isFresh(session) ? session.access_token : exclusively('stoa.session', renew)
  }

  return {
    read,
    accessToken,
    async signIn(credentials) {
      const answer = await post('/auth/v1/token?grant_type=password', credentials)
      const session = sessionOf(answer, now())
      if (!session) throw new ApiError('The server returned no session.', { code: 200 })
      keep(session)
    },
    async change(work) {
      const token = await accessToken()
      await exclusively('stoa.session', async () => {
        const changed = sessionOf(await work(token, read()?.refresh_token), now())
        if (!changed) throw new ApiError('The server returned no session.', { code: 200 })
        keep(changed)
      })
    },
    requireCode() {
      const session = read()
      if (session && !session.needs_code) keep({ ...session, needs_code: true })
    },
    async signUp(request, query) {
      const session = sessionOf(await post(`/auth/v1/signup${query}`, request), now())
      if (session) keep(session)
      return session ? 'signed-in' : 'confirm'
    },
    async signOut() {
      const session = read()
      forget()
      if (!session) return
      await post('/auth/v1/logout?scope=local', undefined, session.access_token).catch(
        // The local sign-out is complete either way, and the server's token expires by itself.
        () => undefined,
      )
    },
    end,
    subscribe(listener) {
      const onStorage = (event: StorageEvent) => event.key === KEY && listener()
      listeners.add(listener)
      window.addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}

/** Runs work under a lock shared by all tabs, or without a lock if the browser has no Web Locks. */
export async function exclusively<Result>(name: string, work: () => Promise<Result>) {
  if ('locks' in navigator) return navigator.locks.request(name, work)
  return work()
}

const post = (url: string, body: unknown, accessToken?: string) =>
  sendJson({ method: 'POST', url, body, accessToken })

/** The statuses of the auth service for a refresh token that does not work anymore. */
const REFUSALS = new Set([400, 401, 403])

function isRefused(error: unknown): boolean {
  return error instanceof ApiError && REFUSALS.has(error.code)
}

function parseSession(text: string | null): StoredSession | null {
  if (text === null) return null
  try {
    return sessionOf(JSON.parse(text), 0)
  } catch {
    return null
  }
}

function sessionOf(value: unknown, now: number): StoredSession | null {
  if (!isRecord(value) || !isRecord(value['user'])) return null
  const { access_token, refresh_token, expires_at, expires_in } = value
  const { id, email } = value['user']
  if (typeof access_token !== 'string' || typeof refresh_token !== 'string') return null
  if (typeof id !== 'string') return null
  const seconds = typeof expires_in === 'number' ? now / 1000 + expires_in : expires_at
  return {
    access_token,
    refresh_token,
    // Computed from this computer's clock at sign-in, so that a wrong clock still renews in time.
    expires_at: typeof expires_at === 'number' && now === 0 ? expires_at : Number(seconds ?? 0),
    user: { id, email: typeof email === 'string' ? email : '' },
    ...((value['needs_code'] === true || needsCode(access_token, value['user'])) && {
      needs_code: true,
    }),
  }
}

/** Whether the account has a verified second factor that the token does not include. */
function needsCode(accessToken: string, user: Record<string, unknown>): boolean {
  const factors = Array.isArray(user['factors']) ? user['factors'] : []
  return (
    factors.some((factor) => isRecord(factor) && factor['status'] === 'verified') &&
    assuranceLevel(accessToken) !== 'aal2'
  )
}

function assuranceLevel(accessToken: string): unknown {
  try {
    const payload = accessToken.split('.')[1] ?? ''
    return JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))).aal
  } catch {
    return undefined
  }
}
