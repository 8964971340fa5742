import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Admission } from '../../project/accounts.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { sql } from '../../postgres/sql.ts'
import { createAuthApp, type AuthApp } from '../../../test/auth/app.ts'

const SITE = 'http://localhost:8000'
const PASSWORD = 'correct horse battery'
const VERIFIER = 'v'.repeat(50)
const PKCE = {
  code_challenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  code_challenge_method: 's256',
}

let test: TestProject
let app: AuthApp
/** The platform's decisions, and a record of its revocations. */
let admission: Admission
let isProofLeft: boolean
let revoked: string[]
/** An account for tests that leave its credentials as they are. */
let known: { email: string; userId: string }
beforeAll(async () => {
  test = await createTestProject()
  app = createAuthApp(test, {
    // A setting cannot make the policy of the platform weaker.
    settings: { site_url: SITE, mailer_autoconfirm: true, uri_allow_list: ['**'] },
    platformRules: {
      admit: async () => admission,
      useInvitation: async () => isProofLeft,
      revokeAccessTokens: async (userId) => void revoked.push(userId),
    },
  })
  known = await account()
})
beforeEach(() => {
  admission = 'admitted'
  isProofLeft = true
  revoked = []
})
afterAll(() => test.stop())

const newEmail = () => `${randomUUID()}@example.com`
const signUp = (email: string, more: object = {}) =>
  app.call('POST', '/signup', { body: { email, password: PASSWORD, ...more } })
const signIn = (email: string, password = PASSWORD) =>
  app.call('POST', '/token?grant_type=password', { body: { email, password } })
const exchange = (code: string | null, verifier = VERIFIER) =>
  app.call('POST', '/token?grant_type=pkce', {
    body: { auth_code: code, code_verifier: verifier },
  })

/** Follows a mail's link and returns where it leads. */
async function follow(link: URL): Promise<URL> {
  const { status, headers } = await app.call('GET', `/verify${link.search}`, { as: '' })
  expect(status).toBe(303)
  return new URL(String(headers.location))
}

/** A confirmed account for which an operator vouches. */
async function account(): Promise<{ email: string; userId: string }> {
  const email = newEmail()
  return { email, userId: await app.accounts.createAccount({ email, password: PASSWORD }) }
}

describe('the sessions of an account of the platform', () => {
  const claimsOf = async () => {
    const { email, userId } = await account()
    const tokens = await Promise.all(
      [1, 2, 3].map(async () => String((await signIn(email)).body['access_token'])),
    )
    const sessions = await Promise.all(tokens.map((token) => app.accounts.verifyAccessToken(token)))
    const ids = sessions.map((each) => ('sessionId' in each ? each.sessionId : ''))
    return { email, userId, tokens, ids }
  }

  it('are listed, and end at once', async () => {
    const { userId, tokens, ids } = await claimsOf()
    const listed = await app.accounts.listSessions(userId)
    expect(listed.map(({ id }) => id).toSorted()).toEqual(ids.toSorted())
    await app.accounts.endSession(userId, ids[1] ?? '')
    expect(await app.accounts.verifyAccessToken(tokens[1] ?? '')).toEqual({ reason: 'signed_out' })
    await expect(app.accounts.endSession(known.userId, ids[0] ?? '')).rejects.toMatchObject({
      code: 'session_not_found',
    })
    await app.accounts.endOtherSessions(userId, ids[0] ?? '')
    expect((await app.accounts.listSessions(userId)).map(({ id }) => id)).toEqual([ids[0]])
    expect(await app.accounts.verifyAccessToken(tokens[2] ?? '')).toEqual({ reason: 'signed_out' })
  })

  it('end with the account when it is deleted, which can be repeated', async () => {
    const { email, userId } = await account()
    const token = String((await signIn(email)).body['access_token'])
    await app.accounts.deleteAccount(userId)
    await app.accounts.deleteAccount(userId)
    expect(await app.accounts.verifyAccessToken(token)).toEqual({ reason: 'signed_out' })
    expect(await app.accounts.readAccount(userId)).toBeUndefined()
  })

  it('have the new address as soon as both mailboxes have confirmed it', async () => {
    const { email, userId } = await account()
    const as = String((await signIn(email)).body['access_token'])
    expect(await app.accounts.verifyAccessToken(as)).toMatchObject({ email })
    const next = newEmail()
    const asked = await app.call('PUT', '/user', { as, body: { email: next, ...PKCE } })
    expect(asked.status).toBe(200)
    const confirm = async (address: string) =>
      app.call('POST', '/verify', {
        body: { type: 'email_change', email: address, token: (await app.mailTo(address)).code },
      })
    expect((await confirm(next)).body).not.toHaveProperty('access_token')
    expect(await app.accounts.verifyAccessToken(as)).toMatchObject({ email })
    expect((await confirm(email)).body).toHaveProperty('access_token')
    expect(await app.accounts.verifyAccessToken(as)).toMatchObject({ userId, email: next })
  })
})

