import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import type { Platform } from '../index.ts'
import {
  createTestPlatform,
  type Call,
  type TestPlatform,
  statusesOf,
} from '../../../test/platform.ts'

let test: TestPlatform
beforeEach(async () => {
  test = await createTestPlatform()
})
afterEach(() => test.stop())

const url = '/platform/installation'
const read = async () => (await test.call({ method: 'GET', url })).json<object>()
const claim = (token: string, email = 'first@example.com') =>
  test.call({
    method: 'POST',
    url: `${url}/claim`,
    body: { token, email, password: 'long enough' },
  })
const createOwner = (as: Call['as'], email: string) =>
  test.call({
    method: 'POST',
    url: `${url}/owners`,
    as,
    body: { email, password: 'long enough' },
  })
async function newToken(): Promise<string> {
  const link = new URL((await test.platform.ownerLink()) ?? 'none:')
  expect(link.origin + link.pathname).toBe('http://localhost:8000/setup')
  return link.searchParams.get('token') ?? ''
}

describe('the first account', () => {
  it('is created by the one-time link and operates the installation', async () => {
    expect(await read()).toEqual({
      needs_owner: true,
      sign_up: 'invitation',
      sells_plans: false,
      has_mail_server: false,
      environment: 'production',
      links: {
        support_email: null,
        enterprise_contact_url: null,
        discussions_url: null,
        status_page_url: null,
      },
    })
    const claimed = await claim(await newToken())
    expect(claimed.statusCode).toBe(201)
    expect(await read()).toMatchObject({ needs_owner: false })
    const owner = test.accounts.signIn('first@example.com')
    expect(claimed.json()).toEqual({ user_id: owner.userId, continue_at: '/new' })
    const profile = await test.call({ method: 'GET', url: '/platform/profile', as: owner })
    expect(profile.json()).toMatchObject({
      is_operator: true,
      capabilities: expect.arrayContaining(['installation:operate']),
    })
    expect(await test.platform.ownerLink()).toBeUndefined()
  })

  it('is created once; concurrent and later claims return 409', async () => {
    const token = await newToken()
    const emails = ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com']
    const answers = await Promise.all(emails.map((email) => claim(token, email)))
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
    expect(test.accounts.count()).toBe(1)
    const late = await claim(token, 'late@example.com')
    expect([late.statusCode, late.json<{ code: string }>().code]).toEqual([409, 'owner_exists'])
  })

  it('needs the latest link, of which only a digest is stored', async () => {
    const old = await newToken()
    const token = await newToken()
    const refused = await claim(old)
    expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
      403,
      'claim_token_invalid',
    ])
    expect(test.accounts.count()).toBe(0)
    const [row] = await test.control.database
      .as('supabase_admin')
      .many(
        sql`select settings::text as text from platform.settings`,
        z.object({ text: z.string() }),
      )
    expect(row?.text).not.toContain(token)
    expect((await claim(token)).statusCode).toBe(201)
  })

  it('can be checked for a valid link without an account', async () => {
    const check = (token: string) =>
      test.call({ method: 'POST', url: `${url}/claim/check`, body: { token } })
    const old = await newToken()
    const token = await newToken()
    expect((await check(old)).json()).toEqual({ valid: false })
    expect((await check(token)).json()).toEqual({ valid: true })
    expect((await claim(token)).statusCode).toBe(201)
    expect((await check(token)).json()).toEqual({ valid: false })
    const flood = await Promise.all(Array.from({ length: 20 }, () => check('guess')))
    expect(flood.at(-1)?.statusCode).toBe(429)
  })

  it('is created by a repeated claim after the server has ended halfway', async () => {
    // The account exists, and the transaction of the claim was not committed.
    await test.accounts.createAccount({ email: 'first@example.com', password: 'long enough' })
    const token = await newToken()
    const answer = await test.call({
      method: 'POST',
      url: `${url}/claim`,
      body: { token, email: 'first@example.com', password: 'another one' },
    })
    expect(answer.statusCode).toBe(409)
    expect((await claim(token)).statusCode).toBe(201)
    expect(test.accounts.count()).toBe(1)
  })

  it('owns the organizations that the command line created before', async () => {
    const made = await test.call({
      method: 'POST',
      url: '/platform/organizations',
      as: 'operator',
      body: { name: 'Early' },
    })
    expect(made.statusCode).toBe(201)
    await claim(await newToken())
    const later = await test.call({
      method: 'POST',
      url: '/platform/organizations',
      as: 'operator',
      body: { name: 'Late' },
    })
    expect(later.json()).toMatchObject({ billing_email: 'first@example.com' })
    const owner = test.accounts.signIn('first@example.com')
    const listed = await test.call({ method: 'GET', url: '/platform/organizations', as: owner })
    expect(listed.json<{ name: string }[]>().map(({ name }) => name)).toEqual(['Early', 'Late'])
  })

  it('shares with every operator the organizations that the command line creates', async () => {
    await createOwner('operator', 'first@example.com')
    await createOwner('operator', 'second@example.com')
    await test.call({
      method: 'POST',
      url: '/platform/organizations',
      as: 'operator',
      body: { name: 'Shared' },
    })
    for (const email of ['first@example.com', 'second@example.com']) {
      const as = test.accounts.signIn(email)
      const listed = await test.call({ method: 'GET', url: '/platform/organizations', as })
      const abilities = expect.arrayContaining(['project:delete'])
      expect(listed.json()).toMatchObject([
        { name: 'Shared', billing_email: 'first@example.com', abilities },
      ])
    }
  })
})

