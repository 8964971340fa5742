import type { PoolerFacts } from '@stoa/contract/platform/connection-pooling'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  ref = await test.project(owner, await test.organization(owner))
})
afterAll(() => test.stop())

const send = (method: 'GET' | 'PATCH', url: string, body?: object) =>
  test.call({ method, url, as: owner, ...(body && { body }) })
const settings = () => `/platform/projects/${ref}/config/connection-pooling`
const managed = (name: string) => `/v1/projects/${ref}/config/database/${name}`

it('has an address and limits of its own, and a pool no larger than Postgres allows', async () => {
  const facts = (await send('GET', `/platform/projects/${ref}/pooler`)).json<PoolerFacts>()
  expect(facts).toMatchObject({
    version: '1.21.0',
    has_prepared_statements: true,
    max_pool_size: 30,
    max_clients: 200,
    database_user: `postgres.${ref}-pooler`,
  })
  expect(facts.connection_string).toContain(`postgres.${ref}-pooler:[YOUR-PASSWORD]@`)
  const changed = await send('PATCH', settings(), { pool_mode: 'session', default_pool_size: 20 })
  expect(changed.json()).toEqual({ pool_mode: 'session', default_pool_size: 20 })
  const refused = await send('PATCH', settings(), { default_pool_size: 31 })
  expect([refused.statusCode, refused.json<{ code: string }>().code]).toEqual([
    400,
    'invalid_request',
  ])
})

it('is read and changed with the Management API', async () => {
  const body = { pool_mode: 'transaction', default_pool_size: 25 }
  expect((await send('PATCH', managed('pooler'), body)).json()).toEqual(body)
  expect((await send('GET', managed('pgbouncer'))).json()).toMatchObject({
    ...body,
    max_client_conn: 200,
  })
  const reset = await send('PATCH', managed('pooler'), { default_pool_size: null })
  expect(reset.json()).toEqual({ pool_mode: 'transaction', default_pool_size: 15 })
})
