import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'
import { createSecurityKey, type SecurityKey } from '../../../../test/security-key.ts'

let test: TestProject
let auth: AuthApp
beforeAll(async () => {
  test = await createTestProject()
  auth = createAuthApp(test, {
    settings: { mfa_web_authn_enroll_enabled: true, mfa_web_authn_verify_enabled: true },
  })
})
afterAll(() => test.stop())

const password = 'correct horse'
const rpId = 'example.com'
const origin = 'https://app.example.com'
const site = { rpId, rpOrigins: [origin] }

const tokenOf = async (email: string, action: 'signUp' | 'signInWithPassword') =>
  (await auth.client().auth[action]({ email, password })).data.session?.access_token ?? ''

const post = (path: string, as: string, body: object) => auth.call('POST', path, { as, body })

async function enroll(email: string) {
  const token = await tokenOf(email, 'signUp')
  const { body } = await post('/factors', token, { factor_type: 'webauthn', friendly_name: 'Key' })
  return { token, factorId: String(body['id']) }
}

async function challenge(token: string, factorId: string) {
  const { body } = await post(`/factors/${factorId}/challenge`, token, { webauthn: site })
  return {
    id: String(body['id']),
    type: String(body['webauthn'].type),
    publicKey: body['webauthn'].credential_options.publicKey,
  }
}

const verify = (
  { token, factorId }: { token: string; factorId: string },
  asked: { id: string; type: string },
  response: object,
) =>
  post(`/factors/${factorId}/verify`, token, {
    challenge_id: asked.id,
    webauthn: { ...site, type: asked.type, credential_response: response },
  })

async function register(email: string, key: SecurityKey) {
  const factor = await enroll(email)
  const asked = await challenge(factor.token, factor.factorId)
  const page = { challenge: asked.publicKey.challenge, origin, rpId }
  return { ...factor, answer: await verify(factor, asked, key.create(page)) }
}

