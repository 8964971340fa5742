import { afterAll, beforeAll, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createSecurityKey } from '../../../../test/security-key.ts'

let test: TestProject
let auth: AuthApp
const SETTINGS = { passkey_enabled: true, site_url: 'https://example.com' }
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, { settings: SETTINGS })
})
afterAll(() => test.stop())

const password = 'correct horse'
const page = { origin: 'https://example.com', rpId: 'example.com' }

async function register(email: string, key = createSecurityKey()) {
  const client = auth.client()
  const { data: signedUp } = await client.auth.signUp({ email, password })
  const { data } = await client.auth.passkey.startRegistration()
  const credential = key.create({ ...page, challenge: data?.options.challenge ?? '' })
  const body = { challenge_id: data?.challenge_id, credential }
  const answer = await auth.call('POST', '/passkeys/registration/verify', {
    as: signedUp.session?.access_token ?? '',
    body,
  })
  return { client, key, userId: signedUp.user?.id ?? '', answer }
}

const ask = async () => {
  const { body } = await auth.call('POST', '/passkeys/authentication/options')
  return { id: String(body['challenge_id']), challenge: String(body['options'].challenge) }
}
const verify = (id: string, credential: object) =>
  auth.call('POST', '/passkeys/authentication/verify', { body: { challenge_id: id, credential } })

it('a passkey is registered, signs in without a password, and is renamed and deleted', async () => {
  const { client, key, userId, answer } = await register('ada@example.com')
  expect([answer.status, answer.body]).toEqual([
    200,
    { id: expect.any(String), friendly_name: '', created_at: expect.any(String) },
  ])
  const { id, challenge } = await ask()
  const userHandle = Buffer.from(userId).toString('base64url')
  const response = key.get({ ...page, challenge, userHandle })
  const both = await Promise.all([verify(id, response), verify(id, response)])
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
  const session = both.find(({ status }) => status === 200)
  expect(session?.body['user']).toMatchObject({ id: userId })
  const passkeyId = String(answer.body['id'])
  const renamed = await client.auth.passkey.update({ passkeyId, friendlyName: 'Laptop' })
  expect(renamed.data).toMatchObject({ id: passkeyId, friendly_name: 'Laptop' })
  const admin = auth.client('service').auth.admin.passkey
  expect((await admin.listPasskeys({ userId })).data).toMatchObject([
    { friendly_name: 'Laptop', last_used_at: expect.any(String) },
  ])
  expect((await client.auth.passkey.delete({ passkeyId })).error).toBeNull()
  expect((await client.auth.passkey.list()).data).toEqual([])
})

it('a response for another site, without user verification, or of another account is refused', async () => {
  const { key } = await register('refused@example.com')
  const handle = Buffer.from('00000000-0000-4000-8000-000000000000').toString('base64url')
  for (const change of [
    { origin: 'https://evil.test' },
    { rpId: 'evil.test' },
    { userHandle: handle },
  ]) {
    const { id, challenge } = await ask()
    const answer = await verify(id, key.get({ ...page, challenge, ...change }))
    expect([answer.status, answer.body['error_code']]).toEqual([
      422,
      'webauthn_verification_failed',
    ])
  }
  const weak = await register('weak@example.com', createSecurityKey({ provesPerson: false }))
  expect(weak.answer.body['error_code']).toBe('webauthn_verification_failed')
})

it('a passkey belongs to one account, whose owner and administrator alone can delete it', async () => {
  const { key, answer } = await register('owner@example.com')
  const stranger = await register('stranger@example.com', key)
  expect(stranger.answer.body['error_code']).toBe('webauthn_credential_exists')
  const passkeyId = String(answer.body['id'])
  const { error } = await stranger.client.auth.passkey.delete({ passkeyId })
  expect(error).toMatchObject({ status: 404, code: 'webauthn_credential_not_found' })
  const listed = await auth.call('GET', `/admin/users/${stranger.userId}/passkeys`)
  expect(listed.status).toBe(403)
})

it('passkeys are refused while the settings disable them', async () => {
  const answer = await createAuthApp(test).call('POST', '/passkeys/authentication/options')
  expect([answer.status, answer.body['error_code']]).toEqual([422, 'passkey_disabled'])
})
