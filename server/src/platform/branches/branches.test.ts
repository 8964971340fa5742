import { MAX_BRANCHES, type Branch } from '@stoa/contract/platform/branches'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createTestPlatform,
  statusesOf,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let owner: TestPerson
let developer: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  healthy(ref)
  developer = await test.memberOf(slug, 'developer')
})
afterAll(() => test.stop())

const healthy = (of: string) => test.fleet.become(of, { status: 'ACTIVE_HEALTHY' })
const create = (change: object = {}, { as = developer, of = ref }: Partial<Source> = {}) =>
  test.call({
    method: 'POST',
    url: `/platform/projects/${of}/branches`,
    as,
    body: { name: 'login-page', content: 'data', ...change },
  })
type Source = { readonly as: TestPerson; readonly of: string }
const created = async (change: object = {}, source: Partial<Source> = {}) => {
  const answer = await create(change, source)
  expect(answer.statusCode).toBe(201)
  const branch = answer.json<Branch>()
  healthy(branch.project_ref)
  return branch
}
const list = async (as: Call['as'] = owner, of = ref) =>
  (await test.call({ method: 'GET', url: `/platform/projects/${of}/branches`, as })).json<
    Branch[]
  >()
const names = async () => (await list()).map(({ name }) => name)
const change = (of: string, body: object, as: Call['as'] = owner) =>
  test.call({ method: 'PATCH', url: `/platform/branches/${of}`, as, body })
const remove = (of: string, as: Call['as'] = owner, query = '') =>
  test.call({ method: 'DELETE', url: `/platform/branches/${of}${query}`, as })
const codeOf = (answer: Awaited<ReturnType<typeof create>>) => [
  answer.statusCode,
  answer.json<{ code?: string }>().code,
]
const audited = (of: string) =>
  test.control.database
    .as('supabase_admin')
    .many(
      sql`select action, actor_kind from platform.audit_log where project_ref = ${of} order by id`,
      z.object({ action: z.string(), actor_kind: z.string() }),
    )
/** The chores run when a platform starts. */
const runChores = async () => {
  const { platform } = await test.restart()
  await platform.start()
}

