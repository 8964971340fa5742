import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let developer: TestPerson
let reader: TestPerson
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  developer = await test.memberOf(slug, 'developer')
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())

const TABLE = 4_000_000_000
const layout = { hidden: ['a'], order: ['b', 'a'], frozen: ['b'], widths: { b: 120 } }
const content = {
  table_id: TABLE,
  name: 'Paid orders',
  is_shared: false,
  filter: 'status:eq:paid',
  sort: 'id:desc',
  layout,
  version: 0,
}
const url = (id = '') => `/platform/projects/${ref}/table-views${id && `/${id}`}`
const save = (id: string, change: object = {}, as: TestPerson | 'operator' = owner) =>
  test.call({ method: 'PUT', url: url(id), as, body: { ...content, ...change } })
const remove = (id: string, as: TestPerson = owner) =>
  test.call({ method: 'DELETE', url: url(id), as })
async function list(as: TestPerson | 'operator' = owner, tableId = TABLE) {
  const answer = await test.call({ method: 'GET', url: `${url()}?table_id=${tableId}`, as })
  return answer.json<{ views: { id: string; name: string }[]; default_id: string | null }>()
}
const setDefault = (viewId: string | null, as: TestPerson = owner, tableId = TABLE) =>
  test.call({
    method: 'PUT',
    url: `/platform/projects/${ref}/table-view-defaults`,
    as,
    body: { table_id: tableId, view_id: viewId },
  })
const idsOf = async (as: TestPerson, tableId?: number) =>
  (await list(as, tableId)).views.map(({ id }) => id)

describe('a view of a table', () => {
  it('is created, saved, listed by name and deleted', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    const created = await save(first, { name: 'b' })
    expect(created.json()).toEqual({
      ...content,
      id: first,
      name: 'b',
      version: 1,
      is_own: true,
      can_edit: true,
    })
    await save(second, { name: 'A' })
    expect((await save(first, { name: 'c', version: 1 })).json()).toMatchObject({ version: 2 })
    expect((await list()).views.map(({ name }) => name)).toEqual(['A', 'c'])
    expect(await idsOf(owner, 7)).toEqual([])
    for (const id of [first, second]) expect((await remove(id)).statusCode).toBe(200)
    expect(await idsOf(owner)).toEqual([])
  })

  it('is seen by others only if it is shared, and changed by those who can write', async () => {
    const id = randomUUID()
    await save(id)
    expect(await idsOf(developer)).not.toContain(id)
    expect((await save(id, { version: 1 }, developer)).json()).toMatchObject({
      code: 'table_view_not_found',
    })
    expect((await remove(id, developer)).statusCode).toBe(404)

    await save(id, { is_shared: true, version: 1 })
    expect((await list(reader)).views).toContainEqual(
      expect.objectContaining({ id, is_own: false, can_edit: false }),
    )
    expect((await save(id, { version: 2 }, reader)).json()).toMatchObject({
      code: 'table_view_forbidden',
    })
    expect((await remove(id, reader)).statusCode).toBe(403)
    const changed = await save(id, { name: 'Theirs', is_shared: true, version: 2 }, developer)
    expect(changed.json()).toMatchObject({ name: 'Theirs', version: 3, is_own: false })
    expect((await remove(id, developer)).statusCode).toBe(200)
  })

  it('refuses a save from an older version and returns the stored view', async () => {
    const id = randomUUID()
    await save(id)
    await save(id, { name: 'second', version: 1 })
    for (const version of [0, 1, 3]) {
      const refused = await save(id, { version })
      expect(refused.statusCode).toBe(409)
      expect(refused.json()).toMatchObject({
        code: 'table_view_changed',
        details: { name: 'second', version: 2 },
      })
    }
    expect((await save(id, { table_id: 7, version: 2 })).json()).toMatchObject({
      code: 'table_view_not_found',
    })
  })

  it('cannot be created with the id of a private view, nor without end', async () => {
    const id = randomUUID()
    await save(id)
    expect((await save(id, {}, developer)).json()).toMatchObject({ code: 'table_view_not_found' })
    for (let count = 0; count < 100; count += 1) await save(randomUUID(), { table_id: 9 })
    expect((await save(randomUUID(), { table_id: 9 })).json()).toMatchObject({
      code: 'too_many_table_views',
    })
  })

  it('is refused for the operator credential, which has no account', async () => {
    expect((await save(randomUUID(), {}, 'operator')).json()).toMatchObject({
      code: 'account_needed',
    })
    expect(await list('operator')).toEqual({ views: [], default_id: null })
  })
})

describe('the default view', () => {
  it('is one for each person, and none once it is deleted or no longer shared', async () => {
    const id = randomUUID()
    await save(id, { is_shared: true })
    expect((await setDefault(id)).statusCode).toBe(200)
    await setDefault(id, reader)
    expect((await list(reader)).default_id).toBe(id)
    expect((await list(developer)).default_id).toBeNull()
    await save(id, { version: 1 })
    expect((await list(reader)).default_id).toBeNull()
    expect((await list()).default_id).toBe(id)
    await remove(id)
    expect((await list()).default_id).toBeNull()
  })

  it('can be replaced and cleared, and must be a visible view of the table', async () => {
    const [first, second] = [randomUUID(), randomUUID()]
    await save(first)
    await save(second)
    await setDefault(first)
    await setDefault(second)
    expect((await list()).default_id).toBe(second)
    for (const refused of [await setDefault(first, developer), await setDefault(first, owner, 7)])
      expect(refused.json()).toMatchObject({ code: 'table_view_not_found' })
    await setDefault(null)
    expect((await list()).default_id).toBeNull()
  })
})