describe('a security key', () => {
  it('is enrolled, registered, and raises a later sign-in to aal2', async () => {
    const email = 'key@example.com'
    const key = createSecurityKey({ provesPerson: false })
    const token = await tokenOf(email, 'signUp')
    const enrolled = await post('/factors', token, {
      factor_type: 'webauthn',
      friendly_name: 'Key',
    })
    expect(enrolled.body).toEqual({
      id: expect.any(String),
      type: 'webauthn',
      friendly_name: 'Key',
    })
    const factorId = String(enrolled.body['id'])
    const asked = await post(`/factors/${factorId}/challenge`, token, { webauthn: site })
    expect(asked.body).toMatchObject({
      id: expect.any(String),
      type: 'webauthn',
      expires_at: expect.any(Number),
      webauthn: {
        type: 'create',
        credential_options: {
          publicKey: {
            rp: { id: rpId, name: rpId },
            user: { id: expect.any(String), name: email, displayName: email },
            challenge: expect.stringMatching(/^[\w-]{43}$/),
          },
        },
      },
    })
    const page = {
      challenge: asked.body['webauthn'].credential_options.publicKey.challenge,
      origin,
      rpId,
    }
    const registered = await verify(
      { token, factorId },
      { id: asked.body['id'], type: 'create' },
      key.create(page),
    )
    expect([registered.status, registered.body['user']?.factors]).toMatchObject([
      200,
      [{ id: factorId, factor_type: 'webauthn', status: 'verified' }],
    ])

    const later = { token: await tokenOf(email, 'signInWithPassword'), factorId }
    auth.pass(1)
    const request = await challenge(later.token, factorId)
    expect(request).toMatchObject({
      type: 'request',
      publicKey: { rpId, allowCredentials: [{ id: key.id, type: 'public-key' }] },
    })
    const used = await verify(
      later,
      request,
      key.get({ challenge: request.publicKey.challenge, origin, rpId }),
    )
    expect(used.status).toBe(200)
    const claims = JSON.parse(
      Buffer.from(String(used.body['access_token']).split('.')[1] ?? '', 'base64url').toString(),
    )
    expect(claims).toMatchObject({
      aal: 'aal2',
      amr: [{ method: 'mfa/webauthn' }, { method: 'password' }],
    })
  })

  it.each<[string, (page: { challenge: string; origin: string; rpId: string }) => object]>([
    ['another challenge', (page) => ({ ...page, challenge: 'x'.repeat(43) })],
    ['another origin', (page) => ({ ...page, origin: 'https://example.com.evil.test' })],
    ['another site', (page) => ({ ...page, rpId: 'evil.test' })],
  ])('is refused with a response for %s', async (name, change) => {
    const key = createSecurityKey()
    const email = `${name.replaceAll(' ', '-')}@example.com`
    const factor = await enroll(email)
    const asked = await challenge(factor.token, factor.factorId)
    const page = { challenge: String(asked.publicKey.challenge), origin, rpId }
    const create = await verify(factor, asked, key.create({ ...page, ...change(page) }))
    expect([create.status, create.body['error_code']]).toEqual([422, 'mfa_verification_failed'])
    expect((await verify(factor, asked, key.create(page))).status).toBe(200)
    const later = { ...factor, token: await tokenOf(email, 'signInWithPassword') }
    const request = await challenge(later.token, factor.factorId)
    const next = { ...page, challenge: String(request.publicKey.challenge) }
    const get = await verify(later, request, key.get({ ...next, ...change(next) }))
    expect([get.status, get.body['error_code']]).toEqual([422, 'mfa_verification_failed'])
  })

  it('is refused with the signature of another key, a used response, and an old count', async () => {
    const key = createSecurityKey()
    const { factorId } = await register('copy@example.com', key)
    const later = { factorId, token: await tokenOf('copy@example.com', 'signInWithPassword') }
    const request = await challenge(later.token, factorId)
    const page = { challenge: String(request.publicKey.challenge), origin, rpId }
    const stranger = { ...createSecurityKey().get(page), id: key.id, rawId: key.id }
    expect((await verify(later, request, stranger)).status).toBe(422)
    const other = await challenge(later.token, factorId)
    const early = key.get({ ...page, challenge: String(other.publicKey.challenge) })
    const response = key.get(page)
    const both = await Promise.all([
      verify(later, request, response),
      verify(later, request, response),
    ])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404])
    expect((await verify(later, other, early)).body['error_code']).toBe('mfa_verification_failed')
  })

  it.each([
    ['no site', {}],
    ['no origins', { webauthn: { rpId } }],
    ['an origin of another site', { webauthn: { rpId, rpOrigins: ['https://evil.test'] } }],
    ['an insecure origin', { webauthn: { rpId, rpOrigins: ['http://example.com'] } }],
  ])('is not challenged with %s', async (name, body) => {
    const { token, factorId } = await enroll(`ask-${name.replaceAll(' ', '-')}@example.com`)
    const answer = await post(`/factors/${factorId}/challenge`, token, body)
    expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed'])
  })

  it.each([
    ['nothing', undefined],
    ['a text', 'key'],
    ['no response', { id: 'a', rawId: 'a', type: 'public-key' }],
  ])('is refused with %s in place of a credential', async (name, response) => {
    const factor = await enroll(`malformed-${name.replaceAll(' ', '-')}@example.com`)
    const asked = await challenge(factor.token, factor.factorId)
    const answer = await post(`/factors/${factor.factorId}/verify`, factor.token, {
      challenge_id: asked.id,
      webauthn: { ...site, type: 'create', credential_response: response },
    })
    expect([answer.status, answer.body['error_code']]).toEqual([400, 'validation_failed'])
  })

  it('is refused with bytes that are not a credential', async () => {
    const factor = await enroll('bytes@example.com')
    const asked = await challenge(factor.token, factor.factorId)
    const response = createSecurityKey().create({
      challenge: asked.publicKey.challenge,
      origin,
      rpId,
    })
    const answer = await verify(factor, asked, {
      ...response,
      response: { ...response.response, attestationObject: 'AAAA' },
    })
    expect([answer.status, answer.body['error_code']]).toEqual([422, 'mfa_verification_failed'])
  })

  it('cannot be registered on a factor that is active already', async () => {
    const factor = await enroll('second-key@example.com')
    const page = (asked: { publicKey: { challenge: string } }) => ({
      challenge: asked.publicKey.challenge,
      origin,
      rpId,
    })
    const [first, second] = [
      await challenge(factor.token, factor.factorId),
      await challenge(factor.token, factor.factorId),
    ]
    await verify(factor, first, createSecurityKey().create(page(first)))
    const weak = await tokenOf('second-key@example.com', 'signInWithPassword')
    const answer = await verify(
      { token: weak, factorId: factor.factorId },
      second,
      createSecurityKey().create(page(second)),
    )
    expect(answer.status).toBe(422)
    // The key of a restored factor is in another form.
    await test.run(
      `update auth.mfa_factors set web_authn_credential = null where id = '${factor.factorId}'`,
      'supabase_admin',
    )
    const asked = await post(`/factors/${factor.factorId}/challenge`, weak, { webauthn: site })
    expect(asked.status).toBe(400)
  })
})
