import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { verifyJwt } from '../../lib/jwt.ts'

let test: TestProject
let auth: AuthApp
/** The same project with email confirmation required. */
let strict: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
  strict = createAuthApp(test, { settings: { mailer_autoconfirm: false } })
})
afterAll(() => test.stop())

const password = 'correct horse'
const signUp = (app: AuthApp, email: string, more: object = {}) =>
  app.call('POST', '/signup', { body: { email, password, ...more } })
const signIn = (app: AuthApp, email: string, given = password) =>
  app.call('POST', '/token?grant_type=password', { body: { email, password: given } })

describe('a session', () => {
  it('has the same response body and claims as in GoTrue', async () => {
    await signUp(auth, 'shape@example.com', { data: { name: 'S' } })
    const { status, body } = await signIn(auth, 'SHAPE@example.com')
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
      'user',
    ])
    expect(body).toMatchObject({ token_type: 'bearer', expires_in: 3600 })
    const verified = verifyJwt(body['access_token'], auth.project.keys.jwtSecret, new Date())
    if (verified.state !== 'valid') throw new Error(verified.state)
    const { claims } = verified
    expect(claims).toEqual({
      iss: `${auth.project.apiUrl}/auth/v1`,
      sub: body['user'].id,
      aud: 'authenticated',
      exp: body['expires_at'],
      iat: body['expires_at'] - 3600,
      email: 'shape@example.com',
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: body['user'].user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: body['expires_at'] - 3600 }],
      session_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      is_anonymous: false,
    })
    expect(Object.keys(body['user'])).toEqual([
      'id',
      'aud',
      'role',
      'email',
      'email_confirmed_at',
      'phone',
      'confirmed_at',
      'last_sign_in_at',
      'app_metadata',
      'user_metadata',
      'identities',
      'created_at',
      'updated_at',
      'is_anonymous',
    ])
  })

  it('keeps its authentication method across refreshes', async () => {
    const { body } = await signUp(auth, 'amr@example.com')
    auth.pass(60)
    const refreshed = await auth.call('POST', '/token?grant_type=refresh_token', {
      body: { refresh_token: body['refresh_token'] },
    })
    const issued = body['expires_at'] - 3600
    const verified = verifyJwt(
      refreshed.body['access_token'],
      auth.project.keys.jwtSecret,
      new Date((issued + 60) * 1000),
    )
    expect(verified).toMatchObject({
      claims: { amr: [{ method: 'password', timestamp: issued }], iat: issued + 60 },
    })
  })

  it('gets the same new token from concurrent refreshes with one token', async () => {
    const { body } = await signUp(auth, 'race@example.com')
    const answers = await Promise.all(
      Array.from({ length: 8 }, () =>
        auth.call('POST', '/token?grant_type=refresh_token', {
          body: { refresh_token: body['refresh_token'] },
        }),
      ),
    )
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 200))
    expect(new Set(answers.map((answer) => answer.body['refresh_token'])).size).toBe(1)
  })

  it('accepts a token two refreshes old within the reuse interval, but ends after that', async () => {
    const { body } = await signUp(auth, 'steps@example.com')
    const refresh = (token: string) =>
      auth.call('POST', '/token?grant_type=refresh_token', { body: { refresh_token: token } })
    const second = await refresh(body['refresh_token'])
    const third = await refresh(second.body['refresh_token'])
    const behind = await refresh(body['refresh_token'])
    expect(behind.body['refresh_token']).toBe(third.body['refresh_token'])
    auth.pass(11)
    expect((await refresh(body['refresh_token'])).body['error_code']).toBe(
      'refresh_token_already_used',
    )
    expect((await refresh(third.body['refresh_token'])).body['error_code']).toBe(
      'refresh_token_already_used',
    )
  })

  it('is stored with token digests only, so a database dump cannot be used to sign in', async () => {
    const { body } = await signUp(auth, 'dump@example.com')
    await auth.call('POST', '/recover', { body: { email: 'dump@example.com' } })
    const mail = await auth.mailTo('dump@example.com')
    const dump = await dumpOf(test)
    for (const secret of [body['refresh_token'], body['access_token'], mail.token, password])
      expect(dump).not.toContain(secret)
    expect(dump).not.toContain(`"${mail.code}"`)
  })
})

