import { generateSync } from 'otplib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { rawSql, sql } from '../../../postgres/sql.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test)
})
afterAll(() => test.stop())

const password = 'correct horse'

/** The code that an authenticator app shows `steps` time steps from now. */
const codeOf = (secret: string, steps = 0, app = auth) =>
  generateSync({ secret, epoch: Math.floor(app.now().getTime() / 1000) + steps * 30 })

/** Returns a code that is not valid now. */
function wrongCode(secret: string): string {
  const right = new Set([-1, 0, 1].map((steps) => codeOf(secret, steps)))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.has(code)) ?? ''
}

/** Signs up an account with a verified factor. The client's session is at aal2. */
async function withFactor(email: string, app = auth) {
  const client = app.client()
  await client.auth.signUp({ email, password })
  const { data } = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
  if (!data) throw new Error('No factor')
  const { secret } = data.totp
  const verified = await client.auth.mfa.challengeAndVerify({
    factorId: data.id,
    code: codeOf(secret, 0, app),
  })
  if (verified.error) throw verified.error
  app.pass(30)
  return { client, factorId: data.id, secret, email }
}

const signIn = async (email: string, app = auth) => {
  const client = app.client()
  const { data } = await client.auth.signInWithPassword({ email, password })
  return { client, token: data.session?.access_token ?? '' }
}

const levelsOf = async (client: ReturnType<AuthApp['client']>) =>
  (await client.auth.mfa.getAuthenticatorAssuranceLevel()).data

