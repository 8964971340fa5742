import { postgresSettings } from '@stoa/contract/platform/postgres-settings'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let stranger: TestPerson
let ref: string

beforeAll(async () => {
  test = await createTestPlatform()
  owner = await test.person('owner')
  stranger = await test.person('stranger')
  const slug = await test.organization(owner, 'Acme')
  ref = await test.project(owner, slug, 'Shop')
  reader = await test.memberOf(slug, 'read_only')
})
afterAll(() => test.stop())
beforeEach(async () => {
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY', compute: 'running' })
  await test.fleet.changePostgresSettings(ref, postgresSettings.defaults)
})

const MANAGED = () => `/v1/projects/${ref}/config/database/postgres`
const CONFIG = () => `/platform/projects/${ref}/config/postgres`

async function call(method: Call['method'], url: string, body?: object, as = owner) {
  const answer = await test.call({ method, url, as, body })
  return { status: answer.statusCode, body: z.unknown().parse(answer.json()) }
}
const statusOf = async () => (await test.fleet.get(ref))?.status

describe('who can change the settings of Postgres', () => {
  it('is decided by the permissions of the project', async () => {
    for (const [method, url] of [
      ['PUT', MANAGED()],
      ['PATCH', CONFIG()],
    ] as const) {
      expect((await call(method, url, { work_mem: '8MB' }, reader)).status).toBe(403)
      expect((await call(method, url, { work_mem: '8MB' }, stranger)).status).toBe(404)
    }
    expect(await call('GET', MANAGED(), undefined, reader)).toEqual({ status: 200, body: {} })
    expect((await call('GET', MANAGED(), undefined, stranger)).status).toBe(404)
  })
})

describe('the Management API', () => {
  it('replaces all settings, and lists only those that are set', async () => {
    const first = await call('PUT', MANAGED(), { work_mem: '8MB', statement_timeout: '1min' })
    expect(first).toEqual({ status: 200, body: { work_mem: '8MB', statement_timeout: '1min' } })
    expect(await statusOf()).toBe('ACTIVE_HEALTHY')
    await call('PUT', MANAGED(), { work_mem: '16MB' })
    expect((await call('GET', MANAGED())).body).toEqual({ work_mem: '16MB' })
  })

  it('restarts a running database for a setting that needs it, unless told not to', async () => {
    await call('PUT', MANAGED(), { max_connections: 80, restart_database: false })
    expect(await statusOf()).toBe('ACTIVE_HEALTHY')
    await call('PUT', MANAGED(), { max_connections: 80, work_mem: '8MB' })
    expect(await statusOf()).toBe('ACTIVE_HEALTHY')
    await call('PUT', MANAGED(), { max_connections: 90 })
    expect(await statusOf()).toBe('RESTARTING')
    test.fleet.become(ref, { status: 'ACTIVE_HEALTHY', compute: 'sleeping' })
    await call('PUT', MANAGED(), { max_connections: 100 })
    expect(await statusOf()).toBe('ACTIVE_HEALTHY')
  })

  it.each([
    [{ work_mem: '1TB' }, /^work_mem must be from 64kB to 409MB\.$/],
    [{ max_connections: 5 }, /^max_connections must be from 60 to 500\.$/],
    [{ work_mem: "8MB'\nshared_preload_libraries = 'x" }, /work_mem/],
    [{ work_mem: '8388608' }, /work_mem/],
    [{ shared_preload_libraries: 'x' }, /shared_preload_libraries/],
  ])('refuses %j and keeps the settings', async (body, message) => {
    expect(await call('PUT', MANAGED(), body)).toMatchObject({
      status: 400,
      body: {
        code: 'invalid_request',
        message: expect.stringMatching(message),
      },
    })
    expect((await call('GET', MANAGED())).body).toEqual({})
  })
})

it('lists every setting with its range, its default and its value', async () => {
  await call('PATCH', CONFIG(), { work_mem: '8MB' })
  const { body } = await call('GET', `/platform/projects/${ref}/postgres-settings`)
  expect(body).toMatchObject({
    failure: null,
    parameters: expect.arrayContaining([
      expect.objectContaining({
        name: 'work_mem',
        value: '8MB',
        default_value: '4MB',
        min: '64kB',
        max: '409MB',
        needs_restart: false,
        is_pending: false,
      }),
    ]),
  })
  expect((await call('PATCH', CONFIG(), { work_mem: null })).body).toMatchObject({ work_mem: null })
})
