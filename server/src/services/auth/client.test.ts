import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
})
afterAll(() => test.stop())

const password = 'correct horse'

describe('the unmodified supabase-js client', () => {
  it('signs up, signs in, reads and changes its account', async () => {
    const client = auth.client()
    const signedUp = await client.auth.signUp({
      email: 'Ada@Example.com',
      password,
      options: { data: { full_name: 'Ada' } },
    })
    expect(signedUp.error).toBeNull()
    expect(signedUp.data.session?.token_type).toBe('bearer')
    expect(signedUp.data.user).toMatchObject({
      email: 'ada@example.com',
      aud: 'authenticated',
      role: 'authenticated',
      is_anonymous: false,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: { full_name: 'Ada', email_verified: true },
      identities: [{ provider: 'email', identity_data: { email: 'ada@example.com' } }],
    })

    const again = auth.client()
    const signedIn = await again.auth.signInWithPassword({ email: 'ada@example.com', password })
    expect(signedIn.error).toBeNull()
    const { data: seen } = await again.auth.getUser()
    expect(seen.user?.id).toBe(signedUp.data.user?.id)

    const updated = await again.auth.updateUser({ data: { full_name: null, city: 'London' } })
    expect(updated.data.user?.user_metadata).toMatchObject({ city: 'London' })
    expect(updated.data.user?.user_metadata).not.toHaveProperty('full_name')

    const { error: same } = await again.auth.updateUser({ password })
    expect(same?.code).toBe('same_password')
    const { error: weak } = await again.auth.updateUser({ password: 'abc' })
    expect(weak).toMatchObject({ name: 'AuthWeakPasswordError', reasons: ['length'] })
    const { error: changed } = await again.auth.updateUser({ password: 'battery staple' })
    expect(changed).toBeNull()
    // The password change ended the first session and kept the one that requested it.
    expect((await client.auth.getUser()).error?.name).toBe('AuthSessionMissingError')
    expect((await again.auth.getUser()).error).toBeNull()
    const old = await auth.client().auth.signInWithPassword({ email: 'ada@example.com', password })
    expect(old.error?.code).toBe('invalid_credentials')
  })

  it('gets stable error codes', async () => {
    const client = auth.client()
    await client.auth.signUp({ email: 'taken@example.com', password })
    const codeOf = async (work: Promise<{ error: { code?: string | undefined } | null }>) =>
      (await work).error?.code
    const { auth: a } = auth.client()
    expect(await codeOf(a.signUp({ email: 'taken@example.com', password: 'another one' }))).toBe(
      'user_already_exists',
    )
    expect(await codeOf(a.signUp({ email: 'weak@example.com', password: 'x' }))).toBe(
      'weak_password',
    )
    expect(await codeOf(a.signInWithPassword({ email: 'no@example.com', password }))).toBe(
      'invalid_credentials',
    )
    expect(await codeOf(a.signInAnonymously())).toBe('anonymous_provider_disabled')
    expect(await codeOf(a.refreshSession({ refresh_token: 'unknown' }))).toBe(
      'refresh_token_not_found',
    )
    expect(await codeOf(a.getUser('not a token'))).toBe('bad_jwt')
  })

  it('rotates refresh tokens; reusing one after ten seconds ends the session', async () => {
    const client = auth.client()
    const { data } = await client.auth.signUp({ email: 'tabs@example.com', password })
    const first = data.session?.refresh_token ?? ''
    const second = await client.auth.refreshSession({ refresh_token: first })
    expect(second.error).toBeNull()
    expect(second.data.session?.refresh_token).not.toBe(first)
    // Another tab sends the same token a moment later, and both continue with the same new token.
    const late = await client.auth.refreshSession({ refresh_token: first })
    expect(late.data.session?.refresh_token).toBe(second.data.session?.refresh_token)

    auth.pass(11)
    const stolen = await client.auth.refreshSession({ refresh_token: first })
    expect(stolen.error?.code).toBe('refresh_token_already_used')
    const family = await client.auth.refreshSession({
      refresh_token: second.data.session?.refresh_token ?? '',
    })
    expect(family.error?.code).toBe('refresh_token_already_used')
    const { error } = await client.auth.getUser(second.data.session?.access_token)
    expect(error?.name).toBe('AuthSessionMissingError')
  })

  it('signs out its own session, the other sessions, or all sessions', async () => {
    const email = 'out@example.com'
    const [here, there, third] = [auth.client(), auth.client(), auth.client()]
    await here.auth.signUp({ email, password })
    for (const client of [there, third]) await client.auth.signInWithPassword({ email, password })
    const isIn = async (client: typeof here) => {
      const { data } = await client.auth.getSession()
      const { error } = await auth.client().auth.getUser(data.session?.access_token ?? '-')
      return error === null
    }
    const token = (await third.auth.getSession()).data.session?.access_token ?? ''
    await third.auth.signOut({ scope: 'local' })
    expect((await auth.client().auth.getUser(token)).error?.name).toBe('AuthSessionMissingError')
    expect([await isIn(here), await isIn(there)]).toEqual([true, true])
    expect((await here.auth.signOut({ scope: 'others' })).error).toBeNull()
    expect([await isIn(here), await isIn(there)]).toEqual([true, false])
    await there.auth.signInWithPassword({ email, password })
    await here.auth.signOut()
    expect(await isIn(there)).toBe(false)
  })

  it('administers accounts with the service key only', async () => {
    const { admin } = auth.client('service').auth
    const created = await admin.createUser({
      email: 'made@example.com',
      password,
      email_confirm: true,
      user_metadata: { team: 'red' },
      app_metadata: { plan: 'pro' },
    })
    expect(created.error).toBeNull()
    const id = created.data.user?.id ?? ''
    expect(created.data.user?.app_metadata).toEqual({
      provider: 'email',
      providers: ['email'],
      plan: 'pro',
    })
    expect((await admin.createUser({ email: 'made@example.com' })).error?.code).toBe('email_exists')

    const page = await admin.listUsers({ page: 1, perPage: 2 })
    expect(page.error).toBeNull()
    expect(page.data.users).toHaveLength(2)
    expect(page.data).toMatchObject({ nextPage: 2, aud: 'authenticated' })
    expect('total' in page.data && page.data.total).toBeGreaterThan(2)

    const changed = await admin.updateUserById(id, { ban_duration: '1h', role: 'authenticated' })
    expect(changed.data.user).toHaveProperty('banned_until')
    const banned = await auth
      .client()
      .auth.signInWithPassword({ email: 'made@example.com', password })
    expect(banned.error?.code).toBe('user_banned')
    await admin.updateUserById(id, { ban_duration: 'none', email: 'renamed@example.com' })
    const { data } = await auth
      .client()
      .auth.signInWithPassword({ email: 'renamed@example.com', password })
    expect(data.user?.id).toBe(id)

    const { error } = await auth.client().auth.admin.listUsers()
    expect(error?.code).toBe('not_admin')
    expect((await admin.deleteUser(id)).error).toBeNull()
    expect((await admin.getUserById(id)).error?.code).toBe('user_not_found')
  })

  it('generates links that sign in only once', async () => {
    const { admin } = auth.client('service').auth
    const link = await admin.generateLink({ type: 'magiclink', email: 'linked@example.com' })
    expect(link.error).toBeNull()
    expect(link.data.properties?.verification_type).toBe('signup')
    const client = auth.client()
    const verified = await client.auth.verifyOtp({
      type: 'email',
      token_hash: link.data.properties?.hashed_token ?? '',
    })
    expect(verified.error).toBeNull()
    expect(verified.data.user?.email).toBe('linked@example.com')
    const twice = await client.auth.verifyOtp({
      type: 'email',
      token_hash: link.data.properties?.hashed_token ?? '',
    })
    expect(twice.error?.code).toBe('otp_expired')
  })

  it('recovers a password by mail and changes an address from both mailboxes', async () => {
    const client = auth.client()
    await client.auth.signUp({ email: 'lost@example.com', password })
    expect((await client.auth.resetPasswordForEmail('lost@example.com')).error).toBeNull()
    const mail = await auth.mailTo('lost@example.com')
    const recovered = auth.client()
    const { error } = await recovered.auth.verifyOtp({
      type: 'recovery',
      email: 'lost@example.com',
      token: mail.code,
    })
    expect(error).toBeNull()
    expect((await recovered.auth.updateUser({ password: 'found again' })).error).toBeNull()

    const { data } = await recovered.auth.updateUser({ email: 'new@example.com' })
    expect(data.user).toMatchObject({ email: 'lost@example.com', new_email: 'new@example.com' })
    const fromOld = await auth.mailTo('lost@example.com')
    const fromNew = await auth.mailTo('new@example.com')
    const half = await recovered.auth.verifyOtp({ type: 'email_change', token_hash: fromOld.token })
    expect([half.error, half.data.session, half.data.user]).toEqual([null, null, null])
    const whole = await recovered.auth.verifyOtp({
      type: 'email_change',
      email: 'new@example.com',
      token: fromNew.code,
    })
    expect(whole.data.user?.email).toBe('new@example.com')
    expect(whole.data.user?.identities?.[0]?.identity_data?.['email']).toBe('new@example.com')
  })

  it('invites people by mail', async () => {
    const { admin } = auth.client('service').auth
    const invited = await admin.inviteUserByEmail('guest@example.com', { data: { seat: 1 } })
    expect(invited.data.user).toMatchObject({ email: 'guest@example.com' })
    const mail = await auth.mailTo('guest@example.com')
    const client = auth.client()
    const accepted = await client.auth.verifyOtp({ type: 'invite', token_hash: mail.token })
    expect(accepted.data.session?.access_token).toBeTruthy()
    expect((await client.auth.updateUser({ password })).error).toBeNull()
    const { error } = await admin.inviteUserByEmail('guest@example.com')
    expect(error?.code).toBe('email_exists')
  })

  it('finishes a PKCE flow in the browser that started it', async () => {
    const client = auth.client('anon', { flowType: 'pkce' })
    await client.auth.signUp({ email: 'pkce@example.com', password })
    await client.auth.signOut()
    const redirectTo = 'http://localhost:3000/reset?next=1'
    const asked = await client.auth.resetPasswordForEmail('pkce@example.com', { redirectTo })
    expect(asked.error).toBeNull()
    const { link } = await auth.mailTo('pkce@example.com')
    const follow = async () => {
      const { headers } = await auth.app.inject({ url: `${link.pathname}${link.search}` })
      return new URL(String(headers['location']))
    }
    const target = await follow()
    expect([target.hash, target.searchParams.get('next')]).toEqual(['', '1'])
    const code = target.searchParams.get('code') ?? ''

    const thief = await auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: `${code}x`, code_verifier: 'x'.repeat(50) },
    })
    expect([thief.status, thief.body['error_code']]).toEqual([404, 'flow_state_not_found'])
    const exchanged = await client.auth.exchangeCodeForSession(code)
    expect(exchanged.error).toBeNull()
    expect(exchanged.data.user?.email).toBe('pkce@example.com')
    const again = await auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: code, code_verifier: 'x'.repeat(50) },
    })
    expect(again.body['error_code']).toBe('flow_state_not_found')
    expect((await follow()).searchParams.get('error_code')).toBe('otp_expired')
  })

  it('cannot exchange a PKCE code with the wrong verifier or after it expires', async () => {
    const email = 'pkce-thief@example.com'
    await auth.client().auth.signUp({ email, password })
    const codeFor = async () => {
      const client = auth.client('anon', { flowType: 'pkce' })
      await client.auth.resetPasswordForEmail(email)
      const { link } = await auth.mailTo(email)
      const { headers } = await auth.app.inject({ url: `${link.pathname}${link.search}` })
      return { client, code: new URL(String(headers['location'])).searchParams.get('code') ?? '' }
    }
    const stolen = await codeFor()
    const thief = await auth.call('POST', '/token?grant_type=pkce', {
      body: { auth_code: stolen.code, code_verifier: 'x'.repeat(50) },
    })
    expect([thief.status, thief.body['error_code']]).toEqual([400, 'bad_code_verifier'])
    const late = await codeFor()
    auth.pass(301)
    const { error } = await late.client.auth.exchangeCodeForSession(late.code)
    expect(error?.code).toBe('flow_state_expired')
  })

  it('signs in with a code from a mail, which creates a missing account', async () => {
    const client = auth.client()
    const email = 'magic@example.com'
    const nobody = await client.auth.signInWithOtp({ email, options: { shouldCreateUser: false } })
    // GoTrue returns `otp_disabled`, which reveals to strangers that no account has this address.
    expect(nobody).toMatchObject({ data: { user: null, session: null }, error: null })
    const asked = await client.auth.signInWithOtp({ email, options: { data: { via: 'mail' } } })
    expect(asked.error).toBeNull()
    const { code } = await auth.mailTo(email)
    const wrong = await client.auth.verifyOtp({
      type: 'email',
      email,
      token: '000000' === code ? '1' : '000000',
    })
    expect(wrong.error?.code).toBe('otp_expired')
    const { data } = await client.auth.verifyOtp({ type: 'email', email, token: code })
    expect(data.user?.user_metadata).toMatchObject({ via: 'mail' })
  })
})