describe('a second factor, through the unmodified client', () => {
  it('is enrolled, challenged, verified, listed and removed', async () => {
    const client = auth.client()
    await client.auth.signUp({ email: 'ada@example.com', password })
    expect(await levelsOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })

    const enrolled = await client.auth.mfa.enroll({
      factorType: 'totp',
      friendlyName: 'Phone',
      issuer: 'Stones',
    })
    expect(enrolled.error).toBeNull()
    expect(enrolled.data).toMatchObject({ type: 'totp', friendly_name: 'Phone' })
    const { id: factorId, totp } = enrolled.data ?? { id: '', totp: undefined }
    const secret = totp?.secret ?? ''
    expect(totp?.qr_code).toMatch(/^data:image\/svg\+xml;utf-8,<svg [^#]*<\/svg>$/s)
    const uri = new URL(totp?.uri ?? '')
    expect(uri.protocol + uri.host).toBe('otpauth:totp')
    expect(decodeURIComponent(uri.pathname)).toBe('/Stones:ada@example.com')
    expect(uri.searchParams.get('secret')).toBe(secret)
    expect(uri.searchParams.get('issuer')).toBe('Stones')
    expect((await client.auth.mfa.listFactors()).data).toMatchObject({
      all: [{ id: factorId, status: 'unverified' }],
      totp: [],
    })

    const challenge = await client.auth.mfa.challenge({ factorId })
    expect(challenge.data).toMatchObject({ type: 'totp' })
    const challengeId = challenge.data?.id ?? ''
    const wrong = await client.auth.mfa.verify({ factorId, challengeId, code: wrongCode(secret) })
    expect(wrong.error).toMatchObject({ code: 'mfa_verification_failed', status: 422 })
    expect(await levelsOf(client)).toMatchObject({ currentLevel: 'aal1' })
    auth.pass(30)

    const verified = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(verified.error).toBeNull()
    expect(await levelsOf(client)).toMatchObject({
      currentLevel: 'aal2',
      nextLevel: 'aal2',
      currentAuthenticationMethods: [
        { method: 'totp', timestamp: expect.any(Number) },
        { method: 'password', timestamp: expect.any(Number) },
      ],
    })
    expect((await client.auth.mfa.listFactors()).data?.totp).toMatchObject([
      { id: factorId, friendly_name: 'Phone', status: 'verified' },
    ])

    const refreshed = await client.auth.refreshSession()
    expect(refreshed.error).toBeNull()
    expect(await levelsOf(client)).toMatchObject({ currentLevel: 'aal2' })

    expect((await client.auth.mfa.unenroll({ factorId })).data).toEqual({ id: factorId })
    await client.auth.refreshSession()
    expect(await levelsOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal1' })
  })

  it('raises a later sign-in from aal1 to aal2', async () => {
    const { factorId, secret, email } = await withFactor('later@example.com')
    const { client } = await signIn(email)
    expect(await levelsOf(client)).toMatchObject({ currentLevel: 'aal1', nextLevel: 'aal2' })
    const code = codeOf(secret)
    const done = await client.auth.mfa.challengeAndVerify({
      factorId,
      code: `${code.slice(0, 3)} ${code.slice(3)}`,
    })
    expect(done.error).toBeNull()
    expect(await levelsOf(client)).toMatchObject({ currentLevel: 'aal2', nextLevel: 'aal2' })
  })

  it('can be removed by an administrator', async () => {
    const { client, factorId, email } = await withFactor('lost@example.com')
    const userId = (await client.auth.getUser()).data.user?.id ?? ''
    const { mfa } = auth.client('service').auth.admin
    const listed = await mfa.listFactors({ userId })
    expect(listed.data?.factors).toMatchObject([{ id: factorId, status: 'verified' }])
    expect(JSON.stringify(listed.data)).not.toContain('secret')
    expect((await mfa.deleteFactor({ userId, id: factorId })).error).toBeNull()
    expect((await mfa.listFactors({ userId })).data?.factors).toEqual([])
    const again = await signIn(email)
    expect(await levelsOf(again.client)).toMatchObject({ nextLevel: 'aal1' })
    const other = auth.client()
    const refused = await other.auth.admin.mfa.listFactors({ userId })
    expect(refused.error?.code).toBe('not_admin')
  })
})

it('can be removed by the platform operator, by email address', async () => {
  const { client, email } = await withFactor('operator-helps@example.com')
  const token = (await client.auth.getSession()).data.session?.access_token ?? ''
  const { accounts } = auth
  expect(await accounts.removeFactors('Operator-Helps@example.com')).toBe(1)
  expect(await accounts.removeFactors(email)).toBe(0)
  expect(await accounts.verifyAccessToken(token)).toMatchObject({ hasSecondFactor: false })
  await expect(accounts.removeFactors('nobody@example.com')).rejects.toMatchObject({
    code: 'account_not_found',
    status: 404,
  })
})

describe('a TOTP code', () => {
  it('is accepted at most one time step early or late', async () => {
    const { factorId, secret, email } = await withFactor('skew@example.com')
    auth.pass(300)
    const answerOf = async (steps: number) => {
      const { client } = await signIn(email)
      const { error } = await client.auth.mfa.challengeAndVerify({
        factorId,
        code: codeOf(secret, steps),
      })
      auth.pass(120)
      return error?.code ?? 'taken'
    }
    expect(await answerOf(-2)).toBe('mfa_verification_failed')
    expect(await answerOf(-1)).toBe('taken')
    expect(await answerOf(1)).toBe('taken')
    expect(await answerOf(2)).toBe('mfa_verification_failed')
  })

  it('works only once, even in concurrent requests', async () => {
    const { factorId, secret, email } = await withFactor('replay@example.com')
    auth.pass(60)
    const code = codeOf(secret)
    const clients = await Promise.all(Array.from({ length: 4 }, () => signIn(email)))
    const answers = await Promise.all(
      clients.map(({ client }) => client.auth.mfa.challengeAndVerify({ factorId, code })),
    )
    expect(answers.filter(({ error }) => error === null)).toHaveLength(1)
    auth.pass(20)
    const { client } = await signIn(email)
    const late = await client.auth.mfa.challengeAndVerify({ factorId, code })
    expect(late.error?.code).toBe('mfa_verification_failed')
  })

  it('allows ten guesses, then one every five minutes', async () => {
    const limit = { burst: 10, perMinute: 0.2 }
    const app = createAuthApp(test, { limits: { codeByAccount: limit } })
    const { factorId, secret, email } = await withFactor('guess@example.com', app)
    app.pass(3600)
    const { token } = await signIn(email, app)
    const challenge = await app.call('POST', `/factors/${factorId}/challenge`, { as: token })
    const guess = (code: string) =>
      app.call('POST', `/factors/${factorId}/verify`, {
        as: token,
        body: { challenge_id: challenge.body['id'], code },
      })
    const codes = Array.from({ length: 10 }, (_, digit) => String(digit).repeat(6))
    for (const code of codes.filter((each) => each !== codeOf(secret, 0, app)))
      expect((await guess(code)).status).toBe(422)
    await guess('123456')
    const refused = await guess(codeOf(secret, 0, app))
    expect([refused.status, refused.body['error_code']]).toEqual([429, 'over_request_rate_limit'])
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(200)
  })
})

describe('an MFA challenge', () => {
  it('accepts one code of its own factor within five minutes', async () => {
    const { client, factorId, secret } = await withFactor('challenge@example.com')
    auth.pass(60)
    const open = async () => (await client.auth.mfa.challenge({ factorId })).data?.id ?? ''
    const old = await open()
    auth.pass(301)
    const expired = await client.auth.mfa.verify({
      factorId,
      challengeId: old,
      code: codeOf(secret),
    })
    expect(expired.error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 })
    const challengeId = await open()
    expect(
      (await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })).error,
    ).toBe(null)
    auth.pass(30)
    const again = await client.auth.mfa.verify({ factorId, challengeId, code: codeOf(secret) })
    expect(again.error).toMatchObject({ code: 'mfa_factor_not_found', status: 404 })
    const other = await withFactor('challenge-other@example.com')
    const theirs = await other.client.auth.mfa.challenge({ factorId: other.factorId })
    const crossed = await client.auth.mfa.verify({
      factorId,
      challengeId: theirs.data?.id ?? '',
      code: codeOf(secret),
    })
    expect(crossed.error?.code).toBe('mfa_factor_not_found')
    const foreign = await client.auth.mfa.challenge({ factorId: other.factorId })
    expect(foreign.error?.code).toBe('mfa_factor_not_found')
  })
})

