import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPlatform, statusesOf } from '../../../test/platform.ts'
import { createPasswordStrength } from './password-strength.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())

const url = '/platform/profile'

describe('a profile', () => {
  // SPEC: "**Profile**: email and a disabled_features list."
  it("is missing in the specification's words until it is created", async () => {
    const as = test.accounts.signIn('new@example.com')
    const missing = await test.call({ method: 'GET', url, as })
    expect(missing.statusCode).toBe(404)
    expect(missing.json()).toMatchObject({
      code: 'profile_not_found',
      message: "User's profile not found",
    })
    const created = await test.call({ method: 'POST', url, as })
    expect(created.statusCode).toBe(201)
    const found = await test.call({ method: 'GET', url, as })
    expect(found.json()).toEqual({
      id: as.userId,
      primary_email: 'new@example.com',
      display_name: null,
      is_operator: false,
      disabled_features: [],
      capabilities: [
        'organizations:list',
        'organizations:create',
        'members:manage',
        'mailbox:read',
        'billing:read',
        'invoices:read',
        'support:create',
        'notifications:read',
      ],
      landing_path: '/organizations',
    })
  })

  it('is created once, also by three requests at once', async () => {
    const as = test.accounts.signIn('twice@example.com')
    const answers = await Promise.all([1, 2, 3].map(() => test.call({ method: 'POST', url, as })))
    expect(statusesOf(answers)).toEqual([201, 409, 409])
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({
      code: 'profile_exists',
      message: 'Profile already exists',
    })
  })

  it('accepts a name in any script and removes it again', async () => {
    const as = await test.person('name')
    const named = await test.call({
      method: 'PATCH',
      url,
      as,
      body: { display_name: '  Łucja 小林 👩🏽‍💻 ' },
    })
    expect(named.json()).toMatchObject({ display_name: 'Łucja 小林 👩🏽‍💻' })
    const unnamed = await test.call({ method: 'PATCH', url, as, body: { display_name: null } })
    expect(unnamed.json()).toMatchObject({ display_name: null })
  })

  it('follows a change of the account’s email address', async () => {
    const as = await test.person('moving')
    const slug = await test.organization(as)
    test.accounts.rename(as, 'moved@example.com')
    const profile = await test.call({ method: 'GET', url, as })
    expect(profile.json()).toMatchObject({ primary_email: 'moved@example.com' })
    const members = await test.call({
      method: 'GET',
      url: `/platform/organizations/${slug}/members`,
      as,
    })
    expect(members.json()).toMatchObject([{ primary_email: 'moved@example.com' }])
  })

  it('offers no platform features in self-hosted mode, and no mailbox with a mail server', async () => {
    const { app } = await test.restart({
      mode: 'self-hosted',
      hasMailServer: true,
      disabledFeatures: ['permissions', 'billing:invoices'],
    })
    const as = await test.person('alone')
    const answer = await app.inject({ url, headers: { authorization: `Bearer ${as.token}` } })
    expect(answer.json()).toMatchObject({
      capabilities: ['support:create', 'notifications:read'],
      disabled_features: ['permissions', 'billing:invoices'],
      // The person is not a member of the installation's only organization.
      landing_path: '/organizations',
    })
    await test.organization(as)
    const member = await app.inject({ url, headers: { authorization: `Bearer ${as.token}` } })
    expect(member.json()).toMatchObject({ landing_path: '/project/default' })
  })

  // SPEC: "Two modes: the hosted platform mode, and the self-hosted mode."
  it('offers operators the management of the installation, and of billing on a platform only', async () => {
    const as = await test.operatorPerson()
    const headers = { authorization: `Bearer ${as.token}` }
    const offered = async (mode: 'platform' | 'self-hosted') => {
      const { app } = await test.restart({ mode, telemetry: true })
      const answer = await app.inject({ url, headers })
      return answer.json<{ capabilities: string[] }>().capabilities
    }
    const everywhere = [
      'installation:operate',
      'telemetry:send',
      'notices:manage',
      'incidents:manage',
      'feature_flags:manage',
      'support:manage',
    ]
    expect(await offered('platform')).toEqual(
      expect.arrayContaining([...everywhere, 'billing:manage']),
    )
    const alone = await offered('self-hosted')
    expect(alone).toEqual(expect.arrayContaining(everywhere))
    expect(alone).not.toContain('billing:manage')
  })

  it('is refused to the operator credential, which has no account', async () => {
    const read = await test.call({ method: 'GET', url, as: 'operator' })
    expect(read.statusCode).toBe(404)
    const created = await test.call({ method: 'POST', url, as: 'operator' })
    expect(created.json()).toMatchObject({ code: 'account_needed' })
  })
})

