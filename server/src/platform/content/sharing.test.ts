import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentCalls } from '../../../test/content.ts'
import {
  createTestPlatform,
  statusesOf,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let developer: TestPerson
let reader: TestPerson
let calls: ReturnType<typeof createContentCalls>
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  calls = createContentCalls(test, await test.project(owner, slug))
  developer = await test.memberOf(slug, 'developer')
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())

const move = (as: TestPerson, ids: readonly string[], to: object = {}) =>
  calls.send('POST', '/move', { as, body: { ids, visibility: 'private', folder_id: null, ...to } })

describe('a shared query', () => {
  it('is read by every member, and changed by those who can share', async () => {
    const { id } = await calls.save(owner)
    expect(await calls.ids(developer)).not.toContain(id)
    expect((await calls.share(owner, [id])).statusCode).toBe(200)
    expect(await calls.read(reader, id)).toMatchObject({
      visibility: 'shared',
      is_own: false,
      can_edit: false,
      author: owner.email,
    })
    const { answer: refused } = await calls.save(reader, { id, version: 1 })
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'snippet_read_only' }])
    const { answer } = await calls.save(developer, { id, version: 1, sql: 'select 2' })
    expect(answer.json()).toMatchObject({
      version: 2,
      can_edit: true,
      author: owner.email,
      updated_by: developer.email,
    })
    expect(await calls.read(owner, id)).toMatchObject({ sql: 'select 2', is_own: true })
  })

  it('is one of two when two people save it at once', async () => {
    const { id } = await calls.save(owner)
    await calls.share(owner, [id])
    const saves = await Promise.all(
      [owner, developer].map((as) => calls.save(as, { id, version: 1, sql: as.email })),
    )
    expect(statusesOf(saves.map(({ answer }) => answer))).toEqual([200, 409])
    const lost = saves.find(({ answer }) => answer.statusCode === 409)
    const kept = await calls.read(owner, id)
    expect(lost?.answer.json()).toMatchObject({
      code: 'snippet_changed',
      details: { sql: kept.sql, updated_by: kept.updated_by },
    })
  })

  it('cannot be hidden by a new query with the same id', async () => {
    const { id } = await calls.save(owner)
    await calls.share(owner, [id])
    const { answer } = await calls.save(developer, { id })
    expect(answer.json()).toMatchObject({ code: 'snippet_changed', details: { id } })
  })

  it('is refused if another shared one has its id', async () => {
    const { id } = await calls.save(owner)
    await calls.save(developer, { id, sql: 'mine' })
    await calls.share(owner, [id])
    expect((await calls.share(developer, [id])).json()).toMatchObject({ code: 'snippet_id_taken' })
    expect(await calls.read(developer, id)).toMatchObject({ sql: 'mine', visibility: 'private' })
  })

  it('is made private only by its author', async () => {
    const { id } = await calls.save(owner)
    await calls.share(owner, [id])
    expect((await move(developer, [id])).json()).toMatchObject({ code: 'snippet_not_own' })
    expect((await move(owner, [id])).statusCode).toBe(200)
    expect(await calls.ids(developer)).not.toContain(id)
  })

  it('cannot be made by a member who can only read', async () => {
    const { id } = await calls.save(reader)
    expect((await calls.share(reader, [id])).json()).toMatchObject({ code: 'snippet_read_only' })
    expect(await calls.read(reader, id)).toMatchObject({ visibility: 'private', can_edit: true })
  })
})

describe('a change of several queries', () => {
  it('moves all of them, or none', async () => {
    const { id: mine } = await calls.save(developer)
    const { id: hidden } = await calls.save(owner)
    expect((await calls.share(developer, [mine, hidden])).statusCode).toBe(404)
    expect(await calls.read(developer, mine)).toMatchObject({ visibility: 'private' })
    expect(
      (await calls.send('POST', '/delete', { as: developer, body: { ids: [mine, hidden] } }))
        .statusCode,
    ).toBe(404)
    expect(await calls.ids(developer)).toContain(mine)
  })
})

describe('a favorite', () => {
  it('belongs to one person', async () => {
    const { id } = await calls.save(owner)
    await calls.share(owner, [id])
    const mark = (is_favorite: boolean) =>
      calls.send('PUT', `/${id}/favorite`, { as: reader, body: { is_favorite } })
    await mark(true)
    expect((await mark(true)).statusCode).toBe(200)
    expect(await calls.read(reader, id)).toMatchObject({ is_favorite: true })
    expect(await calls.read(owner, id)).toMatchObject({ is_favorite: false })
    await mark(false)
    expect(await calls.read(reader, id)).toMatchObject({ is_favorite: false })
  })
})