describe('creating a branch', () => {
  it('creates a project with its own ref that copies its parent', async () => {
    const expires_at = '2026-03-08T12:00:00.000Z'
    const branch = await created({ content: 'schema', git_branch: 'feature/login', expires_at })
    expect(branch).toMatchObject({
      name: 'login-page',
      parent_project_ref: ref,
      is_default: false,
      is_persistent: false,
      is_protected: false,
      content: 'schema',
      git_branch: 'feature/login',
      status: 'COMING_UP',
      created_by: developer.email,
      expires_at,
    })
    expect(test.fleet.originOf(branch.project_ref)).toEqual({
      kind: 'copy',
      ref,
      content: 'schema',
    })
    const project = await test.call({
      method: 'GET',
      url: `/platform/projects/${branch.project_ref}`,
      as: developer,
    })
    expect(project.json()).toMatchObject({ name: 'login-page', parent_project_ref: ref })
    expect(await audited(branch.project_ref)).toEqual([
      { action: 'branch.create', actor_kind: 'person' },
    ])
  })

  it('lists the project first, then persistent branches, then previews, from each of them', async () => {
    const preview = await created({ name: 'a-preview' })
    await created({ name: 'staging', is_persistent: true }, { as: owner })
    const nested = await created({ name: 'nested' }, { of: preview.project_ref })
    expect(await names()).toEqual(['main', 'staging', 'a-preview', 'nested'])
    expect(nested.parent_project_ref).toBe(preview.project_ref)
    expect(await list(developer, nested.project_ref)).toEqual(await list(developer))
  })

  it.each([
    ['the name of another branch', { name: 'taken' }, [409, 'branch_name_taken']],
    ['the name of the project itself', { name: 'main' }, [409, 'branch_name_taken']],
    ['a name that Git refuses', { name: 'a..b' }, [400, 'invalid_request']],
    ['a name of 101 characters', { name: 'a'.repeat(101) }, [400, 'invalid_request']],
    [
      'an expiry in the past',
      { expires_at: '2026-03-01T11:00:00Z' },
      [400, 'invalid_branch_expiry'],
    ],
    ['an expiry in years', { expires_at: '2029-03-01T11:00:00Z' }, [400, 'invalid_branch_expiry']],
    [
      'a persistent branch with an expiry',
      { is_persistent: true, expires_at: '2026-03-02T11:00:00Z' },
      [400, 'invalid_request'],
    ],
    ['a persistent branch of a developer', { is_persistent: true }, [403, 'forbidden']],
  ])('refuses %s', async (_what, body, refusal) => {
    await created({ name: 'taken' })
    expect(codeOf(await create(body))).toEqual(refusal)
    expect(await names()).toEqual(['main', 'taken'])
  })

  it('refuses a source without data', async () => {
    test.fleet.become(ref, { status: 'COMING_UP' })
    expect(codeOf(await create())).toEqual([409, 'branch_source_not_ready'])
  })

  it('refuses more than the maximum, also for requests at once', async () => {
    for (let count = 1; count < MAX_BRANCHES; count += 1) await created({ name: `b${count}` })
    const answers = await Promise.all([create({ name: 'x' }), create({ name: 'y' })])
    expect(statusesOf(answers)).toEqual([201, 409])
    expect(codeOf(await create({ name: 'z' }))).toEqual([409, 'too_many_branches'])
  })

  it('leaves nothing behind when it fails halfway', async () => {
    test.fleet.failNext(new Error('the server ended'))
    expect((await create()).statusCode).toBe(500)
    expect(await names()).toEqual(['main'])
  })

  it('needs the Pro plan where plan limits are enforced', async () => {
    const { app } = await test.restart({ planLimits: true })
    const answer = await app.inject({
      method: 'POST',
      url: `/platform/projects/${ref}/branches`,
      headers: { authorization: `Bearer ${owner.token}` },
      payload: { name: 'a', content: 'data' },
    })
    expect(codeOf(answer)).toEqual([402, 'plan_too_small'])
  })

  it('lets members with read-only access list branches only, and hides them from strangers', async () => {
    const reader = await test.memberOf(slug, 'read_only')
    const stranger = await test.person('stranger')
    const { project_ref } = await created()
    expect((await list(reader)).map(({ name }) => name)).toEqual(['main', 'login-page'])
    expect(codeOf(await create({ name: 'b' }, { as: reader }))).toEqual([403, 'forbidden'])
    expect(codeOf(await change(project_ref, { name: 'b' }, stranger))[0]).toBe(404)
    expect(codeOf(await remove(project_ref, reader))).toEqual([403, 'forbidden'])
  })
})

describe('changing a branch', () => {
  it('renames the branch and its project', async () => {
    const { project_ref } = await created()
    const renamed = await change(project_ref, { name: 'sign-in', git_branch: 'x' }, developer)
    expect(renamed.json()).toMatchObject({ name: 'sign-in', git_branch: 'x' })
    const project = await test.call({
      method: 'GET',
      url: `/platform/projects/${project_ref}`,
      as: owner,
    })
    expect(project.json()).toMatchObject({ name: 'sign-in' })
    expect(codeOf(await change(project_ref, { name: 'main' }))).toEqual([409, 'branch_name_taken'])
    const url = `/platform/projects/${project_ref}`
    const asProject = await test.call({ method: 'PATCH', url, as: owner, body: { name: 'My fix' } })
    expect(codeOf(asProject)).toEqual([409, 'branch_name_fixed'])
    expect((await audited(project_ref)).at(-1)).toMatchObject({ action: 'branch.update' })
  })

  it('ends the expiry of a branch that becomes persistent', async () => {
    const { project_ref } = await created({ expires_at: '2026-03-02T12:00:00Z' })
    const persistent = await change(project_ref, { is_persistent: true })
    expect(persistent.json()).toMatchObject({ is_persistent: true, expires_at: null })
  })

  it('lets only managers change persistent and protected branches', async () => {
    const { project_ref } = await created()
    const refused = [403, 'forbidden']
    expect(codeOf(await change(project_ref, { is_protected: true }, developer))).toEqual(refused)
    expect(codeOf(await change(project_ref, { is_persistent: true }, developer))).toEqual(refused)
    expect((await change(project_ref, { is_protected: true })).statusCode).toBe(200)
    expect(codeOf(await change(project_ref, { name: 'b' }, developer))).toEqual(refused)
  })

  it('refuses to change or delete the project itself as a branch', async () => {
    expect(codeOf(await change(ref, { name: 'b' }))).toEqual([409, 'default_branch_fixed'])
    expect(codeOf(await remove(ref))).toEqual([409, 'default_branch_fixed'])
  })
})

