import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { createSession, type SessionDependencies } from './session.ts'

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

/** One lock for every session of a test, as the tabs of a browser share theirs. */
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
  it('keeps the session, counted from the local clock', async () => {
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

  it('passes on what the service says of wrong credentials', async () => {
    answer = () => Response.json({ msg: 'Invalid login credentials' }, { status: 400 })
    await expect(open().signIn({ email: 'a', password: 'b' })).rejects.toThrow(
      'Invalid login credentials',
    )
  })

  it('knows a sign-up that waits for the mail to be confirmed', async () => {
    answer = () => Response.json({ id: 'u1', email: user.email })
    const session = open()
    await expect(session.signUp({ email: user.email, password: 'secret' })).resolves.toBe('confirm')
    expect(session.read()).toBeNull()
  })
})

describe('the access token', () => {
  it('is the stored one while it is good for more than a minute', async () => {
    const session = await signedIn()
    now = NOW + 3_539_000
    await expect(session.accessToken()).resolves.toBe('access-1')
    expect(requests).toEqual([])
  })

  it('is renewed in the last minute', async () => {
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

  it('signs out when the refresh token is refused', async () => {
    const session = await signedIn()
    now = NOW + 3_600_000
    answer = () => Response.json({ error_code: 'refresh_token_already_used' }, { status: 400 })
    await expect(session.accessToken()).resolves.toBeUndefined()
    expect(session.read()).toBeNull()
  })

  it('stays signed in when the server cannot be reached, using the old token while it lasts', async () => {
    const session = await signedIn()
    answer = () => Promise.reject(new TypeError('offline'))
    now = NOW + 3_570_000
    await expect(session.accessToken()).resolves.toBe('access-1')
    now = NOW + 3_700_000
    await expect(session.accessToken()).rejects.toThrow('Unable to reach the server.')
    expect(session.read()).not.toBeNull()
  })

  it('is absent when nobody is signed in or the stored session cannot be read', async () => {
    await expect(open().accessToken()).resolves.toBeUndefined()
    localStorage.setItem('stoa.session', '{"access_token":')
    expect(open().read()).toBeNull()
  })
})

describe('signing out', () => {
  // SPEC: "**Sign-out**: sign out, clear the stored session, clear the storage helper"
  it('ends this session on the server and clears what was stored, except what is the browser’s', async () => {
    const session = await signedIn()
    localStorage.setItem('stoa.last-organization', '"acme"')
    localStorage.setItem('stoa.theme', '"dark"')
    localStorage.setItem('stoa.dismissed.notices', '["n1"]')
    localStorage.setItem('stoa.preview.u1.branching-2-0', 'true')
    localStorage.setItem('stoa.telemetry-consent', 'true')
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
    expect(heard).toHaveBeenCalled()
  })

  it('signs out here even when the server cannot be reached', async () => {
    const session = await signedIn()
    answer = () => Promise.reject(new TypeError('offline'))
    await session.signOut()
    expect(session.read()).toBeNull()
  })
})
