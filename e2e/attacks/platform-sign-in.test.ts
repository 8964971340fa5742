import { createHash, randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest'
import { openControlPlane } from '../support/control-plane.ts'
import { signUpInvited } from '../support/member.ts'
import { askPlatform, mailsTo, partsOf, type Mail } from '../support/platform-api.ts'

const world = inject('attackWorld')
const [victims, attackers] = world.organizations
const [project] = attackers.projects
const { origin, port } = new URL(world.url)
const apiPort = new URL(project.apiUrl).port
const PASSWORD = 'gusty-Walrus-40-orbits-plinth'
const VERIFIER = 'v'.repeat(50)
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}

const newEmail = (name: string) => `${name}-${randomUUID()}@example.com`

type Answer = { readonly status: number; readonly body: Record<string, unknown> }

async function send(
  method: string,
  path: string,
  { body, token }: { body?: object; token?: string | undefined } = {},
): Promise<Answer> {
  const response = await fetch(world.url + path, {
    method,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  const text = await response.text()
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) }
}

const auth = (path: string, body: object, token?: string) =>
  send('POST', `/auth/v1${path}`, { body, token })
const signIn = (email: string, password = PASSWORD) =>
  auth('/token?grant_type=password', { email, password })
const profileStatus = async (token: unknown) =>
  (await send('GET', '/platform/profile', { token: String(token) })).status

/** The first mail to an address with this subject. */
const mailTo = (email: string, subject: RegExp): Promise<Mail> =>
  vi.waitFor(
    async () => {
      const mails = await mailsTo(world, email)
      const found = mails.find((mail) => subject.test(mail.subject))
      if (!found) throw new Error(`No mail ${subject} to ${email}`)
      return found
    },
    { timeout: 20_000 },
  )

/** The URL to which a browser that follows the link is redirected. */
async function follow(link: string, headers: Record<string, string> = {}): Promise<string> {
  const answer = await fetch(link, { redirect: 'manual', headers })
  return answer.headers.get('location') ?? ''
}

const path = `/p/${project.ref}/functions/v1/go`
/** Every form of an address that is not a page of the dashboard. */
const FOREIGN = [
  'http://evil.example/reset-password',
  `http://localhost:${apiPort}/reset-password`,
  'http://localhost/reset-password',
  'http://localhost:1/reset-password',
  `https://localhost:${port}/reset-password`,
  `ws://localhost:${port}/reset-password`,
  `http://localhost:${port}@evil.example/reset-password`,
  `http://user:pass@localhost:${port}/reset-password`,
  `http://localhost:${port}.evil.example/reset-password`,
  `http:\\\\localhost:${port}\\reset-password`,
  `${origin}\\@evil.example/reset-password`,
  '//evil.example/reset-password',
  `//localhost:${port}/reset-password`,
  '/\\evil.example',
  '/reset-password',
  `${origin}${path}`,
  `${project.apiUrl}/functions/v1/go`,
  `${origin}/%70/${project.ref}/functions/v1/go`,
  `${origin}/reset-password/..${path}`,
  `${origin}/reset-password/%2e%2e${path}`,
  `${origin}/reset-password%2f..%2f..${path}`,
  `${origin}/reset-password;${path}`,
  `${origin}/reset-password?next=${path}`,
  `${origin}/reset-password#${path}`,
  `${origin}//evil.example`,
  `${origin}/organizations`,
  `http://${project.ref}.localhost:${port}/reset-password`,
  `http://localhost.:${port}/reset-password`,
  `http://LOCALHOST:${port}/reset-password`,
  `http://ｌocalhost:${port}/reset-password`,
  'http://xn--localhost-9za.example/reset-password',
  'http://bücher.example/reset-password',
  `http://127.0.0.1:${port}/reset-password`,
  `http://[::1]:${port}/reset-password`,
  `http://[::ffff:127.0.0.1]:${port}/reset-password`,
  `http://2130706433:${port}/reset-password`,
  `http://0x7f.1:${port}/reset-password`,
  'javascript:alert(1)',
  `javascript:${origin}/reset-password`,
  'data:text/html,evil',
  ` ${origin}/reset-password`,
  `${origin}/reset-password\n`,
  `${origin}/reset-\tpassword`,
  '',
]

