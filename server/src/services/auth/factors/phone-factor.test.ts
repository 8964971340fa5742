import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { sql } from '../../../postgres/sql.ts'
import { z } from 'zod'

let test: TestProject
let auth: AuthApp
const ENABLED = { mfa_phone_enroll_enabled: true, mfa_phone_verify_enabled: true }
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, { settings: ENABLED })
})
afterAll(() => test.stop())

const password = 'correct horse'
let numbers = 0
const newPhone = () => `49151${String((numbers += 1)).padStart(7, '0')}`
const wrong = (code: string) => (code === '000000' ? '111111' : '000000')

async function signUp(email: string, app = auth) {
  const client = app.client()
  const { data } = await client.auth.signUp({ email, password })
  return { client, token: data.session?.access_token ?? '' }
}

async function enroll(email: string, app = auth) {
  const { client, token } = await signUp(email, app)
  const phone = newPhone()
  const { data, error } = await client.auth.mfa.enroll({ factorType: 'phone', phone: `+${phone}` })
  if (error) throw error
  return { client, token, phone, factorId: data.id }
}

async function challenge({ client, factorId, phone }: Awaited<ReturnType<typeof enroll>>) {
  const { data, error } = await client.auth.mfa.challenge({ factorId })
  if (error) throw error
  return { challengeId: data.id, code: (await auth.mailTo(`+${phone}`)).code }
}

it('a phone is enrolled and raises the session to aal2 with the code it gets', async () => {
  const { client } = await signUp('phone@example.com')
  const phone = newPhone()
  const enrolled = await client.auth.mfa.enroll({
    factorType: 'phone',
    phone: `+${phone}`,
    friendlyName: 'Mobile',
  })
  expect(enrolled.data).toEqual({
    id: expect.any(String),
    type: 'phone',
    friendly_name: 'Mobile',
    phone,
  })
  const factorId = enrolled.data?.id ?? ''
  const asked = await client.auth.mfa.challenge({ factorId })
  expect(asked.data).toEqual({
    id: expect.any(String),
    type: 'phone',
    expires_at: expect.any(Number),
  })
  const challengeId = asked.data?.id ?? ''
  const { code } = await auth.mailTo(`+${phone}`)
  expect(code).toMatch(/^\d{6}$/)
  const refused = await client.auth.mfa.verify({ factorId, challengeId, code: wrong(code) })
  expect(refused.error).toMatchObject({
    code: 'mfa_verification_failed',
    status: 422,
    message: 'Invalid MFA Phone code entered',
  })
  auth.pass(1)
  expect((await client.auth.mfa.verify({ factorId, challengeId, code })).error).toBeNull()
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal2',
    currentAuthenticationMethods: [{ method: 'mfa/phone' }, { method: 'password' }],
  })
  expect((await client.auth.mfa.listFactors()).data?.phone).toMatchObject([
    { id: factorId, friendly_name: 'Mobile', status: 'verified' },
  ])
  const again = await client.auth.mfa.enroll({ factorType: 'phone', phone })
  expect(again.error).toMatchObject({ code: 'mfa_verified_factor_exists', status: 422 })
  await client.auth.mfa.unenroll({ factorId })
  await client.auth.refreshSession()
  expect((await client.auth.mfa.getAuthenticatorAssuranceLevel()).data).toMatchObject({
    currentLevel: 'aal1',
    currentAuthenticationMethods: [{ method: 'password' }],
  })
})

it('a code works for only one of two concurrent requests, and only for its own challenge', async () => {
  const factor = await enroll('race@example.com')
  const first = await challenge(factor)
  let second = await challenge(factor)
  while (second.code === first.code) second = await challenge(factor)
  const verify = (challengeId: string, code: string) =>
    auth.call('POST', `/factors/${factor.factorId}/verify`, {
      as: factor.token,
      body: { challenge_id: challengeId, code },
    })
  const crossed = await verify(first.challengeId, second.code)
  expect(crossed.body['error_code']).toBe('mfa_verification_failed')
  const both = await Promise.all([
    verify(second.challengeId, second.code),
    verify(second.challengeId, second.code),
  ])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
})

it('a code expires', async () => {
  const factor = await enroll('late@example.com')
  const { challengeId, code } = await challenge(factor)
  auth.pass(301)
  const { error } = await factor.client.auth.mfa.verify({
    factorId: factor.factorId,
    challengeId,
    code,
  })
  expect(error).toMatchObject({ code: 'mfa_challenge_expired', status: 422 })
})

it('the database stores no code', async () => {
  const factor = await enroll('digest@example.com')
  const { challengeId, code } = await challenge(factor)
  const { otp_code: kept } = await test.project.database
    .as('supabase_auth_admin')
    .one(
      sql`select otp_code from auth.mfa_challenges where id = ${challengeId}`,
      z.object({ otp_code: z.string() }),
    )
  expect(kept).toMatch(/^[\da-f]{64}$/)
  expect(kept).not.toContain(code)
})

it('an unfinished enrollment of a number is replaced by the next one', async () => {
  const factor = await enroll('again@example.com')
  const next = await factor.client.auth.mfa.enroll({ factorType: 'phone', phone: factor.phone })
  expect(next.error).toBeNull()
  expect((await factor.client.auth.mfa.listFactors()).data?.all).toMatchObject([
    { id: next.data?.id },
  ])
})

it.each([
  ['no number', 'missing', ''],
  ['a malformed number', 'malformed', 'call me'],
])('an enrollment with %s is refused', async (_case, name, phone) => {
  const { token } = await signUp(`${name}@example.com`)
  const body = { factor_type: 'phone', phone }
  const answer = await auth.call('POST', '/factors', { as: token, body })
  expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed'])
})

it('a channel that the provider lacks is refused', async () => {
  const { token, factorId } = await enroll('channel@example.com')
  const answer = await auth.call('POST', `/factors/${factorId}/challenge`, {
    as: token,
    body: { channel: 'pigeon' },
  })
  expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed'])
})

it('a number gets no second code within the interval of the settings', async () => {
  const app = createAuthApp(test, {
    settings: { ...ENABLED, mfa_phone_max_frequency: 60 },
    limits: 'of the settings',
  })
  const { client, factorId } = await enroll('often@example.com', app)
  expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
  const soon = await client.auth.mfa.challenge({ factorId })
  expect(soon.error).toMatchObject({ code: 'over_sms_send_rate_limit', status: 429 })
  app.pass(61)
  expect((await client.auth.mfa.challenge({ factorId })).error).toBeNull()
})

it('a factor cannot be challenged while the settings disable its type', async () => {
  const app = createAuthApp(test, { settings: { mfa_phone_enroll_enabled: true } })
  const { token, factorId } = await enroll('disabled@example.com', app)
  const answer = await app.call('POST', `/factors/${factorId}/challenge`, { as: token })
  expect([answer.status, answer.body['error_code']]).toEqual([422, 'mfa_phone_verify_not_enabled'])
})

it('the texts and lengths of codes follow the settings', async () => {
  const app = createAuthApp(test, {
    settings: { ...ENABLED, mfa_phone_otp_length: 8, mfa_phone_template: 'Stones: {{ .Code }}!' },
  })
  const { client, factorId, phone } = await enroll('text@example.com', app)
  await client.auth.mfa.challenge({ factorId })
  expect((await app.mailTo(`+${phone}`)).text).toMatch(/^Stones: \d{8}!$/)
})
