import type { SnippetVersion } from '@stoa/contract/platform/content-versions'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentCalls } from '../../../test/content.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let developer: TestPerson
let calls: ReturnType<typeof createContentCalls>
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  calls = createContentCalls(test, await test.project(owner, slug))
  developer = await test.memberOf(slug, 'developer')
})
afterAll(() => test.stop())

const pass = (minutes: number) => {
  test.clock.at = new Date(test.clock.at.getTime() + minutes * 60_000)
}
const versions = async (id: string, as = owner) =>
  (await calls.send('GET', `/${id}/versions`, { as })).json<SnippetVersion[]>()
const numbers = async (id: string) => (await versions(id)).map(({ version }) => version)

describe('versions of a query', () => {
  it('combine the saves of one person within five minutes', async () => {
    const { id } = await calls.save(owner, { sql: 'a' })
    pass(2)
    await calls.save(owner, { id, version: 1, sql: 'ab' })
    pass(2)
    await calls.save(owner, { id, version: 2, sql: 'abc' })
    expect(await numbers(id)).toEqual([3])
    pass(2)
    await calls.save(owner, { id, version: 3, sql: 'abcd' })
    expect(await numbers(id)).toEqual([4, 3])
    const kept = await calls.send('GET', `/${id}/versions/3`, { as: owner })
    expect(kept.json()).toMatchObject({ sql: 'abc', author: owner.email, bytes: 3 })
    expect((await calls.send('GET', `/${id}/versions/2`, { as: owner })).json()).toMatchObject({
      code: 'snippet_version_not_found',
    })
  })

  it('name everybody who saved', async () => {
    const { id } = await calls.save(owner, { sql: 'mine' })
    await calls.share(owner, [id])
    await calls.save(developer, { id, version: 1, sql: 'theirs' })
    await calls.save(owner, { id, version: 2, sql: 'mine again' })
    expect((await versions(id, developer)).map(({ author }) => author)).toEqual([
      owner.email,
      developer.email,
      owner.email,
    ])
  })

  it('keep the text that a conflict replaces', async () => {
    const { id } = await calls.save(owner, { sql: 'first tab' })
    await calls.save(owner, { id, version: 1, sql: 'second tab', keeps_previous: true })
    expect(await numbers(id)).toEqual([2, 1])
  })

  it('are restored as a new version, if nothing newer is stored', async () => {
    const { id } = await calls.save(owner, { name: 'Before', sql: 'before' })
    pass(10)
    await calls.save(owner, { id, version: 1, name: 'After', sql: 'after' })
    const restore = (version: number) =>
      calls.send('POST', `/${id}/versions/1/restore`, { as: owner, body: { version } })
    expect((await restore(1)).json()).toMatchObject({
      code: 'snippet_changed',
      details: { sql: 'after' },
    })
    expect((await restore(2)).json()).toMatchObject({ version: 3, name: 'Before', sql: 'before' })
    expect(await numbers(id)).toEqual([3, 2, 1])
  })

  it('are bounded in number and size', async () => {
    const { id } = await calls.save(owner)
    for (let version = 1; version <= 101; version += 1)
      await calls.save(owner, { id, version, keeps_previous: true })
    expect(await versions(id)).toHaveLength(100)
    const sql = 'x'.repeat(9_000_000)
    for (let version = 102; version <= 104; version += 1)
      await calls.save(owner, { id, version, sql, keeps_previous: true })
    expect(await numbers(id)).toEqual([105, 104])
  })

  it('of a private query are private', async () => {
    const { id } = await calls.save(owner)
    for (const path of ['versions', 'versions/1'])
      expect((await calls.send('GET', `/${id}/${path}`, { as: developer })).statusCode).toBe(404)
  })
})
