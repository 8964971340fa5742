import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { createTestProject, type TestProject } from '../../../test/project.ts'

let test: TestPlatform
let owner: TestPerson
let reader: TestPerson
let ref: string
let branchRef: string
let branch: TestProject
let parent: TestProject
let app: Awaited<ReturnType<TestPlatform['restart']>>['app']
let platform: Awaited<ReturnType<TestPlatform['restart']>>['platform']

beforeAll(async () => {
  ;[test, branch, parent] = await Promise.all([
    createTestPlatform(),
    createTestProject(),
    createTestProject(),
  ])
  owner = await test.person('owner')
  const slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  branchRef = await test.project(owner, slug)
  reader = await test.memberOf(slug, 'read_only')
  await control(sql`
    update platform.projects set parent_project_ref = ${ref} where ref = ${branchRef}`)
  const projects = new Map([
    [ref, { ...parent.project, ref }],
    [branchRef, { ...branch.project, ref: branchRef }],
  ])
  ;({ app, platform } = await test.restart({
    fleet: {
      ...test.fleet,
      acquire(each) {
        const project = projects.get(each)
        if (!project) throw new AppError('project_not_found', 'No such project', { status: 404 })
        return { project, faultOf: () => undefined, isOver: () => false, release: () => {} }
      },
    },
  }))
  await parent.run('create table public.orders (id int primary key); insert into orders values (1)')
  await branch.run('create table public.orders (id int primary key)')
  test.clock.at = new Date()
  test.fleet.become(branchRef, { status: 'ACTIVE_HEALTHY' })
  await control(sql`update platform.projects set inserted_at = ${test.clock.at}`)
})
afterAll(async () => {
  await Promise.all([test.stop(), branch.stop(), parent.stop()])
})

const control = (statement: ReturnType<typeof sql>) =>
  test.control.database.as('supabase_admin').run(statement)

const snapshots = () =>
  test.control.database
    .as('supabase_admin')
    .many(sql`select is_exact from platform.branch_snapshots`, z.object({ is_exact: z.boolean() }))

type Options = { readonly as?: TestPerson; readonly of?: string }

async function call(
  method: 'GET' | 'POST',
  path: string,
  body?: object,
  { as = owner, of = branchRef }: Options = {},
) {
  const response = await app.inject({
    method,
    url: `/platform/projects/${of}/branch-changes${path}`,
    headers: { authorization: `Bearer ${as.token}` },
    ...(body && { payload: body }),
  })
  return { status: response.statusCode, body: response.json<Record<string, never>>() }
}

const statementsOf = ({ body }: { readonly body: unknown }) =>
  z.object({ statements: z.array(z.unknown()) }).parse(body).statements

const review = (direction: 'to_parent' | 'to_branch') => call('POST', '/plan', { direction })
const merge = (direction: 'to_parent' | 'to_branch', plan: Record<string, unknown>) =>
  call('POST', '/merge', {
    direction,
    plan_id: plan['plan_id'],
    target_digest: plan['target_digest'],
  })

