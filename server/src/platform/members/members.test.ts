import type { LightMyRequestResponse } from 'fastify'
import type { Role } from '@stoa/contract/platform/permissions'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { sql } from '../../postgres/sql.ts'
import {
  createTestPlatform,
  type TestPerson,
  type TestPlatform,
  statusesOf,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  owner = await test.person('owner')
  slug = await test.organization(owner)
})
afterAll(() => test.stop())

const members = () => `/platform/organizations/${slug}/members`
const invitations = () => `/platform/organizations/${slug}/invitations`
const setRole = (as: TestPerson, person: TestPerson, role: Role) =>
  test.call({ method: 'PATCH', url: `${members()}/${person.userId}`, as, body: { role } })
const remove = (as: TestPerson, person: TestPerson) =>
  test.call({ method: 'DELETE', url: `${members()}/${person.userId}`, as })
const invite = (as: TestPerson, email: string, role: Role = 'developer') =>
  test.call({ method: 'POST', url: invitations(), as, body: { email, role } })
const accept = (as: TestPerson | 'operator', token: string) =>
  test.call({ method: 'POST', url: '/platform/invitations/accept', as, body: { token } })
const read = (token: string) =>
  test.call({ method: 'POST', url: '/platform/invitations/read', body: { token } })
const tokenOf = (answer: LightMyRequestResponse) =>
  new URL(answer.json<{ link: string }>().link).searchParams.get('token') ?? ''

describe('members', () => {
  it('are listed by email address, with the caller marked', async () => {
    const developer = await test.memberOf(slug, 'developer')
    const answer = await test.call({ method: 'GET', url: members(), as: developer })
    expect(answer.json()).toEqual([
      expect.objectContaining({ user_id: developer.userId, role: 'developer', is_self: true }),
      expect.objectContaining({ user_id: owner.userId, role: 'owner', is_self: false }),
    ])
  })

  it('have the permissions of a new role at once', async () => {
    const developer = await test.memberOf(slug, 'developer')
    expect((await invite(developer, 'x@example.com')).statusCode).toBe(403)
    const changed = await setRole(owner, developer, 'administrator')
    expect(changed.json()).toMatchObject({ user_id: developer.userId, role: 'administrator' })
    expect((await invite(developer, 'x@example.com')).statusCode).toBe(201)
  })

  it('cannot be given or denied the role of an owner by an administrator', async () => {
    const administrator = await test.memberOf(slug, 'administrator')
    const second = await test.memberOf(slug, 'owner')
    const developer = await test.memberOf(slug, 'developer')
    expect((await setRole(administrator, developer, 'owner')).statusCode).toBe(403)
    expect((await setRole(administrator, administrator, 'owner')).statusCode).toBe(403)
    expect((await setRole(administrator, second, 'developer')).statusCode).toBe(403)
    expect((await remove(administrator, second)).statusCode).toBe(403)
    expect((await invite(administrator, 'boss@example.com', 'owner')).statusCode).toBe(403)
    expect((await remove(administrator, developer)).statusCode).toBe(200)
  })

  it('always include an owner', async () => {
    const removed = await remove(owner, owner)
    expect([removed.statusCode, removed.json<{ code: string }>().code]).toEqual([409, 'last_owner'])
    const demoted = await setRole(owner, owner, 'developer')
    expect([demoted.statusCode, demoted.json<{ code: string }>().code]).toEqual([409, 'last_owner'])
  })

  it('include one of two owners who leave at once', async () => {
    const second = await test.memberOf(slug, 'owner')
    const answers = await Promise.all([remove(owner, owner), setRole(second, second, 'read_only')])
    expect(statusesOf(answers)).toEqual([200, 409])
  })

  it.each(['developer', 'read_only'] as const)('can leave as %s', async (role) => {
    const member = await test.memberOf(slug, role)
    const url = `/platform/organizations/${slug}/leave`
    expect((await test.call({ method: 'POST', url, as: member })).json()).toEqual({})
    expect((await test.call({ method: 'POST', url, as: member })).statusCode).toBe(404)
    const listed = await test.call({ method: 'GET', url: members(), as: owner })
    expect(listed.json<{ user_id: string }[]>().map(({ user_id }) => user_id)).toEqual([
      owner.userId,
    ])
  })

  it('cannot leave as the last owner', async () => {
    const url = `/platform/organizations/${slug}/leave`
    const answer = await test.call({ method: 'POST', url, as: owner })
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'last_owner'])
    const operator = await test.call({ method: 'POST', url, as: 'operator' })
    expect(operator.json()).toMatchObject({ code: 'account_needed' })
  })

  it('do not include people of another organization', async () => {
    const stranger = await test.person('stranger')
    const answer = await setRole(owner, stranger, 'developer')
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      404,
      'member_not_found',
    ])
  })
})