describe('errors', () => {
  it('have numeric codes for old clients and named codes with an API version header', async () => {
    const old = await signIn(auth, 'nobody@example.com')
    expect([old.status, old.body]).toEqual([
      400,
      { code: 400, error_code: 'invalid_credentials', msg: 'Invalid login credentials' },
    ])
    const named = await auth.call('POST', '/token?grant_type=password', {
      body: { email: 'nobody@example.com', password },
      headers: { 'x-supabase-api-version': '2024-01-01' },
    })
    expect(named.body).toEqual({
      code: 'invalid_credentials',
      message: 'Invalid login credentials',
    })
    expect(named.headers['x-supabase-api-version']).toBe('2024-01-01')
    const weak = await auth.call('POST', '/signup', {
      body: { email: 'weak@example.com', password: 'abc' },
    })
    expect(weak).toMatchObject({
      status: 422,
      body: { code: 422, error_code: 'weak_password', weak_password: { reasons: ['length'] } },
    })
  })

  const scenarios: [string, string, string, object, number, string][] = [
    ['malformed JSON', 'POST', '/signup', { payload: '{"email":' }, 400, 'bad_json'],
    ['a JSON array', 'POST', '/signup', { payload: '[]' }, 400, 'bad_json'],
    [
      'a number for an address',
      'POST',
      '/signup',
      { body: { email: 5 } },
      400,
      'validation_failed',
    ],
    [
      'a list for a password',
      'POST',
      '/signup',
      { body: { email: 'a@b.co', password: [] } },
      400,
      'validation_failed',
    ],
    [
      'NUL in an address',
      'POST',
      '/signup',
      { body: { email: 'a\0@b.co', password } },
      400,
      'validation_failed',
    ],
    [
      'NUL in a password',
      'POST',
      '/token?grant_type=password',
      { body: { email: 'a@b.co', password: '\0' } },
      400,
      'validation_failed',
    ],
    [
      'NUL deep in the data',
      'POST',
      '/signup',
      { body: { email: 'a@b.co', password, data: { x: [{ 'y\0': 1 }] } } },
      400,
      'validation_failed',
    ],
    [
      'half a surrogate pair',
      'POST',
      '/signup',
      { body: { email: 'a@b.co', password, data: { x: '\ud800' } } },
      400,
      'validation_failed',
    ],
    [
      'data that is no object',
      'POST',
      '/signup',
      { body: { email: 'a@b.co', password, data: 'x' } },
      400,
      'validation_failed',
    ],
    [
      'bottomless data',
      'POST',
      '/signup',
      { payload: `{"data":${'['.repeat(5000)}${']'.repeat(5000)}}` },
      400,
      'validation_failed',
    ],
    ['no address', 'POST', '/recover', { body: {} }, 400, 'validation_failed'],
    [
      'no such address',
      'POST',
      '/signup',
      { body: { email: 'a b@c', password } },
      400,
      'validation_failed',
    ],
    [
      'an address without end',
      'POST',
      '/signup',
      { body: { email: `${'a'.repeat(300)}@b.co`, password } },
      400,
      'validation_failed',
    ],
    [
      'a password past bcrypt',
      'POST',
      '/signup',
      { body: { email: 'a@b.co', password: 'x'.repeat(73) } },
      400,
      'validation_failed',
    ],
    [
      'a password of a megabyte',
      'POST',
      '/signup',
      { body: { email: 'a@b.co', password: 'x'.repeat(1_100_000) } },
      413,
      'validation_failed',
    ],
    [
      'a long password at sign-in',
      'POST',
      '/token?grant_type=password',
      { body: { email: 'a@b.co', password: 'x'.repeat(900_000) } },
      400,
      'invalid_credentials',
    ],
    ['no grant', 'POST', '/token', { body: {} }, 400, 'invalid_credentials'],
    [
      'an unknown grant',
      'POST',
      '/token?grant_type=magic',
      { body: {} },
      400,
      'invalid_credentials',
    ],
    [
      'a grant named twice',
      'POST',
      '/token?grant_type=password&grant_type=password',
      { body: {} },
      400,
      'validation_failed',
    ],
    [
      'a missing refresh token',
      'POST',
      '/token?grant_type=refresh_token',
      { body: {} },
      400,
      'validation_failed',
    ],
    [
      'a phone number',
      'POST',
      '/signup',
      { body: { phone: '+4912345678', password } },
      400,
      'phone_provider_disabled',
    ],
    [
      'an unknown token',
      'POST',
      '/verify',
      { body: { type: 'signup', token_hash: 'x' } },
      403,
      'otp_expired',
    ],
    [
      'an unknown verification type',
      'POST',
      '/verify',
      { body: { type: 'constructor', token_hash: 'x' } },
      400,
      'validation_failed',
    ],
    [
      'a code without its address',
      'POST',
      '/verify',
      { body: { type: 'signup', token: '123456' } },
      400,
      'validation_failed',
    ],
    [
      'an unknown resend type',
      'POST',
      '/resend',
      { body: { type: 'x', email: 'a@b.co' } },
      400,
      'validation_failed',
    ],
    ['a missing token', 'GET', '/user', { as: '' }, 401, 'no_authorization'],
    ['a key instead of a user token', 'GET', '/user', { as: 'anon' }, 403, 'bad_jwt'],
    ['a made-up token', 'GET', '/user', { as: 'a.b.c' }, 403, 'bad_jwt'],
    ['the anon key', 'GET', '/admin/users', { as: 'anon' }, 403, 'not_admin'],
    ['an invalid ID', 'GET', '/admin/users/1%27', { as: 'service' }, 404, 'validation_failed'],
    [
      'an unknown ID',
      'GET',
      '/admin/users/00000000-0000-4000-8000-000000000000',
      { as: 'service' },
      404,
      'user_not_found',
    ],
    [
      'a negative page number',
      'GET',
      '/admin/users?page=-1',
      { as: 'service' },
      400,
      'validation_failed',
    ],
    [
      'a page size of 0',
      'GET',
      '/admin/users?per_page=0',
      { as: 'service' },
      400,
      'validation_failed',
    ],
    [
      'NUL in the filter',
      'GET',
      '/admin/users?filter=%00',
      { as: 'service' },
      400,
      'validation_failed',
    ],
    [
      'a user without email or phone',
      'POST',
      '/admin/users',
      { as: 'service', body: {} },
      400,
      'validation_failed',
    ],
    [
      'a ban that is too long',
      'POST',
      '/admin/users',
      { as: 'service', body: { email: 'ban@b.co', ban_duration: '9999999h' } },
      400,
      'validation_failed',
    ],
    [
      'a role that is too long',
      'POST',
      '/admin/users',
      { as: 'service', body: { email: 'r@b.co', role: 'x'.repeat(300) } },
      400,
      'validation_failed',
    ],
    [
      'an invalid password hash',
      'POST',
      '/admin/users',
      { as: 'service', body: { email: 'h@b.co', password_hash: 'plain' } },
      400,
      'validation_failed',
    ],
    [
      'a password hash that takes a day to verify',
      'POST',
      '/admin/users',
      {
        as: 'service',
        body: {
          email: 'h@b.co',
          password_hash: '$2a$31$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy',
        },
      },
      400,
      'password_hash_too_costly',
    ],
    [
      'an invalid ID',
      'POST',
      '/admin/users',
      { as: 'service', body: { email: 'i@b.co', id: '1' } },
      400,
      'validation_failed',
    ],
    [
      'an unknown link type',
      'POST',
      '/admin/generate_link',
      { as: 'service', body: { type: 'x', email: 'a@b.co' } },
      400,
      'validation_failed',
    ],
    [
      'a link for an unknown address',
      'POST',
      '/admin/generate_link',
      { as: 'service', body: { type: 'recovery', email: 'nobody@b.co' } },
      404,
      'user_not_found',
    ],
  ]
  it.each(scenarios)(
    'are returned for %s: %s %s',
    async (_name, method, path, call, status, code) => {
      const answer = await auth.call(method, path, call)
      expect([answer.status, answer.body['error_code']]).toEqual([status, code])
    },
  )

  it('match GoTrue’s when a trigger rejects the account', async () => {
    await test.run(`
      create function public.refuse() returns trigger language plpgsql as
        $$ begin if new.email like 'refused@%' then raise exception 'no'; end if; return new; end $$;
      create trigger refuse before insert on auth.users for each row execute function public.refuse();
    `)
    const { status, body } = await signUp(auth, 'refused@example.com')
    expect([status, body]).toEqual([
      500,
      { code: 500, error_code: 'unexpected_failure', msg: 'Database error saving new user' },
    ])
  })
})

