import { ProjectStatus } from '@stoa/contract/platform/projects'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { systemClock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
import { createMailbox } from '../index.ts'
import {
  createTestPlatform,
  STRONG_PASSWORD,
  type Call,
  type TestPerson,
  type TestPlatform,
  statusesOf,
} from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
beforeAll(async () => {
  test = await createTestPlatform()
})
beforeEach(async () => {
  owner = await test.person('owner')
  slug = await test.organization(owner)
})
afterAll(() => test.stop())

const url = '/platform/projects'
const create = (as: Call['as'], change: object = {}) =>
  test.call({
    method: 'POST',
    url,
    as,
    body: { organization_slug: slug, name: 'Shop', db_pass: STRONG_PASSWORD, ...change },
  })
const get = (ref: string, path = '', as: Call['as'] = owner) =>
  test.call({ method: 'GET', url: `${url}/${ref}${path}`, as })
const list = async (as: Call['as'] = owner) =>
  (await test.call({ method: 'GET', url, as })).json<{ ref: string; name: string }[]>()
const session = () => test.control.database.as('supabase_admin')
const auditOf = (ref: string) =>
  session().many(
    sql`
      select action, actor_email, ip from platform.audit_log
      where project_ref = ${ref} order by id`,
    z.object({ action: z.string(), actor_email: z.string().nullable(), ip: z.string().nullable() }),
  )

describe('creating a project', () => {
  // SPEC: "**Project**: ref, parent_project_ref, status, postgrestStatus, preview_branch_refs,
  // cloud_provider, dbVersion, connectionString."
  it('returns a project that is coming up', async () => {
    const answer = await create(owner, { name: ' Łódź 店 ' })
    expect(answer.statusCode).toBe(201)
    const { ref } = answer.json<{ ref: string }>()
    expect(answer.json()).toEqual({
      id: expect.any(Number),
      ref: expect.stringMatching(/^[a-z]{20}$/),
      name: 'Łódź 店',
      organization_id: expect.any(Number),
      organization_slug: slug,
      status: 'COMING_UP',
      compute: 'stopped',
      region: 'local',
      cloud_provider: 'local',
      parent_project_ref: null,
      preview_branch_refs: [],
      inserted_at: '2026-03-01T12:00:00.000Z',
      dbVersion: 'supabase-postgres-18.4',
      postgrestStatus: 'OFFLINE',
      connectionString: '',
      failure: null,
      connection_handle: expect.stringMatching(/^[\w-]{40,}$/),
      endpoints: {
        api_url: `http://localhost:8001/p/${ref}`,
        host_api_url: `http://${ref}.localhost:8000`,
        database_host: 'localhost',
        database_port: 6543,
        database_user: `postgres.${ref}`,
        database_name: 'postgres',
      },
      abilities: expect.arrayContaining(['project:delete', 'key:read_secret']),
    })
    expect(await auditOf(ref)).toMatchObject([
      { action: 'project.create', actor_email: owner.email },
    ])
  })

  it.each([
    ['a password of strength 3 or less', { db_pass: 'correct1' }, 400, 'weak_password'],
    ['an empty password', { db_pass: '' }, 400, 'invalid_request'],
    ['a region nobody has', { region: 'mars-north-1' }, 400, 'unknown_region'],
    ['no name', { name: ' ' }, 400, 'invalid_request'],
    ['an unknown organization', { organization_slug: 'nowhere' }, 404, 'organization_not_found'],
  ])('refuses %s', async (_what, change, status, code) => {
    const answer = await create(owner, change)
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code])
  })

  it('accepts a password of 100 characters and refuses 101 with the specified text', async () => {
    const password = `${STRONG_PASSWORD}${'x7-'.repeat(40)}`
    expect((await create(owner, { db_pass: password.slice(0, 100) })).statusCode).toBe(201)
    const refused = await create(owner, { db_pass: password.slice(0, 101) })
    expect(refused.statusCode).toBe(400)
    expect(refused.json<{ message: string }>().message).toContain(
      'Maximum length of password exceeded',
    )
  })

  it('explains how to improve a weak password', async () => {
    const answer = await create(owner, { db_pass: 'password' })
    expect(answer.json()).toMatchObject({
      message: expect.stringMatching(/ You need a stronger password\.$/),
      details: { score: 0, feedback: { suggestions: expect.any(Array) } },
    })
  })

  it.each([
    ['administrator', 201],
    ['developer', 403],
    ['read_only', 403],
  ] as const)('returns a member with the role %s the status %i', async (role, status) => {
    expect((await create(await test.memberOf(slug, role))).statusCode).toBe(status)
  })

  it('returns 404 to a stranger of the organization and accepts the operator credential', async () => {
    expect((await create(await test.person('stranger'))).statusCode).toBe(404)
    expect((await create('operator')).statusCode).toBe(201)
  })

  it('leaves nothing behind when it fails halfway', async () => {
    test.fleet.failNext(new Error('the server ended'))
    expect((await create(owner)).statusCode).toBe(500)
    expect(await list()).toEqual([])
    expect((await create(owner)).statusCode).toBe(201)
  })

  it('has no limit where plan limits are off', async () => {
    for (let count = 0; count < 3; count += 1) expect((await create(owner)).statusCode).toBe(201)
  })

  // SPEC: "2 active projects"
  it('allows 2 active projects on the Free plan, also for three requests at once', async () => {
    const { app } = await test.restart({ planLimits: true })
    const ask = () =>
      app.inject({
        method: 'POST',
        url,
        headers: { authorization: `Bearer ${owner.token}` },
        payload: { organization_slug: slug, name: 'Shop', db_pass: STRONG_PASSWORD },
      })
    const answers = await Promise.all([ask(), ask(), ask()])
    expect(statusesOf(answers)).toEqual([201, 201, 402])
    const limit = await app.inject({
      url: `/platform/organizations/${slug}/project-limit`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(limit.json()).toEqual({ limit: 2, active: 2 })
    const [first] = await list()
    test.fleet.become(first?.ref ?? '', { status: 'INACTIVE' })
    expect((await ask()).statusCode).toBe(201)
    const resume = (ref = '') =>
      app.inject({
        method: 'POST',
        url: `${url}/${ref}/resume`,
        headers: { authorization: `Bearer ${owner.token}` },
      })
    expect((await resume(first?.ref)).json()).toMatchObject({ code: 'project_limit_reached' })
    const [, second] = await list()
    test.fleet.become(second?.ref ?? '', { status: 'INACTIVE' })
    expect((await resume(first?.ref)).statusCode).toBe(202)
  })
})

describe('reading projects', () => {
  // SPEC: "Returns the project with status and connectionString."
  it('returns a connection string once the database has been up', async () => {
    const ref = await test.project(owner, slug)
    const status = 'ACTIVE_HEALTHY'
    test.fleet.become(ref, { status, compute: 'sleeping', engineVersion: '17.2' })
    expect((await get(ref)).json()).toMatchObject({
      connectionString: `postgresql://postgres.${ref}:[YOUR-PASSWORD]@localhost:6543/postgres`,
      dbVersion: 'supabase-postgres-17.2',
      postgrestStatus: 'ONLINE',
      compute: 'sleeping',
    })
  })

  it('reports the Data API as offline while it is disabled or broken', async () => {
    const ref = await test.project(owner, slug)
    test.fleet.become(ref, { status: 'ACTIVE_HEALTHY', compute: 'running', engineVersion: '18.4' })
    const postgrestStatus = async () =>
      (await get(ref)).json<{ postgrestStatus: string }>().postgrestStatus
    const enable = (enabled: boolean) =>
      test.call({
        method: 'PATCH',
        url: `/platform/projects/${ref}/config/data-api`,
        as: owner,
        body: { enabled },
      })
    expect(await postgrestStatus()).toBe('ONLINE')
    await enable(false)
    expect(await postgrestStatus()).toBe('OFFLINE')
    await enable(true)
    expect(await postgrestStatus()).toBe('ONLINE')
    const error = new AppError('service_unavailable', 'No.', { status: 503, hint: 'Wait.' })
    test.fleet.breakService(ref, 'rest', error)
    expect(await postgrestStatus()).toBe('OFFLINE')
    const services = await test.call({
      method: 'GET',
      url: `/platform/projects/${ref}/services`,
      as: owner,
    })
    expect(services.json()).toEqual(
      expect.arrayContaining([
        { name: 'auth', title: 'Auth', status: 'healthy', error: null },
        {
          name: 'rest',
          title: 'Data API',
          status: 'unhealthy',
          error: { code: 'service_unavailable', message: 'No.', hint: 'Wait.' },
        },
      ]),
    )
  })

  it('returns the reason of a failed project', async () => {
    const ref = await test.project(owner, slug)
    const failure = {
      code: 'disk_full',
      message: 'The disk is full.',
      hint: 'Make room.',
      failed_at: '2026-03-01T12:00:00.000Z',
    }
    test.fleet.become(ref, { status: 'INIT_FAILED', failure })
    expect((await get(ref)).json()).toMatchObject({ status: 'INIT_FAILED', failure })
  })

  // SPEC: "**Project status values**: INACTIVE, ACTIVE_HEALTHY, ACTIVE_UNHEALTHY, COMING_UP, UNKNOWN,
  // GOING_DOWN, INIT_FAILED, REMOVED, RESTARTING, RESTORING, RESTORE_FAILED, UPGRADING, PAUSING,
  // PAUSE_FAILED, RESIZING."
  it('returns each of the 15 statuses, and the records accept no other', async () => {
    const statuses = (
      'INACTIVE ACTIVE_HEALTHY ACTIVE_UNHEALTHY COMING_UP UNKNOWN GOING_DOWN INIT_FAILED REMOVED ' +
      'RESTARTING RESTORING RESTORE_FAILED UPGRADING PAUSING PAUSE_FAILED RESIZING'
    ).split(' ')
    const ref = await test.project(owner, slug)
    const record = (status: string) =>
      session().run(sql`update fleet.instances set status = ${status} where ref = ${ref}`)
    for (const status of statuses) {
      await record(status)
      test.fleet.become(ref, { status: ProjectStatus.parse(status) })
      expect((await get(ref)).json()).toMatchObject({ status })
    }
    expect(ProjectStatus.options).toHaveLength(statuses.length)
    await expect(record('SLEEPING')).rejects.toMatchObject({ code: '23514' })
  })

  // SPEC: "In platform mode, a ref listed in a project's preview_branch_refs also counts as valid."
  it('returns the branches of a project', async () => {
    const ref = await test.project(owner, slug, 'Main')
    const branch = await test.project(owner, slug, 'Preview')
    await session().run(sql`
      update platform.projects set parent_project_ref = ${ref} where ref = ${branch}`)
    expect((await get(ref)).json()).toMatchObject({ preview_branch_refs: [branch] })
    expect((await get(branch)).json()).toMatchObject({ parent_project_ref: ref })
  })

  // SPEC: "GET /platform/projects | List of projects (client reads ref, status,
  // preview_branch_refs)."
  it('lists the projects of all organizations of the caller, sorted by name', async () => {
    await test.project(owner, slug, 'b')
    await test.project(owner, await test.organization(owner, 'Second'), 'A')
    await test.project(await test.person('other'), slug, 'refused').catch(() => {})
    const named = { ref: expect.any(String), status: 'COMING_UP', preview_branch_refs: [] }
    expect(await list()).toMatchObject([
      { ...named, name: 'A' },
      { ...named, name: 'b' },
    ])
    expect((await list('operator')).length).toBeGreaterThan(2)
  })
})

describe('changing the status', () => {
  it.each([
    ['pause', 'PAUSING'],
    ['resume', 'COMING_UP'],
    ['restart', 'RESTARTING'],
    ['retry', 'COMING_UP'],
  ])('%s hands the project to the fleet and writes an audit row', async (command, status) => {
    const ref = await test.project(owner, slug)
    const path = `${url}/${ref}/${command}`
    const answer = await test.call({ method: 'POST', url: path, as: owner })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ ref, status })
    expect((await auditOf(ref)).at(-1)).toMatchObject({ action: `project.${command}` })
    const developer = await test.memberOf(slug, 'developer')
    const refused = await test.call({ method: 'POST', url: path, as: developer })
    expect(refused.statusCode).toBe(403)
  })
})

