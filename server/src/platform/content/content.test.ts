import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createTestPlatform,
  type TestPerson,
  type TestPlatform,
  statusesOf,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
})
afterAll(() => test.stop())

const url = (id = '') => `/platform/projects/${ref}/content${id && `/${id}`}`
const save = (id: string, change: object = {}, as: TestPerson | 'operator' = owner) =>
  test.call({
    method: 'PUT',
    url: url(id),
    as,
    body: { name: 'Orders', sql: 'select 1', version: 0, ...change },
  })
const get = (id: string, as: TestPerson = owner) => test.call({ method: 'GET', url: url(id), as })

describe('a snippet', () => {
  it('is created, saved and read back unchanged', async () => {
    const id = randomUUID()
    expect((await save(id)).json()).toMatchObject({ id, version: 1, sql: 'select 1' })
    const text = "select '小林 👩🏽‍💻 \u2028', $$ \\n $$;\r\n-- end"
    expect((await save(id, { sql: text, version: 1 })).json()).toMatchObject({ version: 2 })
    expect((await get(id)).json()).toEqual({
      id,
      type: 'sql',
      name: 'Orders',
      sql: text,
      version: 2,
      inserted_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      visibility: 'private',
      folder_id: null,
      is_favorite: false,
      is_own: true,
      can_edit: true,
      author: owner.email,
      updated_by: owner.email,
    })
  })

  it('accepts ten megabytes and refuses one character more', async () => {
    const id = randomUUID()
    const sql = 'x'.repeat(10_000_000)
    expect((await save(id, { sql })).statusCode).toBe(200)
    expect((await get(id)).json<{ sql: string }>().sql).toHaveLength(10_000_000)
    expect((await save(randomUUID(), { sql: `${sql}x` })).statusCode).toBe(400)
  })

  it('refuses a save from an older version and returns the stored snippet', async () => {
    const id = randomUUID()
    await save(id, { sql: 'first' })
    await save(id, { sql: 'second', version: 1 })
    for (const version of [0, 1, 3, Number.MAX_SAFE_INTEGER]) {
      const refused = await save(id, { sql: 'mine', version })
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({
        code: 'snippet_changed',
        details: { id, sql: 'second', version: 2 },
      })
    }
  })

  it('accepts one of ten saves at once', async () => {
    const id = randomUUID()
    await save(id)
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, tab) => save(id, { sql: `tab ${tab}`, version: 1 })),
    )
    const saved = answers.filter(({ statusCode }) => statusCode === 200)
    expect(saved).toHaveLength(1)
    expect((await get(id)).json()).toEqual(saved[0]?.json())
  })

  it('accepts one of two creations at once', async () => {
    const id = randomUUID()
    const answers = await Promise.all([save(id, { sql: 'a' }), save(id, { sql: 'b' })])
    expect(statusesOf(answers)).toEqual([200, 409])
  })

  it('returns 404 for a snippet that does not exist', async () => {
    const id = randomUUID()
    expect((await save(id, { version: 4 })).statusCode).toBe(404)
    expect((await get(id)).json()).toMatchObject({ code: 'snippet_not_found' })
    expect((await test.call({ method: 'DELETE', url: url(id), as: owner })).statusCode).toBe(404)
  })
})

describe('the list of snippets', () => {
  it("lists the caller's own without their texts, last changed first", async () => {
    const as = await test.memberOf(slug, 'developer')
    const before = test.clock.at
    const ids = [randomUUID(), randomUUID(), randomUUID()]
    for (const [index, id] of ids.entries()) {
      test.clock.at = new Date(before.getTime() + index * 1000)
      await save(id, { name: `Snippet ${index}` }, as)
    }
    test.clock.at = before
    const listed = await test.call({ method: 'GET', url: url(), as })
    expect(listed.json<{ id: string }[]>().map(({ id }) => id)).toEqual(ids.reverse())
    expect(listed.body).not.toContain('select 1')
    expect((await get(ids[0] ?? '', owner)).statusCode).toBe(404)
  })

  it('keeps snippets of two people with the same id apart', async () => {
    const id = randomUUID()
    const other = await test.memberOf(slug, 'read_only')
    await save(id, { sql: 'mine' })
    expect((await save(id, { sql: 'theirs' }, other)).statusCode).toBe(200)
    expect((await get(id)).json()).toMatchObject({ sql: 'mine' })
    await test.call({ method: 'DELETE', url: url(id), as: other })
    expect((await get(id)).statusCode).toBe(200)
  })

  it('no longer contains a deleted snippet', async () => {
    const id = randomUUID()
    await save(id)
    expect((await test.call({ method: 'DELETE', url: url(id), as: owner })).statusCode).toBe(200)
    expect((await get(id)).statusCode).toBe(404)
  })

  it('is empty for the operator credential, which has no account', async () => {
    expect((await save(randomUUID(), {}, 'operator')).json()).toMatchObject({
      code: 'account_needed',
    })
    const listed = await test.call({ method: 'GET', url: url(), as: 'operator' })
    expect(listed.json()).toEqual([])
  })
})