describe('with email confirmation', () => {
  it('the link confirms the account and redirects with a session in the fragment', async () => {
    const { status, body } = await strict.call(
      'POST',
      '/signup?redirect_to=http://localhost:3000/welcome',
      { body: { email: 'link@example.com', password, code_challenge: null } },
    )
    expect(status).toBe(200)
    expect(body).toMatchObject({
      email: 'link@example.com',
      confirmation_sent_at: expect.any(String),
    })
    expect(body).not.toHaveProperty('access_token')
    expect((await signIn(strict, 'link@example.com')).body['error_code']).toBe(
      'email_not_confirmed',
    )
    expect((await signIn(strict, 'link@example.com', 'wrong')).body['error_code']).toBe(
      'invalid_credentials',
    )

    const { link } = await strict.mailTo('link@example.com')
    const target = await followed(strict, link)
    expect(`${target.origin}${target.pathname}`).toBe('http://localhost:3000/welcome')
    const values = Object.fromEntries(new URLSearchParams(target.hash.slice(1)))
    expect(values).toMatchObject({ type: 'signup', token_type: 'bearer', expires_in: '3600' })
    const me = await strict.call('GET', '/user', { as: values['access_token'] ?? '' })
    expect(me.body['user_metadata'].email_verified).toBe(true)

    const again = await followed(strict, link)
    expect(Object.fromEntries(new URLSearchParams(again.hash.slice(1)))).toEqual({
      error: 'access_denied',
      error_code: 'otp_expired',
      error_description: 'Email link is invalid or has expired',
    })
    expect((await signIn(strict, 'link@example.com')).status).toBe(200)
  })

  it('a HEAD request for a link leaves it usable', async () => {
    await signUp(strict, 'preview@example.com')
    const { link } = await strict.mailTo('preview@example.com')
    const head = await strict.app.inject({ method: 'HEAD', url: `${link.pathname}${link.search}` })
    expect(head.statusCode).toBe(404)
    expect((await followed(strict, link)).hash).toContain('access_token')
  })

  it('a sign-up with a known address gets the same response as a new one', async () => {
    await strict.call('POST', '/admin/users', {
      as: 'service',
      body: { email: 'known@example.com', password, email_confirm: true },
    })
    const known = await signUp(strict, 'known@example.com', { data: { a: 1 } })
    expect([known.status, known.body]).toMatchObject([
      200,
      { email: 'known@example.com', identities: [{ provider: 'email' }], user_metadata: { a: 1 } },
    ])
    expect(known.body).not.toHaveProperty('email_confirmed_at')
    expect(strict.mails.filter((mail) => mail.to === 'known@example.com')).toEqual([])
  })

  it('repeating an unconfirmed sign-up sends a new mail, which stores neither of two passwords', async () => {
    await signUp(strict, 'twice@example.com', { data: { mine: true } })
    const first = await strict.mailTo('twice@example.com')
    const second = await strict.call('POST', '/signup', {
      body: { email: 'twice@example.com', password: 'somebody else', data: { mine: false } },
    })
    expect(second.body['user_metadata']).toMatchObject({ mine: false })
    const mail = await strict.mailTo('twice@example.com')
    const spent = await strict.call('POST', '/verify', {
      body: { type: 'signup', token_hash: first.token },
    })
    expect(spent.body['error_code']).toBe('otp_expired')
    const { body } = await strict.call('POST', '/verify', {
      body: { type: 'signup', email: 'twice@example.com', token: mail.code },
    })
    expect(body['password_removed']).toBe(true)
    expect(body['user'].user_metadata).not.toHaveProperty('mine')
    expect((await signIn(strict, 'twice@example.com', 'somebody else')).status).toBe(400)
    expect((await signIn(strict, 'twice@example.com')).status).toBe(400)
  })

  it('repeating an unconfirmed sign-up with the same password keeps it', async () => {
    await signUp(strict, 'again@example.com', { data: { mine: true } })
    await strict.mailTo('again@example.com')
    await signUp(strict, 'again@example.com')
    const mail = await strict.mailTo('again@example.com')
    const { body } = await strict.call('POST', '/verify', {
      body: { type: 'signup', email: 'again@example.com', token: mail.code },
    })
    expect(body['user'].user_metadata.mine).toBe(true)
    expect((await signIn(strict, 'again@example.com')).status).toBe(200)
  })

  it('links and codes expire, and resend creates new ones', async () => {
    await signUp(strict, 'late@example.com')
    const old = await strict.mailTo('late@example.com')
    strict.pass(3601)
    const late = await strict.call('POST', '/verify', {
      body: { type: 'signup', email: 'late@example.com', token: old.code },
    })
    expect([late.status, late.body['error_code'], late.body['msg']]).toEqual([
      403,
      'otp_expired',
      'Token has expired or is invalid',
    ])
    expect(
      await strict.call('POST', '/resend', { body: { type: 'signup', email: 'late@example.com' } }),
    ).toMatchObject({ status: 200, body: {} })
    const { token } = await strict.mailTo('late@example.com')
    const fresh = await strict.call('POST', '/verify', {
      body: { type: 'email', token_hash: token },
    })
    expect(fresh.status).toBe(200)
  })

  it('recover and resend return success for unknown addresses', async () => {
    for (const [path, body] of [
      ['/recover', { email: 'nobody@example.com' }],
      ['/resend', { type: 'signup', email: 'nobody@example.com' }],
    ] as const)
      expect(await strict.call('POST', path, { body })).toMatchObject({ status: 200, body: {} })
    expect(strict.mails.filter((mail) => mail.to === 'nobody@example.com')).toEqual([])
  })

  it('a password set before confirmation is removed when the owner signs in by mail', async () => {
    await signUp(strict, 'hijack@example.com')
    await strict.mailTo('hijack@example.com')
    await strict.call('POST', '/otp', { body: { email: 'hijack@example.com' } })
    const mail = await strict.mailTo('hijack@example.com')
    await strict.call('POST', '/verify', {
      body: { type: 'email', email: 'hijack@example.com', token: mail.code },
    })
    expect((await signIn(strict, 'hijack@example.com')).body['error_code']).toBe(
      'invalid_credentials',
    )
  })

  it('a mail server error does not reveal that the address is new', async () => {
    const broken = createAuthApp(test, {
      settings: { mailer_autoconfirm: false },
      mailer: async () => Promise.reject(new Error('connection refused')),
    })
    expect((await signUp(broken, 'unmailed@example.com')).status).toBe(200)
  })
})