const keepMail = (ref: string) =>
  createMailbox({ control: test.control.database, clock: systemClock }).keep({
    projectRef: ref,
    to: 'user@example.com',
    subject: 'Confirm your address',
    html: '',
    text: '',
  })
const mailCount = async (ref: string) =>
  (
    await session().one(
      sql`select count(*)::int as count from platform.mails where project_ref = ${ref}`,
      z.object({ count: z.int() }),
    )
  ).count
const removalsTold = async (as: TestPerson) =>
  (await test.call({ method: 'GET', url: '/platform/notifications', as }))
    .json<{ notifications: { kind: string; title: string }[] }>()
    .notifications.flatMap(({ kind, title }) => (kind === 'project_removed' ? [title] : []))

describe('deleting a project', () => {
  it('hides the project at once', async () => {
    const ref = await test.project(owner, slug)
    const answer = await test.call({ method: 'DELETE', url: `${url}/${ref}`, as: owner })
    expect(answer.statusCode).toBe(202)
    expect(answer.json()).toEqual({ ref, status: 'GOING_DOWN' })
    expect((await get(ref)).json()).toMatchObject({ code: 'project_not_found' })
    expect(await list()).toEqual([])
  })

  it('is completed with its audit row, its notification and its mail at the next start after a crash', async () => {
    const ref = await test.project(owner, slug)
    await keepMail(ref)
    // The fleet has recorded the removal, and the server ended before the platform could.
    await test.fleet.remove(ref)
    expect(await list()).toHaveLength(1)
    const { platform } = await test.restart()
    await platform.start()
    await platform.start()
    expect(await list()).toEqual([])
    expect((await auditOf(ref)).filter(({ action }) => action === 'project.delete')).toEqual([
      { action: 'project.delete', actor_email: null, ip: null },
    ])
    expect(await removalsTold(owner)).toEqual(['Shop was deleted'])
    expect(await mailCount(ref)).toBe(0)
  })

  it('leaves one audit row, one notification to the others and no mail', async () => {
    const ref = await test.project(owner, slug)
    await keepMail(ref)
    const developer = await test.memberOf(slug, 'developer')
    const remove = () => test.call({ method: 'DELETE', url: `${url}/${ref}`, as: owner })
    expect((await remove()).statusCode).toBe(202)
    expect((await remove()).statusCode).toBe(404)
    const deletions = (await auditOf(ref)).filter(({ action }) => action === 'project.delete')
    expect(deletions).toMatchObject([{ actor_email: owner.email }])
    expect(await removalsTold(developer)).toEqual(['Shop was deleted'])
    expect(await removalsTold(owner)).toEqual([])
    expect(await mailCount(ref)).toBe(0)
  })
})