describe('the changes of a branch', () => {
  it('are none right after its creation, when its schema is kept', async () => {
    platform.projectChanged(branchRef)
    await expect.poll(snapshots, { timeout: 30_000 }).toEqual([{ is_exact: true }])
    expect(await call('GET', '?direction=to_parent')).toMatchObject({
      status: 200,
      body: {
        parent_ref: ref,
        base: { is_exact: true },
        differences: [],
        difference_count: 0,
        conflicts: [],
      },
    })
  })

  // SPEC: "Create, review and merge database branches."
  it('are listed with the properties that differ, and merged as a migration with its author', async () => {
    await branch.run(
      `alter table public.orders add note text; alter table public.orders alter id type bigint`,
    )
    expect(await call('GET', '?direction=to_parent')).toMatchObject({
      body: {
        difference_count: 2,
        differences: [
          {
            object: { kind: 'column', schema: 'public', parent: 'orders', name: 'id' },
            mark: 'changed',
            properties: [{ name: 'type', before: 'integer', after: 'bigint' }],
          },
          { object: { kind: 'column', name: 'note' }, mark: 'added', properties: [] },
        ],
      },
    })
    const plan = await review('to_parent')
    expect(plan).toMatchObject({ status: 200, body: { trial: 'passed', remaining: [] } })
    expect(statementsOf(plan)).toContainEqual(
      expect.objectContaining({
        sql: expect.stringMatching(/ALTER COLUMN "id" TYPE bigint/),
        lock: 'access_exclusive',
        rewrites: true,
        is_destructive: false,
        error: null,
      }),
    )
    expect(await merge('to_parent', plan.body)).toEqual({
      status: 200,
      body: { statements: statementsOf(plan).length, migrations: 1 },
    })
    expect(await migrations(parent)).toEqual([
      expect.objectContaining({
        name: `merge_${branchRef}`,
        created_by: owner.email,
        source: 'branch',
      }),
    ])
    expect(await lastAudit()).toMatchObject({ action: 'branch.merge', project_ref: ref })
  })

  it('are refused with a plan of an earlier schema', async () => {
    await branch.run('create table public.first (id int)')
    const plan = await review('to_parent')
    await branch.run('create table public.second (id int)')
    expect(await merge('to_parent', plan.body)).toMatchObject({
      status: 409,
      body: { code: 'plan_outdated' },
    })
  })

  it('are refused if the parent has changed since the plan', async () => {
    const next = await review('to_parent')
    await parent.run('create table public.own (id int)')
    expect(await merge('to_parent', next.body)).toMatchObject({
      status: 409,
      body: { code: 'target_moved' },
    })
  })

  it('are merged beside those of the parent', async () => {
    expect(await merge('to_parent', (await review('to_parent')).body)).toMatchObject({
      status: 200,
    })
  })

  it('can be updated with those of the parent', async () => {
    expect(await call('GET', '?direction=to_branch')).toMatchObject({
      body: {
        differences: [
          { object: { kind: 'column', parent: 'own', name: 'id' }, mark: 'added' },
          { object: { kind: 'table', name: 'own' }, mark: 'added' },
        ],
      },
    })
    expect(await merge('to_branch', (await review('to_branch')).body)).toMatchObject({
      status: 200,
    })
    expect(await call('GET', '?direction=to_branch')).toMatchObject({
      body: { difference_count: 0 },
    })
  })

  it('are not merged while both sides have changed an object differently', async () => {
    await branch.run('alter table public.orders alter note set default 1')
    await parent.run('alter table public.orders alter note set default 2')
    const plan = await review('to_parent')
    expect(plan.body).toMatchObject({
      conflict_count: 1,
      conflicts: [
        {
          object: { kind: 'column', name: 'note' },
          base: 'default: not set',
          branch: 'default: 1',
          parent: 'default: 2',
        },
      ],
    })
    expect(await merge('to_parent', plan.body)).toMatchObject({
      status: 409,
      body: { code: 'merge_conflicts' },
    })
  })

  it('are planned and merged only by members who can change the database', async () => {
    const body = { direction: 'to_parent' }
    expect(await call('GET', '?direction=to_parent', undefined, { as: reader })).toMatchObject({
      status: 200,
    })
    expect(await call('POST', '/plan', body, { as: reader })).toMatchObject({ status: 403 })
    const stranger = await test.person('stranger')
    expect(await call('POST', '/plan', body, { as: stranger })).toMatchObject({ status: 404 })
  })

  it('are compared and merged over the Management API', async () => {
    await branch.run(
      'alter table public.orders alter note drop default; create view public.latest as select 1 as n',
    )
    const headers = { authorization: `Bearer ${owner.token}` }
    const url = `/v1/branches/${branchRef}`
    const diff = await app.inject({
      method: 'GET',
      url: `${url}/diff?included_schemas=public`,
      headers,
    })
    expect(diff.headers['content-type']).toContain('text/plain')
    expect(diff.body).toMatch(/^CREATE VIEW "public"."latest" AS/m)
    const merged = await app.inject({ method: 'POST', url: `${url}/merge`, headers, payload: {} })
    expect({ status: merged.statusCode, body: merged.json() }).toEqual({
      status: 201,
      body: { workflow_run_id: expect.any(String), message: 'ok' },
    })
    expect((await migrations(parent)).at(-1)).toMatchObject({ name: `merge_${branchRef}` })
  })

  it('do not exist for a project without a parent', async () => {
    expect(await call('GET', '?direction=to_parent', undefined, { of: ref })).toMatchObject({
      status: 409,
      body: { code: 'not_a_branch' },
    })
  })
})

async function migrations({ database }: TestProject) {
  return database.as('postgres').many(
    sql`
      select name, created_by, details ->> 'source' as source
      from supabase_migrations.schema_migrations order by version`,
    z.object({ name: z.string(), created_by: z.string(), source: z.string() }),
  )
}

const lastAudit = () =>
  test.control.database
    .as('supabase_admin')
    .one(
      sql`select action, project_ref from platform.audit_log order by id desc limit 1`,
      z.object({ action: z.string(), project_ref: z.string() }),
    )