describe('the audit log', () => {
  it('records the kind of the actor: operator credential, person or system', async () => {
    await createOwner('operator', 'first@example.com')
    const first = test.accounts.signIn('first@example.com')
    await createOwner(first, 'second@example.com')
    const rows = () =>
      test.control.database.as('supabase_admin').many(
        sql`
          select action, actor_kind, actor_email from platform.audit_log
          where action in ('installation.make_owner', 'project.create') order by id`,
        z.object({
          action: z.string(),
          actor_kind: z.string(),
          actor_email: z.string().nullable(),
        }),
      )
    expect(await rows()).toEqual([
      { action: 'installation.make_owner', actor_kind: 'operator_credential', actor_email: null },
      { action: 'installation.make_owner', actor_kind: 'person', actor_email: first.email },
    ])
    const { platform } = await test.restart({ mode: 'self-hosted' })
    await platform.start()
    expect((await rows()).at(-1)).toMatchObject({
      action: 'project.create',
      actor_kind: 'system',
    })
  })

  it('records no actor for a claim', async () => {
    await claim(await newToken())
    const row = await test.control.database
      .as('supabase_admin')
      .one(
        sql`select actor_kind from platform.audit_log where action = 'installation.make_owner'`,
        z.object({ actor_kind: z.string() }),
      )
    expect(row.actor_kind).toBe('nobody')
  })
})

describe('further operators', () => {
  it('are created by the command line and by operators only', async () => {
    expect((await createOwner(undefined, 'x@example.com')).statusCode).toBe(401)
    expect((await createOwner(await test.person('somebody'), 'x@example.com')).statusCode).toBe(403)
    expect((await createOwner('operator', 'one@example.com')).json()).toMatchObject({
      email: 'one@example.com',
    })
    const one = test.accounts.signIn('one@example.com')
    expect((await createOwner(one, 'two@example.com')).statusCode).toBe(201)
    const mailbox = { method: 'GET', url: `${url}/mailbox` } as const
    const two = test.accounts.signIn('two@example.com')
    expect((await test.call({ ...mailbox, as: two })).statusCode).toBe(200)
  })

  it('read what the kernel enforces, and nobody else does', async () => {
    const gaps = [{ message: 'Only Deno keeps functions apart.', hint: 'Install nft.' }]
    const fence = { networks: true, abstractSockets: false, files: true, gaps }
    const { app } = await test.restart({ fence })
    await createOwner('operator', 'one@example.com')
    const isolationFor = async ({ token }: { token: string }) => {
      const headers = { authorization: `Bearer ${token}` }
      return app.inject({ method: 'GET', url: `${url}/isolation`, headers })
    }
    const operator = test.accounts.signIn('one@example.com')
    expect((await isolationFor(operator)).json()).toEqual({
      networks: true,
      abstract_sockets: false,
      files: true,
      gaps,
    })
    expect((await isolationFor(await test.person('somebody'))).statusCode).toBe(403)
  })
})

