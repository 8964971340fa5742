import { randomUUID } from 'node:crypto'
import type { Snippet, SnippetSummary } from '@stoa/contract/platform/content'
import type { CustomReport } from '@stoa/contract/platform/custom-reports'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createContentCalls } from '../../../test/content.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let ref: string
let owner: TestPerson
let reader: TestPerson
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

const load: CustomReport = {
  range: '24h',
  refresh_seconds: 0,
  blocks: [
    {
      id: 'a',
      kind: 'metric',
      title: '',
      metric: 'cpu_percent',
      view: 'line',
      width: 3,
      height: 2,
    },
    {
      id: 'b',
      kind: 'query',
      title: 'Orders',
      snippet_id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0de',
      view: 'table',
      chart: null,
      width: 3,
      height: 2,
    },
  ],
}
const report = (change: object = {}) => ({
  type: 'report' as const,
  name: 'Load',
  sql: JSON.stringify({ ...load, ...change }),
})
const logQuery = { type: 'log_sql', name: 'Slow', sql: 'select 1 from edge_logs' } as const

describe('a report', () => {
  it('is private until it is shared, and then read but not changed by readers', async () => {
    const { id } = await calls.save(owner, report())
    expect(await calls.ids(reader)).not.toContain(id)
    await calls.share(owner, [id])
    expect(await calls.read(reader, id)).toMatchObject({ type: 'report', can_edit: false })
    const { answer } = await calls.save(reader, { ...report({ range: '7d' }), id, version: 1 })
    expect(answer.json()).toMatchObject({ code: 'snippet_read_only' })
  })

  it('keeps versions, and refuses a save over one that it has not seen', async () => {
    const { id } = await calls.save(owner, report())
    await calls.save(owner, { ...report({ range: '7d' }), id, version: 1, keeps_previous: true })
    const { answer } = await calls.save(owner, { ...report({ range: '3d' }), id, version: 1 })
    expect(answer.json()).toMatchObject({
      code: 'snippet_changed',
      details: { type: 'report', version: 2 },
    })
    const versions = await calls.send('GET', `/${id}/versions`, { as: owner })
    expect(versions.json<unknown[]>()).toHaveLength(2)
  })

  it.each([
    ['no JSON', 'select 1'],
    ['a list', '[]'],
    ['an unknown metric', report({ blocks: [{ ...load.blocks[0], metric: 'rain' }] }).sql],
    ['a block wider than the grid', report({ blocks: [{ ...load.blocks[0], width: 7 }] }).sql],
    ['two blocks with one id', report({ blocks: [load.blocks[0], load.blocks[0]] }).sql],
    ['more blocks than the limit', report({ blocks: Array(41).fill(load.blocks[0]) }).sql],
    ['a field of another program', report({ script: 'alert(1)' }).sql],
    ['a text of a megabyte', JSON.stringify({ range: 'x'.repeat(1_000_000) })],
  ])('is refused with %s, when it is new and when it is saved again', async (_name, sql) => {
    const { answer } = await calls.save(owner, { ...report(), sql })
    expect(answer.json()).toMatchObject({ code: 'report_invalid' })
    const { id } = await calls.save(owner, report())
    const again = await calls.save(owner, { id, name: 'Load', sql, version: 1 })
    expect(again.answer.json()).toMatchObject({ code: 'report_invalid' })
    expect(await calls.read(owner, id)).toMatchObject({ version: 1 })
  })
})

describe('a saved log query', () => {
  it('is renamed, marked as a favorite, shared and deleted', async () => {
    const { id } = await calls.save(owner, logQuery)
    await calls.save(owner, { ...logQuery, id, name: 'Slowest', version: 1 })
    await calls.send('PUT', `/${id}/favorite`, { as: owner, body: { is_favorite: true } })
    await calls.share(owner, [id])
    const listed = (await calls.send('GET', '', { as: owner })).json<SnippetSummary[]>()
    expect(listed.find((each) => each.id === id)).toMatchObject({
      type: 'log_sql',
      name: 'Slowest',
      is_favorite: true,
      visibility: 'shared',
    })
    expect(await calls.read(reader, id)).toMatchObject({ type: 'log_sql', can_edit: false })
    await calls.send('DELETE', `/${id}`, { as: owner })
    expect(await calls.ids(owner)).not.toContain(id)
  })
})

it('finds queries by their text, and no reports or log queries', async () => {
  const word = randomUUID()
  const made = await Promise.all([
    calls.save(owner, { name: 'Query', sql: `select '${word}'` }),
    calls.save(owner, { ...report(), name: word }),
    calls.save(owner, { ...logQuery, name: word }),
  ])
  const search = await calls.send('GET', `/search?text=${word}`, { as: owner })
  expect(search.json()).toMatchObject({ matches: [{ id: made[0].id }] })
})

it('lists only SQL in the Management API', async () => {
  const [query, ...others] = [
    await calls.save(owner),
    await calls.save(owner, report()),
    await calls.save(owner, logQuery),
  ]
  const listed = await test.call({
    method: 'GET',
    url: `/v1/snippets?project_ref=${ref}`,
    as: owner,
  })
  const ids = listed.json<{ data: Snippet[] }>().data.map(({ id }) => id)
  expect(ids).toContain(query.id)
  for (const { id } of others) {
    expect(ids).not.toContain(id)
    const one = await test.call({ method: 'GET', url: `/v1/snippets/${id}`, as: owner })
    expect(one.statusCode).toBe(404)
  }
})