describe('a sign-in to the platform that leaves the browser', () => {
  const requests: [string, string, object][] = [
    ['POST', '/signup', { password: PASSWORD }],
    ['POST', '/recover', {}],
    ['POST', '/otp', {}],
    ['POST', '/magiclink', {}],
    ['POST', '/resend', { type: 'signup' }],
    ['POST', '/resend', { type: 'email_change' }],
  ]
  it.each(requests)('needs a code challenge: %s %s %j', async (method, path, more) => {
    const answer = await app.call(method, path, { body: { email: newEmail(), ...more } })
    expect([answer.status, answer.body['error_code']]).toEqual([400, 'code_challenge_required'])
    expect(answer.body['msg']).toContain('Send code_challenge')
  })

  it('needs a code challenge to change an address and to go to a provider', async () => {
    const { body } = await signIn(known.email)
    const as = String(body['access_token'])
    const changed = await app.call('PUT', '/user', { as, body: { email: newEmail() } })
    const left = await app.call('GET', '/authorize?provider=github', { as: '' })
    for (const answer of [changed, left])
      expect(answer.body['error_code']).toBe('code_challenge_required')
  })

  it('never has a session in its URL, even from a link without a challenge', async () => {
    const { email } = known
    for (const type of ['magiclink', 'recovery']) {
      const { body } = await app.call('POST', '/admin/generate_link', {
        as: 'service',
        body: { type, email },
      })
      const target = await follow(new URL(body['action_link']))
      expect(target.href).not.toContain('access_token')
      expect(target.hash).toContain('error_code=code_challenge_required')
    }
    await app.call('POST', '/recover', { body: { email, ...PKCE } })
    const { code } = await app.mailTo(email)
    const query = new URLSearchParams({ type: 'recovery', email, token: code })
    const target = await follow(new URL(`${SITE}/verify?${query.toString()}`))
    expect(target.href).not.toContain('access_token')
  })
})

it('redirects the platform’s mails to pages of the dashboard only', async () => {
  const redirectOf = async (target: string) => {
    const query = new URLSearchParams({ redirect_to: target }).toString()
    await app.call('POST', `/recover?${query}`, { body: { email: known.email, ...PKCE } })
    const { link } = await app.mailTo(known.email)
    return link.searchParams.get('redirect_to')
  }
  expect(await redirectOf(`${SITE}/reset-password`)).toBe(`${SITE}/reset-password`)
  expect(await redirectOf(`${SITE}/p/abcdefghijklmnopqrst/functions/v1/go`)).toBe(SITE)
})

describe('a mailed link of the platform', () => {
  it('does nothing until the requesting browser exchanges its code', async () => {
    const email = newEmail()
    await signUp(email, PKCE)
    const mail = await app.mailTo(email)
    const code = (await follow(mail.link)).searchParams.get('code')
    expect((await signIn(email)).body['error_code']).toBe('email_not_confirmed')
    expect((await exchange(code, 'w'.repeat(50))).body['error_code']).toBe('bad_code_verifier')
    // The link works again, because nothing has been confirmed.
    const second = (await follow(mail.link)).searchParams.get('code')
    expect(second).toBeNull()
    await app.call('POST', '/resend', { body: { type: 'signup', email, ...PKCE } })
    const again = await app.mailTo(email)
    await follow(again.link)
    const session = await exchange((await follow(again.link)).searchParams.get('code'))
    expect(session.body['user']).toMatchObject({ email, email_confirmed_at: expect.any(String) })
    expect((await follow(again.link)).hash).toContain('error_code=otp_expired')
    expect((await signIn(email)).status).toBe(200)
  })

  it('leaves the code in the mail valid when another browser opens it', async () => {
    const { email } = known
    await app.call('POST', '/recover', { body: { email, ...PKCE } })
    const mail = await app.mailTo(email)
    await follow(mail.link)
    const verified = await app.call('POST', '/verify', {
      body: { type: 'recovery', email, token: mail.code },
    })
    expect(verified.status).toBe(200)
  })

  it('expires like its code', async () => {
    const { email } = known
    await app.call('POST', '/recover', { body: { email, ...PKCE } })
    const mail = await app.mailTo(email)
    app.pass(3598)
    const code = (await follow(mail.link)).searchParams.get('code')
    app.pass(3)
    expect((await exchange(code)).body['error_code']).toBe('otp_expired')
    expect((await follow(mail.link)).hash).toContain('error_code=otp_expired')
  })
})

