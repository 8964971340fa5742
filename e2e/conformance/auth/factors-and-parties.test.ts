import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../../server/test/identity-provider.ts'
import { createSecurityKey } from '../../../server/test/security-key.ts'
import {
  createAuthClients,
  newEmail,
  password,
  told,
  type AuthClients,
} from '../../support/auth-clients.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../../support/server.ts'
import { nextTotp, totp } from '../../support/totp.ts'

const SITE = 'https://site.example.com'
const PAGE = { origin: SITE, rpId: 'site.example.com' }

let server: StartedServer
let project: ProjectInfo
let clients: AuthClients
let provider: IdentityProvider

beforeAll(async () => {
  // The identity provider of these tests is at a loopback address.
  server = await startServer({ env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' } })
  project = await createProject(server, 'Accounts')
  clients = createAuthClients(server, project)
  provider = await startIdentityProvider(`${project.api_url}/auth/v1/callback`)
  await clients.configure({
    site_url: SITE,
    mailer_autoconfirm: false,
    sms_max_frequency: 0,
    mfa_phone_enroll_enabled: true,
    mfa_phone_verify_enabled: true,
    mfa_phone_max_frequency: 0,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
    passkey_enabled: true,
    external_web3_solana_enabled: true,
    security_manual_linking_enabled: true,
    oauth_server_enabled: true,
    oauth_server_allow_dynamic_registration: true,
  })
})
afterAll(async () => {
  await provider.stop()
  await discard(server)
})

describe('second factors', () => {
  it('raise a session with an authenticator app, and can be removed', async () => {
    const { auth, id } = await clients.confirmed()
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp', friendlyName: 'App' })
    const factorId = factor?.id ?? ''
    const secret = factor?.totp.secret ?? ''
    const { error } = await auth.mfa.challengeAndVerify({ factorId, code: totp(secret) })
    expect(error).toBeNull()
    const { data: level } = await auth.mfa.getAuthenticatorAssuranceLevel()
    expect([level?.currentLevel, level?.nextLevel]).toEqual(['aal2', 'aal2'])
    expect((await auth.mfa.listFactors()).data?.totp.map((each) => each.id)).toEqual([factorId])

    const { data: challenge } = await auth.mfa.challenge({ factorId })
    const challengeId = challenge?.id ?? ''
    const wrong = await auth.mfa.verify({ factorId, challengeId, code: '000000' })
    expect(told(wrong.error)).toEqual([422, 'mfa_verification_failed'])
    const right = await auth.mfa.verify({ factorId, challengeId, code: nextTotp(secret) })
    expect(right.error).toBeNull()

    const { data: listed } = await clients.admin().mfa.listFactors({ userId: id })
    expect(listed?.factors).toMatchObject([{ id: factorId, friendly_name: 'App' }])
    expect((await auth.mfa.unenroll({ factorId })).error).toBeNull()
    expect((await auth.mfa.listFactors()).data?.all).toEqual([])
  })

  it('are replaced by a recovery code when the device is lost', async () => {
    const { auth, email } = await clients.confirmed()
    const { data: factor } = await auth.mfa.enroll({ factorType: 'totp' })
    await auth.mfa.challengeAndVerify({
      factorId: factor?.id ?? '',
      code: totp(factor?.totp.secret ?? ''),
    })
    const { data: set } = await auth.mfa.recoveryCodes.generate({ friendlyName: 'Paper' })
    const later = clients.open()
    await later.signInWithPassword({ email, password })
    const used = await later.mfa.recoveryCodes.verify({ code: set?.codes[0] ?? '' })
    expect(used.error).toBeNull()
    expect((await later.mfa.recoveryCodes.getStatus()).data?.remaining).toBe(9)
    expect((await later.mfa.recoveryCodes.regenerate()).data?.total).toBe(10)
    expect((await auth.mfa.recoveryCodes.unenroll()).error).toBeNull()
  })

  it('take a code that is sent to a phone', async () => {
    const { auth, id } = await clients.confirmed()
    const phone = `+${clients.newPhone()}`
    const { data: factor } = await auth.mfa.enroll({ factorType: 'phone', phone })
    const factorId = factor?.id ?? ''
    const { data: challenge } = await auth.mfa.challenge({ factorId })
    const { code } = await clients.messageTo(phone)
    const { error } = await auth.mfa.verify({ factorId, challengeId: challenge?.id ?? '', code })
    expect(error).toBeNull()
    const removed = await clients.admin().mfa.deleteFactor({ userId: id, id: factorId })
    expect(removed.error).toBeNull()
  })

  it('sign people in with a passkey', async () => {
    const { auth, id } = await clients.confirmed()
    const key = createSecurityKey()
    const { data: asked } = await auth.passkey.startRegistration()
    const registered = await auth.passkey.verifyRegistration({
      challengeId: asked?.challenge_id ?? '',
      credential: key.create({ ...PAGE, challenge: asked?.options.challenge ?? '' }),
    })
    expect(registered.error).toBeNull()
    const stranger = clients.open()
    const { data: begun } = await stranger.passkey.startAuthentication()
    const { data, error } = await stranger.passkey.verifyAuthentication({
      challengeId: begun?.challenge_id ?? '',
      credential: key.get({
        ...PAGE,
        challenge: begun?.options.challenge ?? '',
        userHandle: Buffer.from(id).toString('base64url'),
      }),
    })
    expect([error, data?.user?.id]).toEqual([null, id])
  })
})

describe('other parties', () => {
  const NAME = 'custom:local'

  it('sign people in over OpenID, whose identity is linked and unlinked by hand', async () => {
    const custom = clients.admin().customProviders
    const created = await custom.createProvider({
      provider_type: 'oidc',
      identifier: NAME,
      name: 'Local',
      client_id: provider.clientId,
      client_secret: provider.secret,
      issuer: provider.issuer,
      scopes: ['email', 'profile'],
    })
    expect(created.error).toBeNull()
    expect((await custom.listProviders()).data.providers).toMatchObject([{ identifier: NAME }])
    const email = newEmail()
    provider.people.set('ada', { email, email_verified: true, name: 'Ada' })

    const auth = clients.open('pkce')
    const { data } = await auth.signInWithOAuth({
      provider: NAME,
      options: { redirectTo: SITE, queryParams: { login_hint: 'ada' }, skipBrowserRedirect: true },
    })
    const begun = await fetch(data.url ?? '', { redirect: 'manual' })
    const code = await walk(begun.headers.get('location'))
    const session = await auth.exchangeCodeForSession(code)
    expect([session.error, session.data.user?.email]).toEqual([null, email])

    provider.people.set('bob', { email: newEmail(), email_verified: true, name: 'Bob' })
    const linking = await auth.linkIdentity({
      provider: NAME,
      options: { redirectTo: SITE, queryParams: { login_hint: 'bob' }, skipBrowserRedirect: true },
    })
    await auth.exchangeCodeForSession(await walk(linking.data.url))
    const { data: all } = await auth.getUserIdentities()
    expect(all?.identities).toHaveLength(2)
    const second = all?.identities.find((identity) => identity.id === 'bob')
    if (!second) throw new Error('The second identity is missing')
    expect((await auth.unlinkIdentity(second)).error).toBeNull()
    expect((await auth.getUserIdentities()).data?.identities).toHaveLength(1)
    expect((await custom.deleteProvider(NAME)).error).toBeNull()
    expect(told((await custom.getProvider(NAME)).error)[0]).toBe(404)
  })

  it('sign people in with a wallet', async () => {
    const pair = generateKeyPairSync('ed25519')
    const key = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32)
    const message = [
      `site.example.com wants you to sign in with your Solana account:`,
      base58(key),
      '',
      'Welcome.',
      '',
      `URI: ${SITE}/login`,
      'Version: 1',
      `Issued At: ${new Date().toISOString()}`,
    ].join('\n')
    const signature = new Uint8Array(sign(null, Buffer.from(message), pair.privateKey))
    const { data, error } = await clients
      .open()
      .signInWithWeb3({ chain: 'solana', message, signature })
    expect([error, data.user?.app_metadata['provider']]).toEqual([null, 'web3'])
    const forged = await clients
      .open()
      .signInWithWeb3({ chain: 'solana', message: `${message} `, signature })
    expect(forged.error?.status).toBe(400)
  })

  it('are named by the domain of an address, or refused', async () => {
    const { error } = await clients.open().signInWithSSO({ domain: 'unknown.example.com' })
    expect(told(error)[0]).toBeGreaterThanOrEqual(404)
  })

  it('get tokens for an account whose owner agrees, until they withdraw', async () => {
    const admin = clients.admin().oauth
    const { data: app } = await admin.createClient({
      client_name: 'App',
      redirect_uris: [`${SITE}/callback`],
    })
    const clientId = app?.client_id ?? ''
    const { auth, id } = await clients.confirmed()
    const verifier = 'v'.repeat(60)
    const begin = async () => {
      const query = new URLSearchParams({
        client_id: clientId,
        redirect_uri: `${SITE}/callback`,
        response_type: 'code',
        scope: 'openid email',
        state: 'mine',
        code_challenge: createHash('sha256').update(verifier).digest('base64url'),
        code_challenge_method: 'S256',
      })
      const url = `${project.api_url}/auth/v1/oauth/authorize?${query.toString()}`
      const { headers } = await fetch(url, { redirect: 'manual' })
      return new URL(headers.get('location') ?? '').searchParams.get('authorization_id') ?? ''
    }
    const denied = await auth.oauth.denyAuthorization(await begin())
    expect(new URL(denied.data?.redirect_url ?? '').searchParams.get('error')).toBe('access_denied')

    const asked = await begin()
    const { data: details } = await auth.oauth.getAuthorizationDetails(asked)
    expect(details).toMatchObject({ client: { name: 'App' }, user: { id } })
    const approved = await auth.oauth.approveAuthorization(asked)
    const code = new URL(approved.data?.redirect_url ?? '').searchParams.get('code') ?? ''
    const response = await fetch(`${project.api_url}/auth/v1/oauth/token`, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${app?.client_secret}`).toString('base64')}`,
      },
      body: new URLSearchParams({
        grant_type: 'authorization_code',
        code,
        redirect_uri: `${SITE}/callback`,
        code_verifier: verifier,
      }),
    })
    const tokens = (await response.json()) as { access_token: string; refresh_token: string }
    expect((await clients.open().getUser(tokens.access_token)).data.user?.id).toBe(id)

    expect((await auth.oauth.listGrants()).data).toMatchObject([{ client: { name: 'App' } }])
    expect((await auth.oauth.revokeGrant({ clientId })).error).toBeNull()
    expect((await auth.oauth.listGrants()).data).toEqual([])
    const ended = await clients.open().getUser(tokens.access_token)
    expect(ended.error?.name).toBe('AuthSessionMissingError')

    const renamed = await admin.updateClient(clientId, { client_name: 'Other' })
    expect(renamed.data?.client_name).toBe('Other')
    const { data: again } = await admin.regenerateClientSecret(clientId)
    expect(again?.client_secret).not.toBe(app?.client_secret)
    expect((await admin.listClients()).data.clients.map((each) => each.client_id)).toEqual([
      clientId,
    ])
    expect((await admin.deleteClient(clientId)).error).toBeNull()
    expect((await admin.getClient(clientId)).error?.status).toBe(404)
  })
})

