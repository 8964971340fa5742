import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { hasTelemetryConsent, giveTelemetryConsent } from '../local/telemetry-consent.ts'
import { createSession, type Session, type SessionDependencies } from './session.ts'

const NOW = 1_800_000_000_000
const user = { id: 'u1', email: 'ada@example.com' }
const grant = (name: string, expires_in = 3600) => ({
  access_token: `access-${name}`,
  refresh_token: `refresh-${name}`,
  expires_in,
  expires_at: 1,
  user,
})

let now: number
let requests: { url: string; body: unknown; authorization: string | undefined }[]
let answer: (url: string) => Response | Promise<Response>

/** One lock for every session in a test, as tabs of a browser share it. */
function sharedLock(): SessionDependencies['exclusively'] {
  let last: Promise<unknown> = Promise.resolve()
  return (_name, work) => {
    const result = last.then(work)
    last = result.catch(() => undefined)
    return result
  }
}

const open = (exclusively = sharedLock()) =>
  createSession({ store: localStorage, now: () => now, exclusively })

beforeEach(() => {
  now = NOW
  requests = []
  answer = () => Response.json(grant('1'))
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const headers = new Headers(init.headers)
    requests.push({
      url,
      body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
      authorization: headers.get('Authorization') ?? undefined,
    })
    return answer(url)
  })
})
afterEach(() => vi.unstubAllGlobals())

const signedIn = async (session = open()) => {
  await session.signIn({ email: user.email, password: 'secret' })
  requests = []
  return session
}

describe('signing in', () => {
  it('stores the session with an expiry from the local clock', async () => {
    const session = open()
    await session.signIn({ email: user.email, password: 'secret' })
    expect(requests[0]).toMatchObject({
      url: '/auth/v1/token?grant_type=password',
      body: { email: user.email, password: 'secret' },
    })
    expect(session.read()).toEqual({
      access_token: 'access-1',
      refresh_token: 'refresh-1',
      expires_at: NOW / 1000 + 3600,
      user,
    })
  })

  it("passes on the service's error for wrong credentials", async () => {
    answer = () => Response.json({ msg: 'Invalid login credentials' }, { status: 400 })
    await expect(open().signIn({ email: 'a', password: 'b' })).rejects.toThrow(
      'Invalid login credentials',
    )
  })

  it('reports a sign-up that waits for email confirmation', async () => {
    answer = () => Response.json({ id: 'u1', email: user.email })
    const session = open()
    const challenge = { code_challenge: 'c', code_challenge_method: 'plain' } as const
    const request = { email: user.email, password: 'secret', ...challenge }
    await expect(session.signUp(request, '?redirect_to=x')).resolves.toBe('confirm')
    expect(session.read()).toBeNull()
  })
})

const factor = { id: 'f1', factor_type: 'totp', status: 'verified' }
const tokenOf = (aal: string) => `h.${btoa(JSON.stringify({ aal })).replace(/=+$/, '')}.s`
const answerOf = (aal: string, factors: unknown[] = [factor]) => ({
  ...grant('1'),
  access_token: tokenOf(aal),
  user: { ...user, factors },
})