describe('the list of permissions', () => {
  // SPEC: "GET /platform/profile/permissions | Returns the user's permissions."
  it('names what the caller may do in each of their organizations', async () => {
    const owner = await test.person('owner')
    const slug = await test.organization(owner)
    const reader = await test.memberOf(slug, 'read_only')
    const answer = await test.call({ method: 'GET', url: `${url}/permissions`, as: reader })
    expect(answer.json()).toEqual([
      {
        organization_slug: slug,
        role: 'read_only',
        actions: [
          'organization:read',
          'invoice:read',
          'member:read',
          'project:read',
          'branch:read',
          'key:read_public',
          'database:read',
          'content:read',
          'content:write',
          'backup:read',
          'auth:read',
          'storage:read',
          'vault:read',
          'queues:read',
          'functions:read',
          'webhooks:read',
          'cron:read',
          'wrappers:read',
          'logs:read',
          'reports:read',
          'advisors:read',
          'query_performance:read',
          'alerts:read',
        ],
      },
    ])
  })
})

describe('the password check', () => {
  const check = async (password: string) => {
    const as = await test.person('checker')
    return test.call({ method: 'POST', url: `${url}/password-check`, as, body: { password } })
  }

  // SPEC: "**Password check result**: score (0-4), feedback.suggestions, feedback.warning."
  // SPEC: "**Password strength**: the server returns a score of 0 to 4."
  it.each([
    ['password', 0],
    ['walrus40', 1],
    ['gustywalrus', 2],
    ['gusty-walrus', 3],
    ['gusty-walrus4', 4],
  ])('scores %s %i', async (password, score) => {
    const answer = await check(password)
    expect(answer.statusCode).toBe(200)
    const feedback = { warning: expect.any(String), suggestions: expect.any(Array) }
    expect(answer.json()).toEqual({ result: { score, feedback } })
  })

  it('explains what is wrong with a common password and how to improve it', async () => {
    expect((await check('password')).json()).toMatchObject({
      result: {
        feedback: {
          warning: expect.stringMatching(/./),
          suggestions: [expect.stringMatching(/./)],
        },
      },
    })
  })

  it('scores a strong password 4 without a warning', async () => {
    const answer = await check('gusty-Walrus-40-orbits-plinth')
    expect(answer.json()).toEqual({
      result: { score: 4, feedback: { warning: '', suggestions: [] } },
    })
  })

  it('scores the first hundred of ten thousand characters', async () => {
    const answer = await check('a'.repeat(10_000))
    expect(answer.json()).toMatchObject({ result: { score: expect.any(Number) } })
    const strength = createPasswordStrength()
    const [short, long] = await Promise.all([
      strength.check('a'.repeat(100)),
      strength.check('a'.repeat(10_000)),
    ])
    await strength.stop()
    expect(long).toEqual(short)
  })

  it('accepts an empty password and any script', async () => {
    expect((await check('')).json()).toMatchObject({ result: { score: 0 } })
    expect((await check('密码パスワード🙂')).statusCode).toBe(200)
  })

  it('starts again after it was stopped', async () => {
    const strength = createPasswordStrength()
    await strength.check('one')
    await strength.stop()
    expect(await strength.check('password')).toMatchObject({ score: 0 })
    await strength.stop()
  })
})
