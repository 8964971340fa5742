import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createAuthApp, type AuthApp } from '../../../../test/auth/app.ts'
import { createTestProject, type TestProject } from '../../../../test/project.ts'

let project: TestProject
let app: AuthApp

const Page = z.object({
  users: z.array(z.looseObject({ id: z.string(), email: z.string().nullable() })),
  next_cursor: z.string().optional(),
})
const list = async (query = '') => Page.parse(await app.member('GET', `/users?${query}`))
const emails = async (query = '') => (await list(query)).users.map(({ email }) => email)
const add = async (body: object) =>
  z.looseObject({ id: z.string() }).parse(await app.member('POST', '/users', body))

beforeAll(async () => {
  project = await createTestProject()
  app = createAuthApp(project)
  for (const name of ['ada', 'Bob', 'cy_d'])
    await add({ email: `${name}@example.com`, password: 'a long password', confirm: true })
  await add({ phone: '+49 151 1234', password: 'a long password' })
})
afterAll(async () => {
  await app.app.close()
  await project.stop()
})

describe('the list of users', () => {
  it('has every order, page by page, without gaps or duplicates', async () => {
    for (const sort of ['created_at', 'last_sign_in_at', 'email', 'phone'])
      for (const order of ['asc', 'desc']) {
        const whole = (await list(`sort=${sort}&order=${order}`)).users.map(({ id }) => id)
        expect(new Set(whole).size).toBe(4)
        const paged: string[] = []
        let cursor: string | undefined
        do {
          const page: z.infer<typeof Page> = await list(
            `sort=${sort}&order=${order}&limit=1${cursor ? `&cursor=${cursor}` : ''}`,
          )
          paged.push(...page.users.map(({ id }) => id))
          cursor = page.next_cursor
        } while (cursor)
        expect(paged).toEqual(whole)
      }
  })

  it('refuses a cursor of another order, and text that is not a cursor', async () => {
    const { next_cursor: cursor } = await list('limit=1')
    expect(await app.member('GET', `/users?sort=email&cursor=${cursor}`)).toMatchObject({
      code: 'invalid_cursor',
    })
    expect(await app.member('GET', '/users?cursor=nonsense')).toMatchObject({
      code: 'invalid_cursor',
    })
  })

  it.each([
    ['search=AD', ['ada@example.com']],
    ['search=example', []],
    ['search=example&match=contains&sort=email&order=asc', ['ada', 'bob', 'cy_d']],
    ['search=cy_', ['cy_d@example.com']],
    ['search=c%25', []],
    ['search=%2B49%20151', [null]],
    ['search=1512&match=contains', []],
    ['state=unconfirmed', [null]],
    ['state=banned', []],
    ['provider=phone', [null]],
  ])('is filtered by %s', async (query, expected) => {
    expect(await emails(query)).toEqual(
      expected.map((name) => (name === null || name.includes('@') ? name : `${name}@example.com`)),
    )
  })

  it('is in the order of addresses for a search by their start, unless another is given', async () => {
    const added = await Promise.all(
      ['start-b', 'start-a', 'start-c'].map((name) => add({ email: `${name}@example.com` })),
    )
    const starts = async (query: string) =>
      (await emails(`search=start-&${query}`)).map((email) => email?.slice(6, 7))
    expect(await starts('')).toEqual(['a', 'b', 'c'])
    expect(await starts('order=desc')).toEqual(['c', 'b', 'a'])
    const newest = await starts('sort=created_at')
    expect(newest.toReversed()).toEqual(await starts('sort=created_at&order=asc'))
    await app.member('POST', '/users-deletion', { user_ids: added.map(({ id }) => id) })
  })

  it('finds a user by id, and counts', async () => {
    const [first] = (await list()).users
    expect((await list(`search=${first?.id}`)).users).toHaveLength(1)
    expect(await app.member('GET', '/users-count')).toEqual({ count: 4, is_estimate: false })
    expect(await app.member('GET', '/users-count?search=ada&exact=true')).toEqual({
      count: 1,
      is_estimate: false,
    })
  })

  it('shows rows that the owner has inserted without a creation time', async () => {
    const id = '00000000-0000-4000-8000-0000000000aa'
    await project.run(
      `insert into auth.users (id, created_at, banned_until) values ('${id}', null, 'infinity')`,
      'supabase_admin',
    )
    const shown = (await list('order=asc')).users[0]
    expect(shown).toMatchObject({ id, email: null, created_at: null, banned_until: null })
    await project.run(`delete from auth.users where id = '${id}'`, 'supabase_admin')
  })
})