describe('a second factor', () => {
  it('is required when the account has one and the token proves none', async () => {
    answer = () => Response.json(answerOf('aal1'))
    const session = await signedIn()
    expect(session.read()).toMatchObject({ user, needs_code: true })
    expect(open().read()).toMatchObject({ needs_code: true })
  })

  it.each([
    ['a session that has proved it', answerOf('aal2')],
    ['a factor that is not verified yet', answerOf('aal1', [{ ...factor, status: 'unverified' }])],
    ['an account without a factor', answerOf('aal1', [])],
  ])('is not required for %s', async (_which, body) => {
    answer = () => Response.json(body)
    const session = await signedIn()
    expect(session.read()?.needs_code).toBeUndefined()
  })

  it('is proved by a request that returns a new session', async () => {
    answer = () => Response.json(answerOf('aal1'))
    const session = await signedIn()
    const heard = vi.fn<() => void>()
    session.subscribe(heard)
    await session.change(async (accessToken, refreshToken) => {
      expect([accessToken, refreshToken]).toEqual([tokenOf('aal1'), 'refresh-1'])
      return answerOf('aal2')
    })
    expect(session.read()).toMatchObject({ access_token: tokenOf('aal2') })
    expect(session.read()?.needs_code).toBeUndefined()
    expect(heard).toHaveBeenCalledOnce()
  })

  it('stays unproved when the request fails or returns no session', async () => {
    answer = () => Response.json(answerOf('aal1'))
    const session = await signedIn()
    await expect(session.change(async () => ({}))).rejects.toThrow(
      'The server returned no session.',
    )
    await expect(session.change(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(session.read()).toMatchObject({ needs_code: true })
  })

  it('can be required by the server later', async () => {
    const session = await signedIn()
    session.requireCode()
    expect(session.read()).toMatchObject({ access_token: 'access-1', needs_code: true })
  })
})

describe('the access token', () => {
  it('is the stored one while it is valid for more than a minute', async () => {
    const session = await signedIn()
    now = NOW + 3_539_000
    await expect(session.accessToken()).resolves.toBe('access-1')
    expect(requests).toEqual([])
  })

  it('is renewed in its last minute', async () => {
    const session = await signedIn()
    now = NOW + 3_541_000
    answer = () => Response.json(grant('2'))
    await expect(session.accessToken()).resolves.toBe('access-2')
    expect(requests).toMatchObject([
      { url: '/auth/v1/token?grant_type=refresh_token', body: { refresh_token: 'refresh-1' } },
    ])
  })

  it('is renewed once for many callers in many tabs', async () => {
    const lock = sharedLock()
    const [first, second] = [open(lock), open(lock)]
    await signedIn(first)
    now = NOW + 3_600_000
    answer = () => Response.json(grant('2'))
    const tokens = await Promise.all([first, first, second].map((tab) => tab.accessToken()))
    expect(tokens).toEqual(['access-2', 'access-2', 'access-2'])
    expect(requests).toHaveLength(1)
  })

  it('signs out when the refresh token is rejected', async () => {
    const session = await signedIn()
    now = NOW + 3_600_000
    answer = () => Response.json({ error_code: 'refresh_token_already_used' }, { status: 400 })
    await expect(session.accessToken()).resolves.toBeUndefined()
    expect(session.read()).toBeNull()
  })

  it.each([404, 408, 429, 500])('survives a renewal that fails with status %i', async (status) => {
    const session = await signedIn()
    now = NOW + 3_570_000
    answer = () => Response.json({}, { status })
    await expect(session.accessToken()).resolves.toBe('access-1')
    expect(session.read()).not.toBeNull()
  })

  it('stays valid until it expires when the server cannot be reached', async () => {
    const session = await signedIn()
    answer = () => Promise.reject(new TypeError('offline'))
    now = NOW + 3_570_000
    await expect(session.accessToken()).resolves.toBe('access-1')
    now = NOW + 3_700_000
    await expect(session.accessToken()).rejects.toThrow('Unable to reach the server.')
    expect(session.read()).not.toBeNull()
  })

  it('is absent when signed out or when the stored session cannot be read', async () => {
    await expect(open().accessToken()).resolves.toBeUndefined()
    localStorage.setItem('stoa.session', '{"access_token":')
    expect(open().read()).toBeNull()
  })
})

describe('signing out', () => {
  // SPEC: "**Sign-out**: sign out, clear the stored session, clear the storage helper"
  it('ends this session on the server and clears local data except browser-wide settings', async () => {
    const session = await signedIn()
    localStorage.setItem('stoa.last-organization', '"acme"')
    localStorage.setItem('stoa.theme', '"dark"')
    localStorage.setItem('stoa.dismissed.notices', '["n1"]')
    localStorage.setItem('stoa.preview.u1.branching-2-0', 'true')
    localStorage.setItem('stoa.sql-draft.abc.1', '{"sql":"select 1"}')
    giveTelemetryConsent()
    localStorage.setItem('featurePreviewModal', '{}')
    answer = () => new Response(null, { status: 204 })
    const heard = vi.fn<() => void>()
    session.subscribe(heard)
    await session.signOut()
    expect(requests).toMatchObject([
      { url: '/auth/v1/logout?scope=local', authorization: 'Bearer access-1' },
    ])
    expect(Object.keys(localStorage).toSorted()).toEqual([
      'stoa.dismissed.notices',
      'stoa.preview.u1.branching-2-0',
      'stoa.theme',
    ])
    expect(hasTelemetryConsent()).toBe(false)
    expect(heard).toHaveBeenCalled()
  })

  it('clears local data even when the server cannot be reached', async () => {
    const session = await signedIn()
    answer = () => Promise.reject(new TypeError('offline'))
    await session.signOut()
    expect(session.read()).toBeNull()
  })
})

describe('a session that the server has ended', () => {
  const draft = 'stoa.sql-draft.abc.1'

  async function endedElsewhere() {
    const session = await signedIn()
    localStorage.setItem(draft, '{"sql":"select 1"}')
    localStorage.setItem('stoa.last-organization', '"acme"')
    now = NOW + 3_600_000
    answer = () => Response.json({ error_code: 'session_not_found' }, { status: 400 })
    await session.accessToken()
    return session
  }
  const signInAs = (session: Session, id: string) => {
    answer = () => Response.json({ ...grant('2'), user: { ...user, id } })
    return session.signIn({ email: user.email, password: 'secret' })
  }

  it("keeps the account's unsaved SQL and nothing else", async () => {
    const session = await endedElsewhere()
    expect(session.read()).toBeNull()
    expect(localStorage.getItem(draft)).not.toBeNull()
    expect(localStorage.getItem('stoa.last-organization')).toBeNull()
  })

  it('returns the unsaved SQL to the same account', async () => {
    await signInAs(await endedElsewhere(), user.id)
    expect(localStorage.getItem(draft)).toBe('{"sql":"select 1"}')
  })

  it('hides the unsaved SQL from other accounts', async () => {
    await signInAs(await endedElsewhere(), 'u2')
    expect(localStorage.getItem(draft)).toBeNull()
  })

  it("assigns SQL written after a sign-out in another tab to the page's account", async () => {
    const session = await signedIn()
    localStorage.clear()
    localStorage.setItem(draft, '{"sql":"select 1"}')
    session.end()
    await signInAs(session, 'u2')
    expect(localStorage.getItem(draft)).toBeNull()
  })
})