it('returns the new name of a renamed project', async () => {
  const ref = await test.project(owner, slug)
  const answer = await test.call({
    method: 'PATCH',
    url: `${url}/${ref}`,
    as: owner,
    body: { name: 'Boutique' },
  })
  expect(answer.json()).toMatchObject({ ref, name: 'Boutique' })
})

describe('the keys of a project', () => {
  it('are public to every member; secrets are revealed to builders and the reading is audited', async () => {
    const ref = await test.project(owner, slug)
    const reader = await test.memberOf(slug, 'read_only')
    const keys = await get(ref, '/api-keys', reader)
    expect(keys.json()).toMatchObject({
      anon_key: expect.stringMatching(/^ey/),
      publishable_key: expect.stringMatching(/^sb_publishable_/),
    })
    const reveal = `${url}/${ref}/api-keys/reveal`
    expect((await test.call({ method: 'POST', url: reveal, as: reader })).statusCode).toBe(403)
    const developer = await test.memberOf(slug, 'developer')
    const secrets = await test.call({ method: 'POST', url: reveal, as: developer })
    expect(secrets.json()).toEqual({
      service_role_key: expect.stringMatching(/^ey/),
      secret_key: expect.stringMatching(/^sb_secret_/),
      jwt_secret: expect.stringMatching(/./),
      database_password: STRONG_PASSWORD,
      connection_string: `postgresql://postgres.${ref}:${STRONG_PASSWORD}@localhost:6543/postgres`,
    })
    expect((await auditOf(ref)).at(-1)).toEqual({
      action: 'project.reveal_secrets',
      actor_email: developer.email,
      ip: '127.0.0.1',
    })
  })

  it('encode special characters of the password in the connection string', async () => {
    const password = 'a/b:c@d?e#f%g h-gusty-Walrus'
    const { ref } = (await create(owner, { db_pass: password })).json<{ ref: string }>()
    const secrets = await test.call({
      method: 'POST',
      url: `${url}/${ref}/api-keys/reveal`,
      as: owner,
    })
    const parsed = new URL(secrets.json<{ connection_string: string }>().connection_string)
    expect(decodeURIComponent(parsed.password)).toBe(password)
    expect(parsed.host).toBe('localhost:6543')
  })

  it('include a database password that can be changed to another strong one', async () => {
    const ref = await test.project(owner, slug)
    const change = (password: string) =>
      test.call({
        method: 'PUT',
        url: `${url}/${ref}/database-password`,
        as: owner,
        body: { password },
      })
    expect((await change('weak')).json()).toMatchObject({ code: 'weak_password' })
    expect((await change(`${STRONG_PASSWORD}-2`)).statusCode).toBe(200)
    expect((await test.fleet.secrets(ref)).databasePassword).toBe(`${STRONG_PASSWORD}-2`)
  })
})

