import { MAX_FOLDER_DEPTH, type SnippetFolder } from '@stoa/contract/platform/content-folders'
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

const create = (as: TestPerson, folder: Partial<SnippetFolder>) =>
  calls.send('POST', '/folders', { as, body: { visibility: 'private', ...folder } })
const idOf = async (as: TestPerson, folder: Partial<SnippetFolder>) =>
  (await create(as, folder)).json<SnippetFolder>().id
const change = (as: TestPerson, id: string, body: object) =>
  calls.send('PATCH', `/folders/${id}`, { as, body })
const names = async (as: TestPerson) =>
  (await calls.send('GET', '/folders', { as })).json<SnippetFolder[]>().map(({ name }) => name)

describe('folders', () => {
  it('are private to a person, or shared by those who can share', async () => {
    expect((await create(owner, { name: 'Mine' })).statusCode).toBe(201)
    expect((await create(owner, { name: 'Reports', visibility: 'shared' })).statusCode).toBe(201)
    expect(await names(owner)).toEqual(['Mine', 'Reports'])
    expect(await names(reader)).toEqual(['Reports'])
    expect((await create(reader, { name: 'Others', visibility: 'shared' })).json()).toMatchObject({
      code: 'snippet_read_only',
    })
    expect((await create(reader, { name: 'Own' })).statusCode).toBe(201)
  })

  it('have different names within a folder, also when created at once', async () => {
    const answers = await Promise.all([1, 2].map(() => create(developer, { name: 'Twice' })))
    expect(statusesOf(answers)).toEqual([201, 409])
    const id = await idOf(developer, { name: 'Other' })
    expect((await change(developer, id, { name: 'Twice' })).json()).toMatchObject({
      code: 'folder_exists',
    })
    expect((await change(developer, id, { name: 'Other' })).statusCode).toBe(200)
  })

  it('cannot be moved into themselves, into another tree, or too deep', async () => {
    const ids: string[] = []
    for (let level = 1; level <= MAX_FOLDER_DEPTH; level += 1)
      ids.push(await idOf(owner, { name: `Level ${level}`, parent_id: ids.at(-1) ?? null }))
    const [first = '', second = ''] = ids
    const deep = await create(owner, { name: 'Too deep', parent_id: ids.at(-1) ?? null })
    expect(deep.json()).toMatchObject({ code: 'folder_too_deep' })
    expect((await change(owner, first, { parent_id: second })).statusCode).toBe(400)
    expect((await change(owner, first, { parent_id: first })).json()).toMatchObject({
      code: 'folder_in_itself',
    })
    const shared = await idOf(owner, { name: 'Shared', visibility: 'shared' })
    expect((await change(owner, second, { parent_id: shared })).json()).toMatchObject({
      code: 'folder_not_found',
    })
    expect((await change(owner, second, { parent_id: null })).json()).toMatchObject({
      parent_id: null,
    })
  })

  it('make no circle when two are moved into each other at once', async () => {
    const [one, two] = [await idOf(owner, { name: 'One' }), await idOf(owner, { name: 'Two' })]
    const answers = await Promise.all([
      change(owner, one, { parent_id: two }),
      change(owner, two, { parent_id: one }),
    ])
    expect(statusesOf(answers)).toEqual([200, 400])
  })

  it('of others do not exist', async () => {
    const id = await idOf(owner, { name: 'Hidden' })
    expect((await change(developer, id, { name: 'Seen' })).statusCode).toBe(404)
    expect((await calls.send('DELETE', `/folders/${id}`, { as: developer })).statusCode).toBe(404)
    const { id: query } = await calls.save(developer)
    const body = { ids: [query], visibility: 'private', folder_id: id }
    expect((await calls.send('POST', '/move', { as: developer, body })).json()).toMatchObject({
      code: 'folder_not_found',
    })
  })

  it('take their queries along, and give them back when these are restored', async () => {
    const outer = await idOf(owner, { name: 'Outer' })
    const inner = await idOf(owner, { name: 'Inner', parent_id: outer })
    const { id } = await calls.save(owner)
    const body = { ids: [id], visibility: 'private', folder_id: inner }
    await calls.send('POST', '/move', { as: owner, body })
    expect(await calls.read(owner, id)).toMatchObject({ folder_id: inner, version: 1 })
    const deleted = await calls.send('DELETE', `/folders/${outer}`, { as: owner })
    expect(deleted.json()).toEqual({ deleted_queries: 1 })
    expect(await names(owner)).not.toContain('Inner')
    expect(await calls.ids(owner)).not.toContain(id)
    await calls.send('POST', `/${id}/restore`, { as: owner })
    expect(await calls.read(owner, id)).toMatchObject({ folder_id: null })
  })
})