describe('deleting a branch', () => {
  it('frees its name', async () => {
    const { project_ref } = await created()
    expect((await remove(project_ref, developer)).statusCode).toBe(202)
    expect(await names()).toEqual(['main'])
    expect((await audited(project_ref)).at(-1)).toMatchObject({ action: 'branch.delete' })
    await created()
  })

  it('lets only managers delete a persistent one', async () => {
    const { project_ref } = await created({ is_persistent: true }, { as: owner })
    expect(codeOf(await remove(project_ref, developer))).toEqual([403, 'forbidden'])
    expect((await remove(project_ref)).statusCode).toBe(202)
  })

  it('names the branches below it first, and deletes them with it', async () => {
    const parent = await created()
    await created({ name: 'child' }, { of: parent.project_ref })
    const refused = await remove(parent.project_ref)
    expect(refused.json()).toMatchObject({
      code: 'project_has_branches',
      details: { branches: ['child'] },
    })
    expect(await names()).toEqual(['main', 'login-page', 'child'])
    const deleted = await remove(parent.project_ref, owner, '?include_branches=true')
    expect(deleted.statusCode).toBe(202)
    expect(await names()).toEqual(['main'])
  })

  it('refuses a protected one, also with its parent or its project', async () => {
    const parent = await created()
    const child = await created({ name: 'child' }, { of: parent.project_ref })
    await change(child.project_ref, { is_protected: true })
    const refused = [409, 'branch_protected']
    expect(codeOf(await remove(child.project_ref))).toEqual(refused)
    expect(codeOf(await remove(parent.project_ref, owner, '?include_branches=true'))).toEqual(
      refused,
    )
    for (const target of [child.project_ref, ref]) {
      const url = `/platform/projects/${target}?include_branches=true`
      expect(codeOf(await test.call({ method: 'DELETE', url, as: owner }))).toEqual(refused)
    }
    expect(await names()).toEqual(['main', 'login-page', 'child'])
  })

  it('happens with its project, after naming the branches', async () => {
    const { project_ref } = await created()
    const url = `/platform/projects/${ref}`
    expect(codeOf(await test.call({ method: 'DELETE', url, as: owner }))).toEqual([
      409,
      'project_has_branches',
    ])
    const all = await test.call({
      method: 'DELETE',
      url: `${url}?include_branches=true`,
      as: owner,
    })
    expect(all.statusCode).toBe(202)
    expect((await test.fleet.get(project_ref))?.status).toBe('GOING_DOWN')
  })

  it('is completed by a chore if the server ended after the project was deleted', async () => {
    const { project_ref } = await created()
    await test.control.database
      .as('supabase_admin')
      .run(sql`update platform.projects set deleted_at = now() where ref = ${ref}`)
    await runChores()
    expect((await test.fleet.get(project_ref))?.status).toBe('GOING_DOWN')
    expect((await audited(project_ref)).at(-1)).toEqual({
      action: 'branch.delete',
      actor_kind: 'system',
    })
  })
})

describe('the expiry of a branch', () => {
  const expires_at = '2026-03-02T12:00:00Z'

  it('deletes it once the time is over', async () => {
    await created({ expires_at })
    await runChores()
    expect(await names()).toEqual(['main', 'login-page'])
    test.clock.at = new Date(expires_at)
    await runChores()
    expect(await names()).toEqual(['main'])
  })

  it('waits while the branch is protected or has branches', async () => {
    const kept = await created({ name: 'protected', expires_at })
    const parent = await created({ name: 'parent', expires_at })
    const child = await created({ name: 'child' }, { of: parent.project_ref })
    await change(kept.project_ref, { is_protected: true })
    test.clock.at = new Date(expires_at)
    await runChores()
    expect(await names()).toEqual(['main', 'protected', 'parent', 'child'])
    await remove(child.project_ref)
    await change(kept.project_ref, { is_protected: false })
    await runChores()
    expect(await names()).toEqual(['main'])
  })
})