describe('a member', () => {
  it('creates, changes, bans and deletes a user', async () => {
    const { id } = await add({ email: 'New@example.com', password: 'a long password' })
    const place = `/users/${id}`
    expect(await app.member('GET', place)).toMatchObject({
      email: 'new@example.com',
      is_confirmed: false,
      providers: ['email'],
      role: 'authenticated',
    })
    expect(await app.member('POST', '/users', { email: 'new@example.com' })).toMatchObject({
      code: 'email_exists',
    })
    const change = {
      confirm_email: true,
      user_metadata: { full_name: 'New Person', keep: 1 },
      ban_duration: '24h',
    }
    expect(await app.member('PATCH', place, change)).toMatchObject({
      is_confirmed: true,
      name: 'New Person',
      banned_until: expect.any(String),
    })
    expect(await emails('state=banned')).toEqual(['new@example.com'])
    expect(
      await app.member('PATCH', place, { user_metadata: { keep: 2 }, ban_duration: 'none' }),
    ).toMatchObject({ user_metadata: { keep: 2 }, name: null, banned_until: null })
    expect(await app.member('DELETE', place)).toEqual({})
    expect(await app.member('GET', place)).toMatchObject({ code: 'user_not_found' })
  })

  it('deletes several users, and reports who could not be deleted and why', async () => {
    const gone = [await add({ email: 'one@example.com' }), await add({ email: 'two@example.com' })]
    const kept = await add({ email: 'kept@example.com' })
    await project.run(`
      create table orders (owner uuid references auth.users);
      insert into orders values ('${kept.id}')`)
    const stranger = '00000000-0000-4000-8000-0000000000ff'
    const user_ids = [gone[0], kept, gone[1], gone[1], { id: stranger }].map((user) => user?.id)
    expect(await app.member('POST', '/users-deletion', { user_ids })).toMatchObject({
      deleted: 2,
      failed: [
        { id: kept.id, code: 'conflict' },
        { id: stranger, code: 'user_not_found' },
      ],
    })
    expect(await emails('search=one@')).toEqual([])
    expect(await emails('search=kept@')).toEqual(['kept@example.com'])
    await project.run('drop table orders')
    await app.member('DELETE', `/users/${kept.id}`)
  })

  it('invites a person, and mails links to a user', async () => {
    const invited = await app.member('POST', '/invite', { email: 'guest@example.com' })
    expect(invited).toMatchObject({ email: 'guest@example.com', invited_at: expect.any(String) })
    expect((await app.mailTo('guest@example.com')).subject).toContain('invited')
    const ada = (await list('search=ada')).users[0]?.id
    for (const kind of ['recovery', 'magiclink'])
      expect(await app.member('POST', `/users/${ada}/send`, { kind })).toEqual({})
    expect((await app.mailTo('ada@example.com')).token).not.toBe('')
    expect(await app.member('POST', `/users/${ada}/send`, { kind: 'confirmation' })).toMatchObject({
      code: 'validation_failed',
    })
  })

  it('sees the sessions of a user and ends them', async () => {
    const signIn = () =>
      app.call('POST', '/token?grant_type=password', {
        body: { email: 'bob@example.com', password: 'a long password' },
      })
    const { body } = await signIn()
    await signIn()
    const id = String(body['user'].id)
    const sessions = z
      .array(z.looseObject({ id: z.string() }))
      .parse(await app.member('GET', `/users/${id}/sessions`))
    expect(sessions).toHaveLength(2)
    expect(sessions[0]).toMatchObject({ aal: 'aal1', created_at: expect.any(String) })
    const other = (await list('search=ada')).users[0]?.id
    expect(await app.member('DELETE', `/users/${other}/sessions/${sessions[0]?.id}`)).toMatchObject(
      { code: 'session_not_found' },
    )
    expect(await app.member('DELETE', `/users/${id}/sessions/${sessions[0]?.id}`)).toEqual({})
    expect(await app.member('DELETE', `/users/${id}/sessions`)).toEqual({})
    expect(await app.member('GET', `/users/${id}/sessions`)).toEqual([])
    const answer = await app.call('GET', '/user', { as: String(body['access_token']) })
    expect(answer.status).toBe(403)
  })

  it('signs in to the app as a user with a link that works once', async () => {
    const ada = (await list('search=ada')).users[0]?.id
    const { url } = z
      .object({ url: z.string() })
      .parse(await app.member('POST', `/users/${ada}/sign-in-link`, {}))
    expect(app.audited.at(-1)).toMatchObject({ action: 'auth_user.sign_in_link', target: ada })
    const follow = () => app.app.inject({ url: url.slice(url.indexOf('/auth/v1')) })
    expect((await follow()).headers.location).toContain('access_token=')
    expect((await follow()).headers.location).toContain('error_code=otp_expired')
    const byPhone = (await list('search=%2B49')).users[0]?.id
    expect(await app.member('POST', `/users/${byPhone}/sign-in-link`, {})).toMatchObject({
      code: 'validation_failed',
    })
  })

  it('unlinks a sign-in method, but never the last one', async () => {
    const { id } = await add({
      email: 'two@example.com',
      phone: '4915199999999',
      password: 'a long password',
      confirm: true,
    })
    const Detail = z.object({ identities: z.array(z.object({ id: z.string() })) })
    const identities = async () =>
      Detail.parse(await app.member('GET', `/users/${id}`)).identities.map((each) => each.id)
    const [first, second] = await identities()
    const place = `/users/${id}/identities`
    expect(await app.member('DELETE', `${place}/${first}`)).toEqual({})
    expect(await identities()).toEqual([second])
    expect(await app.member('DELETE', `${place}/${second}`)).toMatchObject({
      code: 'single_identity_not_deletable',
    })
    expect(await app.member('DELETE', `/users/${id}/factors`)).toEqual({})
    const log = await app.member('GET', `/audit?action=identity_unlinked`)
    expect(log).toMatchObject({ entries: [{ actor: 'member@example.com' }] })
  })

  it('record the member who did something to a user, and what it was', async () => {
    const created = z
      .object({ id: z.string() })
      .parse(await app.member('POST', '/users', { email: 'audited@example.com', confirm: true }))
    const { id } = created
    await app.member('POST', `/users/${id}/send`, { kind: 'recovery' })
    await app.member('PATCH', `/users/${id}`, { ban_duration: '24h' })
    await app.member('PATCH', `/users/${id}`, { ban_duration: 'none' })
    const log = await app.member('GET', `/audit?user_id=${id}`)
    const by = { actor: 'member@example.com' }
    const about = { user_id: id, user_email: 'audited@example.com' }
    const entries = [
      { ...by, action: 'user_signedup', traits: about },
      { ...by, action: 'user_recovery_requested', traits: { ...about, mail: 'recovery' } },
      { ...by, action: 'user_modified', traits: { ...about, banned_until: expect.any(String) } },
      { ...by, action: 'user_modified', traits: { ...about, banned_until: null } },
    ].map((entry) =>
      expect.objectContaining({ ...entry, traits: expect.objectContaining(entry.traits) }),
    )
    // The clock stands still, so the order among them is not defined.
    expect(log).toMatchObject({ entries: expect.arrayContaining(entries) })
  })

  it('reads the audit log of all users or of one, page by page', async () => {
    const Audit = z.object({
      entries: z.array(z.looseObject({ id: z.string(), action: z.string() })),
      next_cursor: z.string().optional(),
    })
    const read = async (query: string) => Audit.parse(await app.member('GET', `/audit?${query}`))
    const all = (await read('limit=200')).entries
    expect(all.length).toBeGreaterThan(5)
    const first = await read('limit=2')
    const second = await read(`limit=2&cursor=${first.next_cursor}`)
    expect([...first.entries, ...second.entries]).toEqual(all.slice(0, 4))
    const bob = (await list('search=bob')).users[0]?.id
    expect(all).toContainEqual(
      expect.objectContaining({ action: 'user_deleted', actor: 'member@example.com' }),
    )
    const ofBob = (await read(`user_id=${bob}&action=login`)).entries
    expect(ofBob).toHaveLength(2)
  })
})