describe('someone who knows only the password', () => {
  it('cannot add or remove a factor or change the password or email address', async () => {
    const { factorId, email } = await withFactor('stolen@example.com')
    const { client } = await signIn(email)
    const added = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Mine' })
    expect(added.error).toMatchObject({ code: 'insufficient_aal', status: 403 })
    const removed = await client.auth.mfa.unenroll({ factorId })
    expect(removed.error).toMatchObject({ code: 'insufficient_aal', status: 422 })
    const changed = await client.auth.updateUser({ password: 'battery staple' })
    expect(changed.error).toMatchObject({ code: 'insufficient_aal', status: 401 })
    const moved = await client.auth.updateUser({ email: 'thief@example.com' })
    expect(moved.error?.code).toBe('insufficient_aal')
    expect((await client.auth.updateUser({ data: { city: 'Bath' } })).error).toBeNull()
  })

  it('cannot use the platform without the second factor', async () => {
    const { client, email, factorId, secret } = await withFactor('platform@example.com')
    const { token, client: weak } = await signIn(email)
    const verify = (given: string) => auth.accounts.verifyAccessToken(given)
    expect(await verify(token)).toEqual({ reason: 'second_factor_required' })
    const strong = (await client.auth.getSession()).data.session?.access_token ?? ''
    expect(await verify(strong)).toMatchObject({ email, hasSecondFactor: true })
    await weak.auth.mfa.challengeAndVerify({ factorId, code: codeOf(secret) })
    // The earlier token stays at aal1, although its session has since been raised to aal2.
    expect(await verify(token)).toEqual({ reason: 'second_factor_required' })
  })

  it('is signed out when the first factor is enrolled in another session', async () => {
    const first = auth.client()
    await first.auth.signUp({ email: 'elsewhere@example.com', password })
    const { token } = await signIn('elsewhere@example.com')
    const { data } = await first.auth.mfa.enroll({ factorType: 'totp' })
    await first.auth.mfa.challengeAndVerify({
      factorId: data?.id ?? '',
      code: codeOf(data?.totp.secret ?? ''),
    })
    const answer = await auth.call('GET', '/user', { as: token })
    expect(answer.body['error_code']).toBe('session_not_found')
    expect((await first.auth.getUser()).error).toBeNull()
  })
})