describe('a deleted query', () => {
  const deleted = async (as: TestPerson) =>
    (await calls.send('GET', '/deleted', { as })).json<{ id: string }[]>().map(({ id }) => id)
  const restore = (as: TestPerson, id: string) =>
    calls.send('POST', `/${id}/restore`, { as, body: undefined })

  it('is restored with its text, version and favorites', async () => {
    const { id } = await calls.save(owner, { sql: 'select 42' })
    await calls.send('PUT', `/${id}/favorite`, { as: owner, body: { is_favorite: true } })
    await calls.send('DELETE', `/${id}`, { as: owner })
    expect(await calls.ids(owner)).not.toContain(id)
    expect(await deleted(owner)).toContain(id)
    expect((await restore(developer, id)).statusCode).toBe(404)
    expect((await restore(owner, id)).json()).toMatchObject({
      sql: 'select 42',
      version: 1,
      is_favorite: true,
    })
    expect((await restore(owner, id)).statusCode).toBe(404)
  })

  it('is restored by any member who can change it, if it is shared', async () => {
    const { id } = await calls.save(owner)
    await calls.share(owner, [id])
    await calls.send('DELETE', `/${id}`, { as: developer })
    expect(await deleted(reader)).not.toContain(id)
    expect((await restore(reader, id)).statusCode).toBe(404)
    expect((await restore(developer, id)).statusCode).toBe(200)
    expect(await calls.read(owner, id)).toMatchObject({ visibility: 'shared' })
  })

  it('comes back under its id when an open tab saves it as new', async () => {
    const { id } = await calls.save(owner)
    await calls.send('DELETE', `/${id}`, { as: owner })
    expect((await calls.save(owner, { id, version: 1 })).answer.statusCode).toBe(404)
    const { answer } = await calls.save(owner, { id, sql: 'select 3' })
    expect(answer.json()).toMatchObject({ version: 2, sql: 'select 3' })
  })

  it('is gone after 30 days', async () => {
    const before = test.clock.at
    const { id } = await calls.save(owner)
    await calls.send('DELETE', `/${id}`, { as: owner })
    test.clock.at = new Date(before.getTime() + 30 * 24 * 3_600_000)
    expect(await deleted(owner)).not.toContain(id)
    expect((await restore(owner, id)).statusCode).toBe(404)
    const { platform } = await test.restart()
    await platform.start()
    test.clock.at = before
    expect((await restore(owner, id)).statusCode).toBe(404)
  })
})

describe('the search', () => {
  const search = async (as: TestPerson, text: string) => {
    const answer = await calls.send('GET', `/search?text=${encodeURIComponent(text)}`, { as })
    return answer.json<{ matches: { id: string; excerpt: string | null }[] }>().matches
  }

  it('finds names and texts in any case, and nothing private of others', async () => {
    const { id } = await calls.save(owner, { name: 'Quarries', sql: 'select 1' })
    const { id: text } = await calls.save(owner, {
      sql: 'select *\nfrom MARBLE_quarries where 100%',
    })
    expect((await search(owner, 'quarries')).map((match) => match.id).toSorted()).toEqual(
      [id, text].toSorted(),
    )
    expect(await search(owner, 'marble_')).toEqual([
      { id: text, excerpt: 'select * from MARBLE_quarries where 100%' },
    ])
    expect(await search(owner, 'no%match')).toEqual([])
    expect(await search(developer, 'quarries')).toEqual([])
  })
})

describe('the view of a query', () => {
  const view = {
    view: 'chart',
    chart: {
      shape: 'line',
      x: 'day',
      y: ['orders'],
      group: null,
      isCumulative: false,
      isLogarithmic: false,
    },
  }
  const change = (as: TestPerson, id: string, body: object = { view }) =>
    calls.send('PUT', `/${id}/view`, { as, body })
  const viewOf = async (as: TestPerson, id: string) => {
    const answer = await calls.send('GET', `/${id}/view`, { as })
    return [answer.statusCode, answer.json<object>()]
  }

  it('is stored with it for everyone, and changed by those who can change it', async () => {
    const { id } = await calls.save(owner)
    expect(await viewOf(owner, id)).toEqual([200, { view: null }])
    expect((await change(owner, id)).statusCode).toBe(200)
    expect(await viewOf(developer, id)).toMatchObject([404, { code: 'snippet_not_found' }])
    expect((await change(developer, id)).statusCode).toBe(404)
    await calls.share(owner, [id])
    expect(await viewOf(reader, id)).toEqual([200, { view }])
    const refused = await change(reader, id)
    expect([refused.statusCode, refused.json()]).toMatchObject([403, { code: 'snippet_read_only' }])
    expect((await change(developer, id, { view: { view: 'table' } })).statusCode).toBe(200)
    expect(await viewOf(owner, id)).toEqual([200, { view: { view: 'table' } }])
    // The text was not changed.
    expect(await calls.read(owner, id)).toMatchObject({ version: 1 })
  })
})