describe('the sign-up policy', () => {
  const admit = (platform: Platform, email: string, inviteToken = '') =>
    platform.accountRules.admit({ email, inviteToken })

  it('is the configured one until an operator changes it, and survives restarts', async () => {
    expect(await admit(test.platform, 'anybody@example.com')).toBe('refused')
    const opened = await test.call({
      method: 'PATCH',
      url,
      as: 'operator',
      body: { sign_up: 'open' },
    })
    expect(opened.json()).toMatchObject({ sign_up: 'open' })
    const { platform } = await test.restart({ signUpDefault: 'invitation' })
    expect(await admit(platform, 'anybody@example.com')).toBe('admitted')
  })

  async function invited(email: string, as: Call['as'], slug: string) {
    const answer = await test.call({
      method: 'POST',
      url: `/platform/organizations/${slug}/invitations`,
      as,
      body: { email, role: 'developer' },
    })
    const tokenIn = (text: string) => /token=([\w-]+)/.exec(text)?.[1] ?? ''
    const mails = await test.call({ method: 'GET', url: `${url}/mailbox`, as: 'operator' })
    const [mail] = mails.json<{ to: string; text: string }[]>()
    expect(mail?.to).toBe(email)
    return {
      mailed: tokenIn(mail?.text ?? ''),
      shown: tokenIn(answer.json<{ link: string }>().link),
    }
  }

  it('needs the token of an invitation for this address, which only the mail contains', async () => {
    const owner = await test.person('owner')
    const slug = await test.organization(owner)
    const { mailed, shown } = await invited('Guest@example.com', owner, slug)
    expect(shown).not.toBe(mailed)
    expect(await admit(test.platform, 'guest@EXAMPLE.com')).toBe('refused')
    expect(await admit(test.platform, 'guest@EXAMPLE.com', mailed)).toBe('proved')
    expect(await admit(test.platform, 'guest@example.com', shown)).toBe('admitted')
    expect(await admit(test.platform, 'other@example.com', mailed)).toBe('refused')
    expect(await admit(test.platform, 'guest@example.com', 'guess')).toBe('refused')
    test.clock.at = new Date(test.clock.at.getTime() + 8 * 24 * 3600 * 1000)
    expect(await admit(test.platform, 'guest@example.com', mailed)).toBe('refused')
    expect(await test.platform.accountRules.useInvitation(mailed)).toBe(false)
  })

  it('accepts the proof of an invitation once, even from concurrent requests', async () => {
    const slug = await test.organization(await test.person('owner'))
    const { mailed, shown } = await invited('once@example.com', 'operator', slug)
    expect(shown).toBe(mailed)
    const uses = [1, 2, 3].map(() => test.platform.accountRules.useInvitation(mailed))
    expect((await Promise.all(uses)).filter(Boolean)).toEqual([true])
    expect(await admit(test.platform, 'once@example.com', mailed)).toBe('admitted')
    const guest = test.accounts.signIn('once@example.com')
    const accepted = await test.call({
      method: 'POST',
      url: '/platform/invitations/accept',
      as: guest,
      body: { token: mailed },
    })
    expect(accepted.json()).toEqual({ organization_slug: slug })
    expect(await admit(test.platform, 'once@example.com', mailed)).toBe('refused')
  })
})

it('creates the one project of a self-hosted installation at its first start', async () => {
  const { platform, app } = await test.restart({ mode: 'self-hosted' })
  await platform.start()
  await platform.start()
  const list = () => test.call({ method: 'GET', url: '/platform/projects', as: 'operator' })
  expect((await list()).json()).toMatchObject([{ ref: 'default', status: 'COMING_UP' }])
  const link = new URL((await platform.ownerLink()) ?? 'none:')
  const claimed = await app.inject({
    method: 'POST',
    url: `${url}/claim`,
    payload: {
      token: link.searchParams.get('token'),
      email: 'alone@example.com',
      password: 'long enough',
    },
  })
  expect(claimed.statusCode).toBe(201)
  expect(claimed.json()).toMatchObject({ continue_at: '/project/default' })
  const as = test.accounts.signIn('alone@example.com')
  const project = await app.inject({
    url: '/platform/projects/default',
    headers: { authorization: `Bearer ${as.token}` },
  })
  const { abilities } = project.json<{ abilities: string[] }>()
  expect(abilities).toContain('project:pause')
  expect(abilities).not.toContain('project:delete')
  const removal = await app.inject({
    method: 'DELETE',
    url: '/platform/projects/default',
    headers: { authorization: `Bearer ${as.token}` },
  })
  expect(removal.statusCode).toBe(403)
})

it('returns the configured links and null for the others', async () => {
  const links = {
    support_email: 'help@example.com',
    enterprise_contact_url: 'https://example.com/contact',
    discussions_url: null,
    status_page_url: 'https://status.example.com',
  }
  const { app } = await test.restart({ links })
  expect((await app.inject({ url })).json()).toMatchObject({ links })
})

describe('a lost device', () => {
  const remove = (as: Call['as'], email: string) =>
    test.call({ method: 'POST', url: `${url}/remove-second-factors`, as, body: { email } })

  it('is resolved by an operator, who removes the second factors', async () => {
    const person = await test.person('lost')
    test.accounts.proveSecondFactor(person)
    expect((await remove(person, person.email)).statusCode).toBe(403)
    expect((await remove('operator', person.email)).json()).toEqual({
      email: person.email,
      removed: 1,
    })
    const unknown = await remove('operator', 'nobody@example.com')
    expect([unknown.statusCode, unknown.json<{ code: string }>().code]).toEqual([
      404,
      'account_not_found',
    ])
  })
})