describe('enrolling a factor', () => {
  it('fails with GoTrue’s error codes', async () => {
    const { client } = await withFactor('refusals@example.com')
    const conflict = await client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect(conflict.error).toMatchObject({ code: 'mfa_factor_name_conflict', status: 422 })
    const phone = await client.auth.mfa.enroll({ factorType: 'phone', phone: '+4912345678' })
    expect(phone.error?.code).toBe('mfa_phone_enroll_not_enabled')
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const unknown = await auth.call('POST', '/factors', {
      as: token,
      body: { factor_type: 'pigeon' },
    })
    expect([unknown.status, unknown.body['error_code']]).toEqual([400, 'validation_failed'])
    const malformed = await auth.call('POST', '/factors/x/challenge', { as: token })
    expect([malformed.status, malformed.body['error_code']]).toEqual([404, 'validation_failed'])
    const nobody = await auth.call('POST', '/factors', { body: { factor_type: 'totp' } })
    expect(nobody.status).toBe(403)
  })

  it('is renamed by an administrator, and gets another number if it is a phone', async () => {
    const app = createAuthApp(test, { settings: { mfa_phone_enroll_enabled: true } })
    const { client, factorId } = await withFactor('renamed@example.com', app)
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    const phone = await app.call('POST', '/factors', {
      as: token,
      body: { factor_type: 'phone', friendly_name: 'Work', phone: '+49 30 1234567' },
    })
    const { data } = await client.auth.getUser()
    const path = (id: unknown) => `/admin/users/${data.user?.id}/factors/${String(id)}`
    const change = (id: unknown, body: object, as = 'service') =>
      app.call('PUT', path(id), { as, body })
    expect(await change(factorId, { friendly_name: ' Laptop ' })).toMatchObject({
      status: 200,
      body: { id: factorId, friendly_name: 'Laptop', factor_type: 'totp', status: 'verified' },
    })
    expect((await change(phone.body['id'], { phone: '+49 30 7654321' })).body).toMatchObject({
      friendly_name: 'Work',
      phone: '49307654321',
    })
    const audited = await app.call('GET', '/admin/audit?query=action:factor_updated', {
      as: 'service',
    })
    expect(audited.body).toHaveLength(2)
    const errorOf = async (id: unknown, body: object, as?: string) =>
      (await change(id, body, as)).body['error_code']
    expect(await errorOf(factorId, { friendly_name: 'Work' })).toBe('mfa_factor_name_conflict')
    expect(await errorOf(factorId, { phone: '+49 30 1' })).toBe('validation_failed')
    expect(await errorOf(phone.body['id'], { phone: 'home' })).toBe('validation_failed')
    expect(await errorOf(crypto.randomUUID(), {})).toBe('mfa_factor_not_found')
    expect(await errorOf(factorId, {}, token)).toBe('not_admin')
  })

  it('follows the settings of the project', async () => {
    const off = createAuthApp(test, {
      settings: { mfa_totp_enroll_enabled: false, mfa_totp_verify_enabled: false },
    })
    const { email, factorId } = await withFactor('settings@example.com')
    const { client } = await signIn(email, off)
    const enroll = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(enroll.error?.code).toBe('mfa_totp_enroll_not_enabled')
    const challenge = await client.auth.mfa.challenge({ factorId })
    expect(challenge.error?.code).toBe('mfa_totp_verify_not_enabled')

    const one = createAuthApp(test, { settings: { mfa_max_enrolled_factors: 1 } })
    const only = await withFactor('only-one@example.com', one)
    const second = await only.client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'B' })
    expect(second.error).toMatchObject({ code: 'too_many_enrolled_mfa_factors', status: 422 })
  })

  it('can reuse the name of an enrollment left unfinished for five minutes', async () => {
    const client = auth.client()
    await client.auth.signUp({ email: 'half@example.com', password })
    const begin = () => client.auth.mfa.enroll({ factorType: 'totp', friendlyName: 'Phone' })
    expect((await begin()).error).toBeNull()
    expect((await begin()).error?.code).toBe('mfa_factor_name_conflict')
    auth.pass(301)
    expect((await begin()).error).toBeNull()
    expect((await client.auth.mfa.listFactors()).data?.all).toHaveLength(1)
  })

  it('is rejected for anonymous accounts', async () => {
    const app = createAuthApp(test, { settings: { external_anonymous_users_enabled: true } })
    const client = app.client()
    await client.auth.signInAnonymously()
    const refused = await client.auth.mfa.enroll({ factorType: 'totp' })
    expect(refused.error).toMatchObject({ code: 'no_authorization', status: 403 })
  })

  it('stores the secret encrypted', async () => {
    const { secret } = await withFactor('sealed@example.com')
    const rows = await test.database
      .as('supabase_auth_admin')
      .many(
        sql`select secret from auth.mfa_factors where secret is not null`,
        z.object({ secret: z.string() }),
      )
    expect(rows.length).toBeGreaterThan(0)
    for (const row of rows) {
      expect(row.secret).not.toContain(secret)
      expect(Buffer.from(row.secret, 'base64').toString('latin1')).not.toContain(secret)
    }
  })
})

it('mails the account about new and removed factors, and calls the hook for each attempt', async () => {
  await test.project.database.as('postgres').run(
    rawSql(`
      create function public.watch(event jsonb) returns jsonb language sql as $$
        select case when (event ->> 'valid')::boolean then '{"decision": "continue"}'::jsonb
          else '{"decision": "reject", "message": "Locked"}'::jsonb end $$;
      grant execute on function public.watch to supabase_auth_admin;
    `),
  )
  const app = createAuthApp(test, {
    settings: {
      mailer_notifications_mfa_factor_enrolled_enabled: true,
      mailer_notifications_mfa_factor_unenrolled_enabled: true,
      hook_mfa_verification_attempt_enabled: true,
      hook_mfa_verification_attempt_uri: 'pg-functions://postgres/public/watch',
    },
  })
  const email = 'watched@example.com'
  const { client, factorId, secret } = await withFactor(email, app)
  expect((await app.mailTo(email)).subject).toBe('A second factor was added')
  const { data: challenge } = await client.auth.mfa.challenge({ factorId })
  const { error } = await client.auth.mfa.verify({
    factorId,
    challengeId: challenge?.id ?? '',
    code: wrongCode(secret),
  })
  expect([error?.status, error?.code, error?.message]).toEqual([
    403,
    'mfa_verification_rejected',
    'Locked',
  ])
  await client.auth.mfa.unenroll({ factorId })
  expect((await app.mailTo(email)).subject).toBe('A second factor was removed')
})