describe('a redirect of the platform’s sign-in', () => {
  /** The query of a genuine link. It stays valid, because nobody exchanges its code. */
  let genuine: URLSearchParams
  beforeAll(async () => {
    const { session } = await signUpInvited(world, {
      slug: attackers.slug,
      email: newEmail('redirected'),
      role: 'read_only',
    })
    const { email } = session.user
    await auth('/recover', { email, ...PKCE })
    genuine = new URL(partsOf(await mailTo(email, /Reset/)).link).searchParams
  })
  const locationWith = (target: string, headers: Record<string, string> = {}) => {
    const query = new URLSearchParams(genuine)
    query.set('redirect_to', target)
    return follow(`${world.url}/auth/v1/verify?${query.toString()}`, headers)
  }

  // The link decides at the moment it is followed.
  it.each(FOREIGN)('never leads to %j', async (target) => {
    expect(await locationWith(target)).toMatch(new RegExp(`^${origin}/\\?code=[\\w-]+#$`))
  })

  it('is refused for an address with a NUL character', async () => {
    expect(await locationWith(`${origin}/reset-password\0`)).toBe('')
  })

  it('leads to the dashboard’s own page', async () => {
    expect(await locationWith(`${origin}/reset-password`)).toMatch(
      new RegExp(`^${origin}/reset-password\\?code=[\\w-]+#$`),
    )
  })

  it('is not chosen by the headers of a request either', async () => {
    for (const name of ['redirect_to', 'referer', 'origin', 'x-forwarded-host', 'x-original-url'])
      for (const target of ['http://evil.example/', origin + path])
        expect(await locationWith('', { [name]: target })).toMatch(
          new RegExp(`^${origin}/\\?code=[\\w-]+#$`),
        )
  })

  it('is the dashboard’s in the mail of each request that sends one', async () => {
    const target = encodeURIComponent(origin + path)
    const { session } = await signUpInvited(world, {
      slug: attackers.slug,
      email: newEmail('mails'),
      role: 'read_only',
    })
    const { email } = session.user
    const fresh = newEmail('fresh')
    const next = newEmail('next')
    const links: string[] = []
    const linkTo = async (to: string, subject: RegExp) =>
      void links.push(partsOf(await mailTo(to, subject)).link)
    await auth(`/recover?redirect_to=${target}`, { email, ...PKCE })
    await linkTo(email, /Reset/)
    await auth(`/otp?redirect_to=${target}`, { email, ...PKCE })
    await linkTo(email, /sign-in link/)
    await auth(`/signup?redirect_to=${target}`, { email: fresh, password: PASSWORD, ...PKCE })
    await linkTo(fresh, /Confirm/)
    const before = links.at(-1)
    await auth(`/resend?redirect_to=${target}`, { type: 'signup', email: fresh, ...PKCE })
    await expect
      .poll(async () => (links.push(partsOf(await mailTo(fresh, /Confirm/)).link), links.at(-1)))
      .not.toBe(before)
    await send('PUT', `/auth/v1/user?redirect_to=${target}`, {
      body: { email: next, ...PKCE },
      token: session.access_token,
    })
    await linkTo(next, /Confirm your new/)
    for (const link of links) {
      expect(link.startsWith(`${origin}/auth/v1/verify?`)).toBe(true)
      expect(new URL(link).searchParams.get('redirect_to')).toBe(origin)
    }
  })
})

describe('a session', () => {
  it('is never requested without a code challenge', async () => {
    const { email } = victims.people.owner
    for (const [route, body] of [
      ['/recover', { email }],
      ['/otp', { email }],
      ['/magiclink', { email }],
      ['/resend', { type: 'signup', email }],
      ['/resend', { type: 'email_change', email }],
      ['/signup', { email: newEmail('plain'), password: PASSWORD }],
    ] as const) {
      const answer = await auth(`${route}?redirect_to=${encodeURIComponent(origin + path)}`, body)
      expect([route, answer.status, answer.body['error_code']]).toEqual([
        route,
        400,
        'code_challenge_required',
      ])
    }
    expect((await send('GET', '/auth/v1/authorize?provider=github')).body['error_code']).toBe(
      'code_challenge_required',
    )
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual([
      'You have been invited to Reception',
    ])
  })

  it('does not come from a genuine mail that somebody else has requested', async () => {
    const { session } = await signUpInvited(world, {
      slug: victims.slug,
      email: newEmail('victim'),
      role: 'read_only',
    })
    const { email } = session.user
    // The attacker knows the verifier, and the victim opens the mail.
    await auth(`/recover?redirect_to=${encodeURIComponent(origin + path)}`, { email, ...PKCE })
    const { link, code } = partsOf(await mailTo(email, /Reset/))
    const location = await follow(link)
    expect(location).toMatch(new RegExp(`^${origin}/\\?code=[\\w-]+#$`))
    // Neither did the click end or confirm anything.
    expect((await signIn(email, 'correct horse battery 9')).status).toBe(200)
    expect(await profileStatus(session.access_token)).toBe(404)
    // The short code in a URL does not bypass the challenge.
    const query = new URLSearchParams({ type: 'recovery', email, token: code })
    const direct = await follow(`${world.url}/auth/v1/verify?${query.toString()}`)
    expect(direct).toContain('error_code=code_challenge_required')
    expect(direct).not.toContain('access_token')
  })
})