it('records that a new database password was refused by the database', async () => {
  const ref = await test.project(owner, slug)
  const { app } = await test.restart({
    fleet: {
      ...test.fleet,
      async setDatabasePassword(_ref, _password, within) {
        await session().transaction(async (tx) => within?.(tx))
        throw new Error('the database refuses it')
      },
    },
  })
  const answer = await app.inject({
    method: 'PUT',
    url: `${url}/${ref}/database-password`,
    headers: { authorization: `Bearer ${owner.token}` },
    payload: { password: STRONG_PASSWORD },
  })
  expect(answer.statusCode).toBe(500)
  expect((await auditOf(ref)).map(({ action }) => action)).toEqual([
    'project.create',
    'project.set_database_password',
    'project.set_database_password_failed',
  ])
})

describe('the settings of a project', () => {
  it('change field by field, for the data API and for auth', async () => {
    const ref = await test.project(owner, slug)
    const change = (part: string, body: object) =>
      test.call({ method: 'PATCH', url: `${url}/${ref}/config/${part}`, as: owner, body })
    await change('data-api', { max_rows: 5 })
    expect((await get(ref, '/config/data-api')).json()).toEqual({
      enabled: true,
      exposed_schemas: ['public'],
      extra_search_path: ['public', 'extensions'],
      max_rows: 5,
      db_aggregates_enabled: false,
      db_plan_enabled: false,
      db_pre_request: '',
      db_tx_end: 'commit',
      server_timing_enabled: false,
      openapi_mode: 'follow-privileges',
    })
    const switches = {
      enabled: false,
      db_aggregates_enabled: true,
      db_plan_enabled: true,
      db_pre_request: 'private.check_request',
      db_tx_end: 'rollback-allow-override',
      server_timing_enabled: true,
      openapi_mode: 'disabled',
    }
    expect((await change('data-api', switches)).json()).toMatchObject({ ...switches, max_rows: 5 })
    await Promise.all([
      change('auth', { disable_signup: true }),
      change('auth', { jwt_exp: 60 }),
      change('auth', { site_url: 'https://shop.example' }),
      change('auth', { mfa_totp_enroll_enabled: false, mfa_max_enrolled_factors: 2 }),
    ])
    expect((await get(ref, '/config/auth')).json()).toMatchObject({
      disable_signup: true,
      jwt_exp: 60,
      site_url: 'https://shop.example',
      password_min_length: 6,
      mfa_totp_enroll_enabled: false,
      mfa_totp_verify_enabled: true,
      mfa_max_enrolled_factors: 2,
    })
    expect((await get(ref, '/config/data-api')).json()).toMatchObject({ max_rows: 5 })
  })

  it.each([
    ['data-api', { max_rows: 0 }],
    ['data-api', { max_rows: 1_000_001 }],
    ['data-api', { enabled: 'no' }],
    ['data-api', { db_pre_request: 'check_request()' }],
    ['data-api', { db_pre_request: 'a.b.c' }],
    ['data-api', { db_pre_request: 'x"; drop table y' }],
    ['data-api', { db_tx_end: 'never' }],
    ['data-api', { openapi_mode: 'on' }],
    ['auth', { jwt_exp: 29 }],
    ['auth', { mfa_max_enrolled_factors: 31 }],
    ['auth', { mfa_totp_verify_enabled: 'yes' }],
    ['auth', { site_url: 'nowhere' }],
  ])('for %s refuse %o', async (part, body) => {
    const ref = await test.project(owner, slug)
    const answer = await test.call({
      method: 'PATCH',
      url: `${url}/${ref}/config/${part}`,
      as: owner,
      body,
    })
    expect(answer.statusCode).toBe(400)
  })
})