describe('a storm of refreshes', () => {
  it('with one token leaves every client with a session that works', async () => {
    const { auth, email } = await clients.confirmed()
    const { data } = await auth.getSession()
    const first = data.session?.refresh_token ?? ''
    const refreshed = await Promise.all(
      Array.from({ length: 40 }, () => clients.open().refreshSession({ refresh_token: first })),
    )
    expect(refreshed.map(({ error }) => error)).toEqual(refreshed.map(() => null))
    const next = new Set(refreshed.map(({ data: { session } }) => session?.refresh_token))
    expect(next.size).toBe(1)
    for (const { data: later } of refreshed.slice(0, 3)) {
      const user = await clients.open().getUser(later.session?.access_token)
      expect(user.data.user?.email).toBe(email)
    }
  })

  it('does not refuse concurrent sign-ins of the same account', async () => {
    const { auth, email } = await clients.confirmed()
    const { data } = await auth.getSession()
    const token = data.session?.refresh_token ?? ''
    const all = await Promise.all([
      ...Array.from({ length: 5 }, () => clients.open().signInWithPassword({ email, password })),
      ...Array.from({ length: 10 }, () => clients.open().refreshSession({ refresh_token: token })),
    ])
    expect(all.map(({ error }) => error)).toEqual(all.map(() => null))
  })
})

/** The code with which the browser returns after signing in at the provider. */
async function walk(url: string | null | undefined): Promise<string> {
  const callback = await provider.visit(url ?? '')
  const ended = await fetch(callback, { redirect: 'manual' })
  return new URL(ended.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = (alphabet[Number(value % 58n)] ?? '') + text
  return text
}