describe('a sign-up to the platform', () => {
  it('is never confirmed without the mailbox, whatever the settings say', async () => {
    const email = newEmail()
    const answer = await signUp(email, PKCE)
    expect(answer.status).toBe(200)
    expect(answer.body).not.toHaveProperty('access_token')
    expect((await signIn(email)).body['error_code']).toBe('email_not_confirmed')
  })

  it('is confirmed once by an invitation that verifies the address', async () => {
    admission = 'proved'
    const email = newEmail()
    const { status, body } = await signUp(email, { invite_token: 'token' })
    expect([status, body['user'].email]).toEqual([200, email])
    expect(body['user'].email_confirmed_at).toBeTruthy()
    expect((await signIn(email)).status).toBe(200)
    const again = await signUp(email, { invite_token: 'token', password: 'another one' })
    expect(again.body['error_code']).toBe('user_already_exists')
    expect((await signIn(email, 'another one')).status).toBe(400)
  })

  it('creates nothing with an invitation that another request has used in the meantime', async () => {
    admission = 'proved'
    isProofLeft = false
    const email = newEmail()
    expect((await signUp(email, { invite_token: 'token' })).body['error_code']).toBe(
      'signup_disabled',
    )
    expect((await signIn(email)).body['error_code']).toBe('invalid_credentials')
  })

  it('with an invitation takes the address back from a stranger who signed up with it', async () => {
    const email = newEmail()
    await signUp(email, PKCE)
    const mail = await app.mailTo(email)
    admission = 'proved'
    const owner = await signUp(email, { invite_token: 'token', password: 'of the owner' })
    expect(revoked).toEqual([owner.body['user'].id])
    expect((await signIn(email)).body['error_code']).toBe('invalid_credentials')
    expect((await signIn(email, 'of the owner')).status).toBe(200)
    expect((await follow(mail.link)).hash).toContain('error_code=otp_expired')
  })

  it('gets the same refusal for invited and other addresses without the token', async () => {
    admission = 'refused'
    const answers = [await signUp(known.email, PKCE), await signUp(newEmail(), PKCE)]
    expect(answers.map(({ status, body }) => [status, body])).toEqual(
      Array.from({ length: 2 }, () => [
        422,
        { code: 422, error_code: 'signup_disabled', msg: expect.stringContaining('invitation') },
      ]),
    )
    await app.call('POST', '/otp', { body: { email: 'nobody@example.com', ...PKCE } })
    expect((await signIn('nobody@example.com')).body['error_code']).toBe('invalid_credentials')
  })
})