describe('an invitation', () => {
  it('adds the invited person once, ignoring the case of the address', async () => {
    const answer = await invite(owner, 'Guest@Example.com')
    expect(answer.statusCode).toBe(201)
    expect(answer.json()).toMatchObject({
      email: 'Guest@Example.com',
      role: 'developer',
      invited_at: '2026-03-01T12:00:00.000Z',
      expires_at: '2026-03-08T12:00:00.000Z',
      link: expect.stringMatching(/^http:\/\/localhost:8000\/join\?token=[\w-]{43}$/),
    })
    const guest = test.accounts.signIn('guest@example.com')
    const accepted = await accept(guest, tokenOf(answer))
    expect(accepted.json()).toEqual({ organization_slug: slug })
    const listed = await test.call({ method: 'GET', url: members(), as: guest })
    expect(listed.json<unknown[]>()).toHaveLength(2)
    const again = await accept(guest, tokenOf(answer))
    expect([again.statusCode, again.json<{ code: string }>().code]).toEqual([
      410,
      'invitation_used',
    ])
  })

  it('names the inviter, the organization and the role to everyone who has its link', async () => {
    const answer = await invite(owner, 'curious@example.com', 'read_only')
    expect((await read(tokenOf(answer))).json()).toEqual({
      organization_name: 'Acme',
      role: 'read_only',
      email: 'curious@example.com',
      inviter: owner.email,
    })
    await test.call({
      method: 'PATCH',
      url: '/platform/profile',
      as: owner,
      body: { display_name: 'Ana' },
    })
    expect((await read(tokenOf(answer))).json()).toMatchObject({ inviter: 'Ana' })
    const [mail] = (
      await test.call({ method: 'GET', url: '/platform/installation/mailbox', as: 'operator' })
    ).json<{ text: string }[]>()
    const mailed = /token=([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? ''
    expect((await read(mailed)).json()).toMatchObject({ email: 'curious@example.com' })
  })

  it('names no inviter when the operator credential invited', async () => {
    const answer = await test.call({
      method: 'POST',
      url: invitations(),
      as: 'operator',
      body: { email: 'first@example.com', role: 'owner' },
    })
    expect((await read(tokenOf(answer))).json()).toMatchObject({ inviter: null, role: 'owner' })
  })

  it('reveals nothing without a token that works', async () => {
    const made = await invite(owner, 'hidden@example.com')
    const codeOf = (answer: LightMyRequestResponse) => answer.json<{ code: string }>().code
    expect(codeOf(await read('unknown'))).toBe('invitation_not_found')
    expect(codeOf(await read(made.json<{ id: string }>().id))).toBe('invitation_not_found')
    const before = test.clock.at
    test.clock.at = new Date(before.getTime() + 7 * 24 * 3600 * 1000)
    const expired = await read(tokenOf(made))
    test.clock.at = before
    expect(expired.json()).toEqual({
      code: 'invitation_expired',
      message: 'This invitation has expired.',
      hint: 'Ask an owner or administrator for a new invitation.',
    })
    await accept(test.accounts.signIn('hidden@example.com'), tokenOf(made))
    expect(codeOf(await read(tokenOf(made)))).toBe('invitation_used')
  })

  it('is mailed with escaped text, and its token is not in the database', async () => {
    await test.call({
      method: 'PATCH',
      url: `/platform/organizations/${slug}`,
      as: owner,
      body: { name: '<b>Evil</b> & Co' },
    })
    const answer = await invite(owner, 'mailed@example.com')
    const box = await test.call({
      method: 'GET',
      url: '/platform/installation/mailbox',
      as: 'operator',
    })
    const [mail] = box.json<{ to: string; html: string; text: string }[]>()
    expect(mail?.to).toBe('mailed@example.com')
    const { link } = answer.json<{ link: string }>()
    expect(mail?.text).toMatch(/^Join: http:\/\/localhost:8000\/join\?token=[\w-]{43}$/m)
    // Only the mail's link verifies the address, so the inviter gets another one.
    expect(mail?.text).not.toContain(link)
    expect(mail?.html).toContain('&lt;b&gt;Evil&lt;/b&gt; &amp; Co')
    expect(mail?.html).not.toContain('<b>')
    const found = await test.control.database.as('supabase_admin').run(sql`
      select from platform.invitations where encode(token_digest, 'escape') = ${tokenOf(answer)}`)
    expect(found).toBe(0)
  })

  it('says whether a mail server accepted its mail', async () => {
    const sent: string[] = []
    const mailers = {
      sent: async ({ to }: { to: string }) => void sent.push(to),
      failed: () => Promise.reject(new Error('no route')),
    }
    for (const [outcome, mailer] of Object.entries(mailers)) {
      const { app } = await test.restart({ mailer, hasMailServer: true })
      const answer = await app.inject({
        method: 'POST',
        url: invitations(),
        headers: { authorization: `Bearer ${owner.token}` },
        payload: { email: `${outcome}@example.com`, role: 'developer' },
      })
      expect(answer.statusCode).toBe(201)
      expect(answer.json()).toMatchObject({ mail: outcome, link: expect.stringContaining('/join') })
    }
    expect(sent).toEqual(['sent@example.com'])
    const stored = await invite(owner, 'stored@example.com')
    expect(stored.json()).toMatchObject({ mail: 'no_mail_server' })
  })

  it('is refused to another address', async () => {
    const token = tokenOf(await invite(owner, 'right@example.com'))
    const answer = await accept(await test.person('wrong'), token)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      403,
      'invitation_for_another_address',
    ])
    expect((await accept('operator', token)).statusCode).toBe(403)
  })

  it('expires after seven days', async () => {
    const token = tokenOf(await invite(owner, 'late@example.com'))
    const late = test.accounts.signIn('late@example.com')
    const before = test.clock.at
    test.clock.at = new Date(before.getTime() + 7 * 24 * 3600 * 1000)
    const answer = await accept(late, token)
    test.clock.at = before
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      410,
      'invitation_expired',
    ])
  })

  it('is replaced by a newer one for the same address', async () => {
    const first = await invite(owner, 'again@example.com')
    const second = await invite(owner, 'AGAIN@example.com', 'read_only')
    const listed = await test.call({ method: 'GET', url: invitations(), as: owner })
    expect(listed.json<{ role: string }[]>().map(({ role }) => role)).toEqual(['read_only'])
    const guest = test.accounts.signIn('again@example.com')
    expect((await accept(guest, tokenOf(first))).statusCode).toBe(404)
    expect((await accept(guest, tokenOf(second))).statusCode).toBe(200)
  })

  it('is refused once it is revoked', async () => {
    const made = await invite(owner, 'unwanted@example.com')
    const { id } = made.json<{ id: string }>()
    const url = `${invitations()}/${id}`
    expect((await test.call({ method: 'DELETE', url, as: owner })).statusCode).toBe(200)
    expect((await test.call({ method: 'DELETE', url, as: owner })).statusCode).toBe(404)
    const guest = test.accounts.signIn('unwanted@example.com')
    expect((await accept(guest, tokenOf(made))).statusCode).toBe(404)
  })

  it('is refused for an existing member', async () => {
    const answer = await invite(owner, owner.email.toUpperCase())
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
      409,
      'already_member',
    ])
  })

  it('adds one member when it is accepted twice at once', async () => {
    const token = tokenOf(await invite(owner, 'double@example.com'))
    const guest = test.accounts.signIn('double@example.com')
    const answers = await Promise.all([accept(guest, token), accept(guest, token)])
    expect(statusesOf(answers)).toEqual([200, 410])
  })

  it('cannot be revoked through another organization', async () => {
    const { id } = (await invite(owner, 'theirs@example.com')).json<{ id: string }>()
    const other = await test.person('other')
    slug = await test.organization(other)
    const url = `${invitations()}/${id}`
    expect((await test.call({ method: 'DELETE', url, as: other })).statusCode).toBe(404)
  })
})
