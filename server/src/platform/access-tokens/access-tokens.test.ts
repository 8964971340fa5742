import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
beforeAll(async () => {
  test = await createTestPlatform()
})
afterAll(() => test.stop())

const url = '/platform/profile/access-tokens'
const Created = z.object({ id: z.string(), token: z.string(), prefix: z.string() })

async function create(as: TestPerson, body: Record<string, unknown> = {}) {
  const answer = await test.call({
    method: 'POST',
    url,
    as,
    body: { name: 'Laptop', expires_at: null, ...body },
  })
  expect(answer.statusCode).toBe(201)
  return Created.parse(answer.json())
}

/** The person, calling with a token instead of the session. */
const by = (person: TestPerson, token: string): TestPerson => ({ ...person, token })

describe('a personal access token', () => {
  it('has the rights of its owner, and the format that the official command line accepts', async () => {
    const owner = await test.person('owner')
    const slug = await test.organization(owner)
    const { token, prefix } = await create(owner)
    expect(token).toMatch(/^sbp_[0-9a-f]{40}$/)
    expect(token.startsWith(prefix)).toBe(true)
    const read = (as: TestPerson) =>
      test.call({ method: 'GET', url: `/platform/organizations/${slug}`, as })
    expect((await read(by(owner, token))).statusCode).toBe(200)
    const stranger = await test.person('stranger')
    const theirs = await create(stranger)
    expect((await read(by(stranger, theirs.token))).statusCode).toBe(404)
  })

  it('is listed without its value, with the last use to the minute, and stored as a digest', async () => {
    const owner = await test.person('lists')
    const { id, token } = await create(owner, { name: '  Build server ' })
    const list = () => test.call({ method: 'GET', url, as: owner })
    const fresh = await list()
    expect(fresh.json()).toMatchObject([{ id, name: 'Build server', last_used_at: null }])
    await test.call({ method: 'GET', url: '/platform/profile', as: by(owner, token) })
    const used = await list()
    expect(used.json()).toMatchObject([{ last_used_at: test.clock.at.toISOString() }])
    expect(used.body).not.toContain(token)
    const rows = await test.control.database
      .as('supabase_admin')
      .many(
        sql`select t::text as text from platform.access_tokens t`,
        z.object({ text: z.string() }),
      )
    expect(rows.map(({ text }) => text).join()).not.toContain(token.slice(12))
  })

  it('ends with its time, with its revocation, and with its account', async () => {
    const owner = await test.person('ends')
    const read = (token: string) =>
      test.call({ method: 'GET', url: '/platform/profile', as: by(owner, token) })
    const soon = new Date(test.clock.at.getTime() + 60_000).toISOString()
    const brief = await create(owner, { expires_at: soon })
    expect((await read(brief.token)).statusCode).toBe(200)
    test.clock.at = new Date(test.clock.at.getTime() + 61_000)
    const late = await read(brief.token)
    expect([late.statusCode, late.json()]).toMatchObject([
      401,
      { code: 'invalid_access_token', message: 'This access token has expired.' },
    ])
    const revoked = await create(owner)
    expect((await read(revoked.token)).statusCode).toBe(200)
    await test.call({ method: 'DELETE', url: `${url}/${revoked.id}`, as: owner })
    expect((await read(revoked.token)).statusCode).toBe(401)
    const last = await create(owner)
    test.accounts.remove(owner)
    expect((await read(last.token)).json()).toMatchObject({ code: 'invalid_access_token' })
    expect((await read(`sbp_${'0'.repeat(40)}`)).statusCode).toBe(401)
  })

  it('is announced to its owner by mail, with its first characters and origin', async () => {
    const owner = await test.person('told')
    const { prefix } = await create(owner)
    expect(test.accounts.notices.at(-1)).toEqual({
      userId: owner.userId,
      event: {
        kind: 'access_token_created',
        prefix,
        ip: '127.0.0.1',
        userAgent: expect.any(String),
      },
    })
  })

  it('ends with all others of its account when the auth service says so', async () => {
    const [owner, other] = [await test.person('reclaims'), await test.person('keeps')]
    const tokens = [await create(owner), await create(owner)]
    const kept = await create(other)
    const status = async (person: TestPerson, token: string) =>
      (await test.call({ method: 'GET', url: '/platform/profile', as: by(person, token) }))
        .statusCode
    for (const { token } of tokens) expect(await status(owner, token)).toBe(200)
    await test.platform.accountRules.revokeAccessTokens(owner.userId)
    for (const { token } of tokens) expect(await status(owner, token)).toBe(401)
    expect(await status(other, kept.token)).toBe(200)
  })

  it('cannot create or revoke tokens', async () => {
    const owner = await test.person('guards')
    const { id, token } = await create(owner)
    const as = by(owner, token)
    const made = await test.call({
      method: 'POST',
      url,
      as,
      body: { name: 'More', expires_at: null },
    })
    const gone = await test.call({ method: 'DELETE', url: `${url}/${id}`, as })
    expect([made, gone].map((answer) => answer.statusCode)).toEqual([403, 403])
    expect(made.json()).toMatchObject({ code: 'session_needed' })
  })

  it('has no second factor if the session that created it had none', async () => {
    const person = await test.person('strict')
    const strict = await test.organization(person, 'Strict')
    const before = await create(person)
    test.accounts.proveSecondFactor(person)
    const after = await create(person)
    await test.control.database
      .as('supabase_admin')
      .run(sql`update platform.organizations set requires_mfa = true where slug = ${strict}`)
    test.clock.at = new Date(test.clock.at.getTime() + 3000)
    const read = (as: TestPerson) =>
      test.call({ method: 'GET', url: `/platform/organizations/${strict}/members`, as })
    const refused = await read(by(person, before.token))
    expect([refused.statusCode, refused.json()]).toMatchObject([
      403,
      { code: 'organization_requires_mfa', hint: expect.stringContaining('another access token') },
    ])
    expect((await read(by(person, after.token))).statusCode).toBe(200)
  })

  it('can only be revoked by its owner', async () => {
    const owner = await test.person('keeps')
    const { id } = await create(owner)
    const other = await test.person('other')
    const refused = await test.call({ method: 'DELETE', url: `${url}/${id}`, as: other })
    expect([refused.statusCode, refused.json()]).toMatchObject([
      404,
      { code: 'access_token_not_found' },
    ])
  })

  it('is not created with an expiry in the past, nor as the 101st, even by concurrent requests', async () => {
    const owner = await test.person('many')
    const past = await test.call({
      method: 'POST',
      url,
      as: owner,
      body: { name: 'Late', expires_at: test.clock.at.toISOString() },
    })
    expect([past.statusCode, past.json()]).toMatchObject([400, { code: 'invalid_expiry' }])
    const answers = await Promise.all(
      Array.from({ length: 104 }, () =>
        test.call({ method: 'POST', url, as: owner, body: { name: 'x', expires_at: null } }),
      ),
    )
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(100)
    const refused = answers.find(({ statusCode }) => statusCode === 409)
    expect(refused?.json()).toMatchObject({ code: 'too_many_access_tokens' })
  })
})