describe('settings', () => {
  it('disable sign-ups, enable anonymous ones, and require kinds of characters', async () => {
    const closed = createAuthApp(test, { settings: { disable_signup: true } })
    expect(await signUp(closed, 'closed@example.com')).toMatchObject({
      status: 422,
      body: { error_code: 'signup_disabled', msg: 'Signups not allowed for this instance' },
    })
    const demanding = createAuthApp(test, {
      settings: { password_required_characters: 'abc:0123456789' },
    })
    expect((await signUp(demanding, 'kinds@example.com')).body['weak_password']).toEqual({
      reasons: ['characters'],
    })
    const open = createAuthApp(test, { settings: { external_anonymous_users_enabled: true } })
    expect((await open.call('GET', '/settings', {})).body['external']).toMatchObject({
      anonymous_users: true,
      email: true,
      github: false,
    })
    const { body } = await open.call('POST', '/signup', { body: { data: { guest: 1 } } })
    expect(body['user']).toMatchObject({ is_anonymous: true, email: '', identities: [] })
    const named = await open.call('PUT', '/user', {
      as: body['access_token'],
      body: { email: 'no-longer-anonymous@example.com', password },
    })
    expect(named.body).toMatchObject({
      is_anonymous: false,
      email: 'no-longer-anonymous@example.com',
      identities: [{ provider: 'email' }],
    })
    expect((await signIn(open, 'no-longer-anonymous@example.com')).status).toBe(200)
  })

  it('do not override who can sign up in the installation', async () => {
    const invited = createAuthApp(test, {
      settings: { external_anonymous_users_enabled: true },
      platformRules: {
        admit: async ({ email }) => (email === 'invited@example.com' ? 'admitted' : 'refused'),
      },
    })
    const pkce = { code_challenge: 'c'.repeat(43), code_challenge_method: 'plain' }
    expect((await signUp(invited, 'stranger@example.com')).body['error_code']).toBe(
      'signup_disabled',
    )
    const byMail = await invited.call('POST', '/otp', {
      body: { email: 'stranger@example.com', ...pkce },
    })
    expect([byMail.status, byMail.body]).toEqual([200, {}])
    const nameless = await invited.call('POST', '/signup', { body: {} })
    expect(nameless.body['error_code']).toBe('signup_disabled')
    expect((await signUp(invited, 'Invited@example.com', pkce)).status).toBe(200)
    const made = await invited.call('POST', '/admin/users', {
      as: 'service',
      body: { email: 'made-for-them@example.com', password },
    })
    expect(made.status).toBe(200)
  })

  it('limit request rates with 429 and Retry-After', async () => {
    const limited = createAuthApp(test, {
      limits: {
        signInByIpAndAddress: { burst: 2, perMinute: 6 },
        mailByAddress: { burst: 1, perMinute: 1 },
        signUpByIp: { burst: 1, perMinute: 1 },
      },
    })
    await limited.call('POST', '/admin/users', {
      as: 'service',
      body: { email: 'guessed@example.com', password, email_confirm: true },
    })
    // Successful sign-ins don't count.
    for (let n = 0; n < 4; n += 1)
      expect((await signIn(limited, 'guessed@example.com')).status).toBe(200)
    for (let n = 0; n < 2; n += 1) await signIn(limited, 'guessed@example.com', 'wrong')
    const refused = await signIn(limited, 'Guessed@example.com')
    expect([refused.status, refused.body['error_code'], refused.headers['retry-after']]).toEqual([
      429,
      'over_request_rate_limit',
      '10',
    ])
    limited.pass(10)
    expect((await signIn(limited, 'guessed@example.com')).status).toBe(200)

    const recover = () => limited.call('POST', '/recover', { body: { email: 'a@example.com' } })
    expect((await recover()).status).toBe(200)
    expect(await recover()).toMatchObject({
      status: 429,
      body: { error_code: 'over_email_send_rate_limit' },
    })
    await signUp(limited, 'one@example.com')
    expect((await signUp(limited, 'two@example.com')).body['error_code']).toBe(
      'over_request_rate_limit',
    )
    const elsewhere = await limited.call('POST', '/signup', {
      body: { email: 'two@example.com', password },
      ip: '192.0.2.7',
    })
    expect(elsewhere.status).toBe(200)
  })

  it('limit how often an account can change its password', async () => {
    const limited = createAuthApp(test, {
      limits: { passwordByAccount: { burst: 1, perMinute: 1 } },
    })
    const { body } = await signUp(limited, 'often@example.com')
    const change = () =>
      limited.call('PUT', '/user', { as: body['access_token'], body: { password } })
    expect((await change()).body['error_code']).toBe('same_password')
    expect((await change()).body['error_code']).toBe('over_request_rate_limit')
  })

  it('do not put secrets into public responses', async () => {
    expect((await auth.call('GET', '/.well-known/jwks.json', { as: '' })).body).toEqual({
      keys: [],
    })
    expect((await auth.call('GET', '/health', {})).body).toMatchObject({ name: 'GoTrue' })
  })
})

async function followed(app: AuthApp, link: URL): Promise<URL> {
  const response = await app.app.inject({ method: 'GET', url: `${link.pathname}${link.search}` })
  expect(response.statusCode).toBe(303)
  return new URL(String(response.headers.location))
}

async function dumpOf({ database }: TestProject): Promise<string> {
  const client = await database.connect('supabase_admin', 'test')
  try {
    const rows: unknown[] = []
    for (const table of ['users', 'identities', 'sessions', 'refresh_tokens', 'one_time_tokens'])
      rows.push((await client.query(`select * from auth.${table}`)).rows)
    rows.push((await client.query('select * from auth.audit_log_entries')).rows)
    return JSON.stringify(rows)
  } finally {
    await client.end()
  }
}