describe('a recovery of the platform', () => {
  async function recover(email: string) {
    await app.call('POST', '/recover', { body: { email, ...PKCE } })
    const { code } = await app.mailTo(email)
    const { body } = await app.call('POST', '/verify', {
      body: { type: 'recovery', email, token: code },
    })
    return String(body['access_token'])
  }
  const setPassword = (as: string, password: string) =>
    app.call('PUT', '/user', { as, body: { password } })

  it('revokes tokens and passkeys when the new password is set, and an ordinary change does not', async () => {
    const { email, userId } = await account()
    await test.project.database.as('supabase_auth_admin').run(sql`
      insert into auth.webauthn_credentials (user_id, credential_id, public_key)
      values (${userId}, ${userId}::text::bytea, 'key')`)
    const { body } = await signIn(email)
    expect((await setPassword(body['access_token'], 'another password')).status).toBe(200)
    expect(revoked).toEqual([])
    expect((await app.mailTo(email)).subject).toBe('Your password was changed')
    const as = await recover(email)
    expect(revoked).toEqual([])
    expect((await setPassword(as, 'a third password')).status).toBe(200)
    expect(revoked).toEqual([userId])
    const left = await app.call('GET', `/admin/users/${userId}/passkeys`, { as: 'service' })
    expect(left.body['error_code'] ?? left.body).toEqual([])
  })

  it('neither bypasses nor removes the second factor of a verified account', async () => {
    const { email, userId } = await account()
    await test.project.database.as('supabase_auth_admin').run(sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (${randomUUID()}, ${userId}, 'totp', 'verified')`)
    const as = await recover(email)
    expect((await setPassword(as, 'of the thief')).body['error_code']).toBe('insufficient_aal')
    expect(revoked).toEqual([])
    const factors = await app.call('GET', `/admin/users/${userId}/factors`, { as: 'service' })
    expect(factors.body).toMatchObject([{ status: 'verified' }])
    expect(await app.accounts.verifyAccessToken(as)).toEqual({ reason: 'second_factor_required' })
  })

  it('revokes everything at once if nobody had verified the address', async () => {
    const { email, userId } = await account()
    await test.project.database
      .as('supabase_auth_admin')
      .run(sql`insert into auth.unproved_emails (user_id) values (${userId})`)
    const { body: stranger } = await signIn(email)
    await recover(email)
    expect(revoked).toEqual([userId])
    expect(await app.accounts.verifyAccessToken(stranger['access_token'])).toEqual({
      reason: 'signed_out',
    })
    expect((await signIn(email)).status).toBe(400)
  })
})

describe('the owner of an account of the platform is mailed', () => {
  const client = {
    ip: '203.0.113.7',
    headers: {
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0 https://evil',
    },
  }

  it('about a new password, with when, from where, and what to do', async () => {
    const { email } = await account()
    const { body } = await signIn(email)
    await app.call('PUT', '/user', {
      as: body['access_token'],
      body: { password: 'another password' },
      ...client,
    })
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('Your password was changed')
    expect(mail.text).toMatch(/^Time: \d{1,2} \w+ \d{4} at \d{2}:\d{2} UTC$/m)
    expect(mail.text).toMatch(/^IP address: 203\.0\.113\.7$/m)
    expect(mail.text).toMatch(/^Device: Firefox on Linux$/m)
    expect(mail.text).toContain(`${SITE}/forgot-password`)
    expect(mail.text).not.toContain('evil')
  })

  it('about a new access token', async () => {
    const { email, userId } = known
    app.accounts.notifyOwner(userId, {
      kind: 'access_token_created',
      prefix: 'sbp_0123',
      ip: '203.0.113.7',
      userAgent: 'curl/8',
    })
    const mail = await app.mailTo(email)
    expect(mail.subject).toBe('An access token was created')
    expect(mail.text).toContain('begins with sbp_0123…')
    expect(mail.text).not.toContain('Device:')
  })

  it('about a changed address, at both addresses', async () => {
    const { email } = await account()
    const next = newEmail()
    const { body } = await signIn(email)
    await app.call('PUT', '/user', { as: body['access_token'], body: { email: next, ...PKCE } })
    for (const each of [email, next]) {
      const { link } = await app.mailTo(each)
      await follow(link)
    }
    for (const each of [email, next]) {
      const mail = await app.mailTo(each)
      expect([mail.subject, mail.text]).toEqual([
        'Your email address was changed',
        expect.stringContaining(`from ${email} to ${next}`),
      ])
    }
  })

  it('about second factors that an operator removes', async () => {
    const { email, userId } = known
    await test.project.database.as('supabase_auth_admin').run(sql`
      insert into auth.mfa_factors (id, user_id, factor_type, status)
      values (${randomUUID()}, ${userId}, 'totp', 'verified')`)
    expect(await app.accounts.removeFactors(email)).toBe(1)
    const mail = await app.mailTo(email)
    expect(mail.text).toMatch(/^By: An operator of the installation$/m)
    expect(mail.text).not.toContain('IP address')
  })
})