describe('an invited address', () => {
  const invite = (email: string, token: string) =>
    send('POST', `/platform/organizations/${victims.slug}/invitations`, {
      body: { email, role: 'administrator' },
      token,
    })
  const tokenIn = (text: unknown) => /token=([\w-]+)/.exec(String(text))?.[1] ?? ''
  const setPolicy = (sign_up: string) => askPlatform(world, 'PATCH', '/installation', { sign_up })
  afterAll(() => setPolicy('open'))

  it('is of no use to somebody who knows it, and looks like any other', async () => {
    await setPolicy('invitation')
    const email = newEmail('dave')
    await invite(email, victims.people.owner.token)
    const attempts = [
      { email, password: PASSWORD, ...PKCE },
      { email, password: PASSWORD, ...PKCE, invite_token: 'guess' },
      { email, password: PASSWORD, ...PKCE, invite_token: attackers.invitationToken },
    ]
    for (const attempt of attempts) {
      const known = await auth('/signup', attempt)
      const unknown = await auth('/signup', { ...attempt, email: newEmail('nobody') })
      expect(known).toEqual(unknown)
      expect(known).toMatchObject({ status: 422, body: { error_code: 'signup_disabled' } })
    }
    expect(await auth('/otp', { email, ...PKCE })).toEqual({ status: 200, body: {} })
    expect((await signIn(email)).body['error_code']).toBe('invalid_credentials')
    expect((await mailsTo(world, email)).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/invited you to /),
    ])
    await setPolicy('open')
  })

  it('is not verified by the link that the inviter gets', async () => {
    const email = newEmail('somebody')
    const { body } = await invite(email, victims.people.owner.token)
    const shown = { email, password: PASSWORD, ...PKCE, invite_token: tokenIn(body['link']) }
    const answer = await auth('/signup', shown)
    expect(answer.body).not.toHaveProperty('access_token')
    expect((await signIn(email)).body['error_code']).toBe('email_not_confirmed')
  })

  it('is verified once by its mail, which ends everything that a stranger prepared', async () => {
    const email = newEmail('dave')
    await auth('/signup', { email, password: 'of the stranger 12', data: { planted: 1 }, ...PKCE })
    await invite(email, victims.people.owner.token)
    const invite_token = tokenIn((await mailTo(email, /invited/)).text)
    const sign = (password: string) => auth('/signup', { email, password, invite_token, ...PKCE })
    const owner = await sign(PASSWORD)
    expect(owner).toMatchObject({ status: 200, body: { user: { email } } })
    expect(JSON.stringify(owner.body['user'])).not.toContain('planted')
    expect((await sign('by the token again 3')).body).not.toHaveProperty('access_token')
    for (const password of ['of the stranger 12', 'by the token again 3'])
      expect((await signIn(email, password)).body['error_code']).toBe('invalid_credentials')
    expect((await signIn(email)).status).toBe(200)
    const confirmation = partsOf(await mailTo(email, /Confirm/))
    expect(await follow(confirmation.link)).toContain('error_code=otp_expired')
  })
})

it('ends the access token of a stranger when the mailbox of an earlier account verifies it', async () => {
  const email = newEmail('dave')
  const { session } = await signUpInvited(world, { slug: attackers.slug, email, role: 'read_only' })
  const password = 'correct horse battery 9'
  // As the migration records accounts that were confirmed without their mailbox.
  const control = await openControlPlane(world.dataDir)
  await control.query('insert into auth.unproved_emails (user_id) values ($1)', [session.user.id])
  await control.end()
  const as = session.access_token
  await send('POST', '/platform/profile', { token: as })
  const created = await send('POST', '/platform/profile/access-tokens', {
    body: { name: 'Backdoor', expires_at: null },
    token: as,
  })
  const { token } = created.body
  expect(await profileStatus(token)).toBe(200)
  const told = await mailTo(email, /access token was created/)
  expect(told.text).toContain(`${origin}/forgot-password`)

  await auth('/recover', { email, ...PKCE })
  const { code } = partsOf(await mailTo(email, /Reset/))
  const owner = await auth('/verify', { type: 'recovery', email, token: code })
  expect(owner.status).toBe(200)
  expect(await profileStatus(token)).toBe(401)
  expect(await profileStatus(as)).toBe(401)
  expect((await signIn(email, password)).status).toBe(400)
  expect(await profileStatus(owner.body['access_token'])).toBe(200)
})

it('brings the fragment of a URL to no target that a project chooses', async () => {
  const client = new pg.Client({ connectionString: project.connectionString })
  await client.connect()
  await client.query(`
    create or replace function public.leave() returns void language sql as $$
      select set_config('response.status', '302', true), set_config('response.headers',
        '[{"location": "http://evil.example/?a"}, {"refresh": "0; url=http://evil.example"}]', true)
    $$;
    notify pgrst, 'reload schema'`)
  await client.end()
  const call = `/rest/v1/rpc/leave?apikey=${project.anonKey}`
  for (const base of [`${origin}/p/${project.ref}`, project.apiUrl]) {
    const ask = () => fetch(base + call, { redirect: 'manual' })
    await expect.poll(async () => (await ask()).status).toBe(302)
    const { headers } = await ask()
    expect(headers.get('location')).toBe('http://evil.example/?a#')
    expect(headers.get('refresh')).toBeNull()
  }
})