describe('the disk of a project', () => {
  const setLimit = (ref: string, bytes: number, as: Call['as']) =>
    test.call({ method: 'PUT', url: `${url}/${ref}/disk`, as, body: { limit_bytes: bytes } })

  it('is shown to members, and its limit is changed by operators', async () => {
    const { ref } = (await create(owner)).json<{ ref: string }>()
    const answer = await get(ref, '/disk')
    expect(answer.json()).toEqual({
      used_bytes: 50_000_000,
      limit_bytes: 8_000_000_000,
      closed_from_bytes: 10_000_000_000,
      state: 'writable',
      cause: null,
      read_only_since: null,
    })
    expect((await setLimit(ref, 16_000_000_000, owner)).statusCode).toBe(403)
    expect((await setLimit(ref, 1, 'operator')).statusCode).toBe(400)
    const changed = await setLimit(ref, 16_000_000_000, 'operator')
    expect(changed.json()).toMatchObject({ limit_bytes: 16_000_000_000 })
    expect(await auditOf(ref)).toContainEqual(
      expect.objectContaining({ action: 'project.set_disk_limit' }),
    )
  })

  it('is hidden from strangers, and unknown where there is no project', async () => {
    const { ref } = (await create(owner)).json<{ ref: string }>()
    expect((await get(ref, '/disk', await test.person('stranger'))).statusCode).toBe(404)
    expect((await setLimit('a'.repeat(20), 16_000_000_000, 'operator')).statusCode).toBe(404)
  })
})
