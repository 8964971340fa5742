import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())

type Caller = TestPerson | 'operator'

async function call(method: 'GET' | 'PUT' | 'DELETE', as: Caller, options: object = {}) {
  const {
    path = '',
    schema = 'public',
    body,
  } = options as {
    path?: string
    schema?: string
    body?: object
  }
  const url = `/platform/projects/${ref}/schema-layouts${path}?schema=${encodeURIComponent(schema)}`
  const response = await test.call({ method, url, as, ...(body && { body }) })
  return { status: response.statusCode, body: response.json<Record<string, unknown>>() }
}

const at = (x: number, table = 'todos') => ({
  positions: [{ schema: 'public', table, x, y: -20 }],
})

describe('the layout of a schema', () => {
  it('is kept for each person and each schema', async () => {
    const schema = 'own "schema"'
    expect((await call('GET', owner, { schema })).body).toEqual({ own: null, shared: null })
    await call('PUT', owner, { schema, body: at(1) })
    await call('PUT', owner, { schema, body: at(2) })
    await call('PUT', reader, { schema, body: at(3) })
    expect((await call('GET', owner, { schema })).body).toMatchObject({ own: at(2).positions })
    expect((await call('GET', reader, { schema })).body).toMatchObject({ own: at(3).positions })
    expect((await call('GET', owner)).body).toMatchObject({ own: null })
  })

  it('is shared with everybody who has none of their own', async () => {
    await call('PUT', owner, { body: at(1) })
    const shared = await call('PUT', owner, { path: '/shared', body: at(5) })
    expect(shared.body).toEqual({
      own: null,
      shared: { positions: at(5).positions, saved_at: '2026-03-01T12:00:00.000Z' },
    })
    await call('PUT', reader, { body: at(6) })
    expect((await call('GET', reader)).body).toMatchObject({
      own: at(6).positions,
      shared: { positions: at(5).positions },
    })
    expect((await call('DELETE', reader)).body).toMatchObject({ own: null })
  })

  it('is shared only by members who can write to the database', async () => {
    expect(await call('PUT', reader, { path: '/shared', body: at(1) })).toMatchObject({
      status: 403,
    })
  })

  it('needs an account to be kept', async () => {
    expect((await call('GET', 'operator')).body).toMatchObject({ own: null })
    expect(await call('PUT', 'operator', { body: at(1) })).toMatchObject({
      status: 403,
      body: { code: 'account_needed' },
    })
  })

  it.each([
    ['too many tables', { positions: Array.from({ length: 2501 }, () => at(1).positions[0]) }],
    ['a place that is no number', { positions: [{ ...at(1).positions[0], x: 'left' }] }],
    ['a place far away', at(1_000_001)],
    ['no positions', {}],
  ])('is refused with %s', async (_case, body) => {
    expect(await call('PUT', owner, { body })).toMatchObject({
      status: 400,
      body: { code: 'invalid_request' },
    })
  })
})
