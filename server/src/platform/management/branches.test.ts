import { ManagedBranch } from '@stoa/contract/platform/managed-branches'
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
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner, 'Acme')
  ref = await test.project(owner, slug, 'Shop')
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
})
afterAll(() => test.stop())

const call = (method: Call['method'], path: string, body?: unknown, as: Call['as'] = owner) =>
  test.call({ method, url: `/v1${path}`, as, body })
const create = async (body: object = {}) =>
  ManagedBranch.parse(
    (await call('POST', `/projects/${ref}/branches`, { branch_name: 'fix/login', ...body })).json(),
  )
const list = async () =>
  z.array(ManagedBranch).parse((await call('GET', `/projects/${ref}/branches`)).json())

describe('branches in the Management API', () => {
  it('are created without data unless it is asked for, and listed after the default branch', async () => {
    const branch = await create({ git_branch: 'fix/login', region: 'us-east-1' })
    expect(branch).toEqual({
      id: expect.any(String),
      name: 'fix/login',
      project_ref: expect.stringMatching(/^[a-z]{20}$/),
      parent_project_ref: ref,
      is_default: false,
      git_branch: 'fix/login',
      persistent: false,
      status: 'CREATING_PROJECT',
      created_at: '2026-03-01T12:00:00.000Z',
      updated_at: '2026-03-01T12:00:00.000Z',
      with_data: false,
      preview_project_status: 'COMING_UP',
    })
    expect(test.fleet.originOf(branch.project_ref)).toMatchObject({ content: 'schema' })
    expect(await list()).toMatchObject([
      { name: 'main', project_ref: ref, parent_project_ref: ref, is_default: true },
      { name: 'fix/login', is_default: false },
    ])
    const named = await call('GET', `/projects/${ref}/branches/fix%2Flogin`)
    expect(named.json()).toEqual(branch)
    const projects = z.array(z.object({ ref: z.string() }))
    expect(projects.parse((await call('GET', '/projects')).json())).toMatchObject([{ ref }])
  })

  it('are read, changed and deleted by ref and by id', async () => {
    const { id, project_ref } = await create({ with_data: true })
    for (const name of [id, project_ref]) {
      const read = await call('GET', `/branches/${name}`)
      expect(read.json()).toMatchObject({
        ref: project_ref,
        status: 'COMING_UP',
        release_channel: 'ga',
        db_user: `postgres.${project_ref}`,
        db_pass: expect.any(String),
        jwt_secret: expect.any(String),
      })
    }
    const changed = await call('PATCH', `/branches/${id}`, { branch_name: 'b', persistent: true })
    expect(changed.json()).toMatchObject({ name: 'b', persistent: true })
    const deleted = await call('DELETE', `/branches/${id}`)
    expect([deleted.statusCode, deleted.json()]).toEqual([200, { message: 'ok' }])
    expect(await list()).toHaveLength(1)
  })

  it('show their secrets only to members who can read secrets', async () => {
    const { id } = await create()
    const reader = await test.memberOf(slug, 'read_only')
    const read = await call('GET', `/branches/${id}`, undefined, reader)
    expect(Object.keys(read.json())).not.toContain('db_pass')
    expect(Object.keys(read.json())).not.toContain('jwt_secret')
  })

  it('are hidden from strangers, whichever way they are named', async () => {
    const { id, project_ref } = await create()
    const stranger = await test.person('stranger')
    for (const name of [id, project_ref, '00000000-0000-4000-8000-000000000000', 'nothing'])
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', {}],
        ['DELETE', ''],
        ['POST', '/restore'],
      ] as const) {
        const answer = await call(method, `/branches/${name}${path}`, body, stranger)
        expect([answer.statusCode, answer.json()]).toMatchObject([
          404,
          { code: 'branch_not_found' },
        ])
      }
    expect(await list()).toHaveLength(2)
  })

  it('can be kept while their deletion is scheduled', async () => {
    const kept = await create()
    const lost = await create({ branch_name: 'lost' })
    for (const { id } of [kept, lost]) await call('DELETE', `/branches/${id}?force=false`)
    expect(await list()).toMatchObject([
      {},
      { deletion_scheduled_at: '2026-03-01T13:00:00.000Z' },
      { deletion_scheduled_at: '2026-03-01T13:00:00.000Z' },
    ])
    const restored = await call('POST', `/branches/${kept.id}/restore`)
    expect(restored.json()).toEqual({ message: 'Branch restoration initiated' })
    test.clock.at = new Date('2026-03-01T13:00:00Z')
    const { platform } = await test.restart()
    await platform.start()
    expect((await list()).map(({ name }) => name)).toEqual(['main', 'fix/login'])
  })

  it('are all deleted at once, unless one is protected', async () => {
    const { project_ref } = await create()
    await create({ branch_name: 'second' })
    const url = `/platform/branches/${project_ref}`
    await test.call({ method: 'PATCH', url, as: owner, body: { is_protected: true } })
    const refused = await call('DELETE', `/projects/${ref}/branches`)
    expect(refused.json()).toMatchObject({ code: 'branch_protected' })
    expect(await list()).toHaveLength(3)
    await test.call({ method: 'PATCH', url, as: owner, body: { is_protected: false } })
    expect((await call('DELETE', `/projects/${ref}/branches`)).statusCode).toBe(200)
    expect(await list()).toHaveLength(1)
  })

  it.each([
    ['another default branch', { is_default: true }],
    ['secrets', { secrets: { A: 'b' } }],
    ['a URL to notify', { notify_url: 'https://example.com' }],
  ])('refuse %s instead of ignoring it', async (_what, body) => {
    const answer = await call('POST', `/projects/${ref}/branches`, { branch_name: 'b', ...body })
    expect([answer.statusCode, answer.json()]).toMatchObject([400, { code: 'invalid_request' }])
  })
})
