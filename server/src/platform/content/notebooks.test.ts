import type { DeletedSnippet, SnippetSummary } from '@stoa/contract/platform/content'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentCalls } from '../../../test/content.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let calls: ReturnType<typeof createContentCalls>
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  calls = createContentCalls(test, await test.project(owner, slug))
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())

const notebook = { type: 'notebook', name: 'Sales', sql: '-- %% sql\nselect 1' } as const
const list = async (as: TestPerson) =>
  (await calls.send('GET', '', { as }))
    .json<SnippetSummary[]>()
    .map(({ id, type }) => ({ id, type }))

describe('a notebook', () => {
  it('is listed with its type, and so is a query', async () => {
    const made = await calls.save(owner, notebook)
    const query = await calls.save(owner)
    expect(await list(owner)).toEqual(
      expect.arrayContaining([
        { id: made.id, type: 'notebook' },
        { id: query.id, type: 'sql' },
      ]),
    )
  })

  it('stays a notebook when it is saved without a type or as a query', async () => {
    const { id } = await calls.save(owner, notebook)
    await calls.save(owner, { id, version: 1, sql: '-- %% sql\nselect 2' })
    await calls.save(owner, { id, version: 2, type: 'sql', sql: '-- %% sql\nselect 3' })
    expect(await calls.read(owner, id)).toMatchObject({ type: 'notebook', version: 3 })
  })

  it('stays a notebook over deletion and restoring', async () => {
    const { id } = await calls.save(owner, notebook)
    await calls.send('DELETE', `/${id}`, { as: owner })
    const deleted = await calls.send('GET', '/deleted', { as: owner })
    expect(deleted.json<DeletedSnippet[]>().find((each) => each.id === id)?.type).toBe('notebook')
    const restored = await calls.send('POST', `/${id}/restore`, { as: owner })
    expect(restored.json()).toMatchObject({ type: 'notebook', sql: notebook.sql })
  })

  it('gives its id up to a query after its deletion', async () => {
    const { id } = await calls.save(owner, notebook)
    await calls.send('DELETE', `/${id}`, { as: owner })
    expect((await calls.save(owner, { id })).answer.json()).toMatchObject({ type: 'sql' })
  })

  it('is read but not changed by members who can only read', async () => {
    const { id } = await calls.save(owner, notebook)
    await calls.share(owner, [id])
    expect(await list(reader)).toContainEqual({ id, type: 'notebook' })
    expect(await calls.read(reader, id)).toMatchObject({ type: 'notebook', can_edit: false })
    const { answer } = await calls.save(reader, { id, version: 1, sql: 'select 2' })
    expect(answer.json()).toMatchObject({ code: 'snippet_read_only' })
  })

  it('has no type of another kind', async () => {
    const answer = await calls.send('PUT', '/6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de', {
      as: owner,
      body: { type: 'folder', name: 'Sales', sql: '', version: 0 },
    })
    expect(answer.statusCode).toBe(400)
  })
})
