import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentCalls } from '../../../test/content.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let ref: string
let calls: ReturnType<typeof createContentCalls>
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  calls = createContentCalls(test, ref)
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())

const get = (as: TestPerson, path: string) =>
  test.call({ method: 'GET', url: `/v1/snippets${path}`, as })

describe('the snippets of the Management API', () => {
  it('are listed and downloaded by those who can read them', async () => {
    const { id: mine } = await calls.save(owner, { name: 'Private' })
    const { id: shared } = await calls.save(owner, { name: 'Shared', sql: 'select 2' })
    await calls.share(owner, [shared])
    const namesFor = async (as: TestPerson, search = '') =>
      (await get(as, `?sort_by=name&sort_order=asc${search}`))
        .json<{ data: { name: string }[] }>()
        .data.map(({ name }) => name)
    expect(await namesFor(owner)).toEqual(['Private', 'Shared'])
    expect(await namesFor(owner, `&project_ref=${ref}`)).toEqual(['Private', 'Shared'])
    expect(await namesFor(reader)).toEqual(['Shared'])
    expect((await get(reader, `/${shared}`)).json()).toMatchObject({
      id: shared,
      type: 'sql',
      visibility: 'project',
      project: { name: 'Shop' },
      owner: { username: owner.email },
      content: { schema_version: '1.0', sql: 'select 2' },
    })
    expect((await get(reader, `/${mine}`)).json()).toMatchObject({ code: 'snippet_not_found' })
    const stranger = await test.person('stranger')
    expect(await namesFor(stranger)).toEqual([])
    expect((await get(stranger, `/${shared}`)).statusCode).toBe(404)
    expect((await get(stranger, `?project_ref=${ref}`)).statusCode).toBe(404)
  })

  it('are paged with a cursor, and refuse one that they did not return', async () => {
    const first = (await get(owner, '?limit=1&sort_by=name&sort_order=asc')).json()
    expect(first).toMatchObject({ data: [{ name: 'Private' }], cursor: '1' })
    const next = (await get(owner, '?limit=1&sort_by=name&sort_order=asc&cursor=1')).json()
    expect(next).toMatchObject({ data: [{ name: 'Shared' }] })
    expect((await get(owner, '?cursor=-1')).statusCode).toBe(400)
    expect((await get(owner, `/${randomUUID()}`)).statusCode).toBe(404)
  })
})
