import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startIdentityProvider, type IdentityProvider } from '../../../../test/identity-provider.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'

const NAME = 'custom:careless'
const APP = 'https://app.example.com/welcome'

let test: TestProject
let idp: IdentityProvider
let confirming: AuthApp
let automatic: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  const settings = { site_url: 'https://app.example.com', security_manual_linking_enabled: true }
  confirming = createAuthApp(test, { settings: { ...settings, mailer_autoconfirm: false } })
  automatic = createAuthApp(test, { settings })
  idp = await startIdentityProvider(`${test.project.apiUrl}/auth/v1/callback`)
  const { error } = await confirming.client('service').auth.admin.customProviders.createProvider({
    provider_type: 'oidc',
    identifier: NAME,
    name: 'Careless',
    client_id: idp.clientId,
    client_secret: idp.secret,
    issuer: idp.issuer,
    scopes: ['email', 'profile'],
  })
  if (error) throw error
})
afterAll(async () => {
  await idp.stop()
  await test.stop()
})

/** A person whose address the provider has not verified. */
function person(email: string): string {
  const id = randomUUID()
  idp.people.set(id, { email, email_verified: false, name: id })
  return id
}

async function comeBack(app: AuthApp, start: URL | string) {
  const callback = await idp.visit(String(start))
  const answer = await app.call('GET', `/callback${callback.search}`, { as: '' })
  const { hash } = new URL(String(answer.headers.location))
  return Object.fromEntries(new URLSearchParams(hash.slice(1)))
}

async function signIn(app: AuthApp, hint: string) {
  const query = new URLSearchParams({ provider: NAME, redirect_to: APP, login_hint: hint })
  const answer = await app.call('GET', `/authorize?${query.toString()}`, { as: '' })
  return comeBack(app, String(answer.headers.location))
}

const userOf = async (app: AuthApp, token: string | undefined) =>
  (await app.call('GET', '/user', { as: token ?? '' })).body

async function signInByMail(app: AuthApp, email: string) {
  await app.call('POST', '/otp', { body: { email } })
  const mail = await app.mailTo(email)
  const { body } = await app.call('POST', '/verify', {
    body: { type: 'email', email, token: mail.code },
  })
  return body
}

describe('an address that a provider has not verified', () => {
  it('is not added to the account: its owner gets an account of their own', async () => {
    const email = `victim-${randomUUID()}@example.com`
    const mallory = person(email)
    expect(await signIn(confirming, mallory)).toMatchObject({
      error_code: 'provider_email_needs_verification',
    })
    // The owner of the address did not request this mail.
    expect((await confirming.mailTo(email)).subject).toBe('Confirm your new email address')
    const { user } = await signInByMail(confirming, email)
    expect(user).toMatchObject({ email, identities: [{ provider: 'email' }] })
    expect(await signIn(confirming, mallory)).not.toHaveProperty('access_token')
    const { body } = await confirming.call('GET', `/admin/users/${user.id}`, { as: 'service' })
    expect(body['identities']).toMatchObject([{ provider: 'email' }])
  })

  it('is not added to the account either if accounts are confirmed automatically', async () => {
    const email = `victim-${randomUUID()}@example.com`
    const mallory = person(email)
    const first = await userOf(automatic, (await signIn(automatic, mallory))['access_token'])
    expect(first).toMatchObject({
      email: '',
      identities: [{ provider: NAME, identity_data: { email, email_verified: false } }],
    })
    await automatic.mailTo(email)
    const { user } = await signInByMail(automatic, email)
    expect(user.id).not.toBe(first['id'])
    const again = await userOf(automatic, (await signIn(automatic, mallory))['access_token'])
    expect(again['id']).toBe(first['id'])
  })

  it('is added to the account once its mail is confirmed', async () => {
    const email = `ada-${randomUUID()}@example.com`
    const ada = person(email)
    await signIn(confirming, ada)
    const mail = await confirming.mailTo(email)
    const { body } = await confirming.call('POST', '/verify', {
      body: { type: 'email_change', email, token: mail.code },
    })
    expect(body['user']).toMatchObject({ email, email_confirmed_at: expect.any(String) })
    const user = await userOf(confirming, (await signIn(confirming, ada))['access_token'])
    expect(user).toMatchObject({ id: body['user'].id, email })
  })

  it('gets no mail if another account has it, which the response does not reveal', async () => {
    const email = `taken-${randomUUID()}@example.com`
    await confirming.call('POST', '/admin/users', {
      as: 'service',
      body: { email, password: 'correct horse', email_confirm: true },
    })
    const free = `free-${randomUUID()}@example.com`
    const [taken, other] = [
      await signIn(confirming, person(email)),
      await signIn(confirming, person(free)),
    ]
    expect(taken).toEqual(other)
    await confirming.mailTo(free)
    expect(confirming.mails.filter(({ to }) => to === email)).toEqual([])
  })

  it('is not added to the account when the identity of its own address is removed', async () => {
    const [own, victims] = ['own', 'victims'].map((name) => `${name}-${randomUUID()}@example.com`)
    const mallory = person(victims ?? '')
    const client = automatic.client()
    await client.auth.signUp({ email: own ?? '', password: 'correct horse' })
    const { data } = await client.auth.linkIdentity({
      provider: NAME,
      options: { redirectTo: APP, queryParams: { login_hint: mallory } },
    })
    await comeBack(automatic, data.url ?? '')
    const { data: before } = await client.auth.getUser()
    const identity = before.user?.identities?.find(({ provider }) => provider === 'email')
    expect(before.user?.identities).toHaveLength(2)
    if (identity) await client.auth.unlinkIdentity(identity)
    const { data: after } = await client.auth.getUser()
    expect(after.user?.email).toBe(own)
  })
})

it('ends the password of a stranger in an automatically confirmed account when a provider verifies its address', async () => {
  const email = `squatted-${randomUUID()}@example.com`
  const password = 'of the stranger'
  const { body: stranger } = await automatic.call('POST', '/signup', { body: { email, password } })
  const owner = randomUUID()
  idp.people.set(owner, { email, email_verified: true, name: 'Owner' })
  const user = await userOf(automatic, (await signIn(automatic, owner))['access_token'])
  expect(user).toMatchObject({ email, identities: [{ provider: NAME }] })
  const guess = await automatic.call('POST', '/token?grant_type=password', {
    body: { email, password },
  })
  expect(guess.body['error_code']).toBe('invalid_credentials')
  const old = await automatic.call('GET', '/user', { as: stranger['access_token'] })
  expect(old.body['error_code']).toBe('session_not_found')
})
