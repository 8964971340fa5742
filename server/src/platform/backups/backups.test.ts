import { Backup, ProjectBackups } from '@stoa/contract/platform/backups'
import type { Permission } from '@stoa/contract/platform/permissions'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createRememberedBackups,
  type RememberedBackups,
} from '../../../test/remembered-backups.ts'
import {
  createTestPlatform,
  OPERATOR_TOKEN,
  STRONG_PASSWORD,
  type Call,
  type TestPerson,
  type TestPlatform,
} from '../../../test/platform.ts'
import { AppError } from '../../lib/errors.ts'
import { sql } from '../../postgres/sql.ts'
import { createPermissionTable } from '../permissions.ts'
import type { Platform } from '../index.ts'
import { MAX_NAMED_BACKUPS } from './limits.ts'

let test: TestPlatform
let app: FastifyInstance
let platform: Platform
let backups: RememberedBackups
let owner: TestPerson
let slug: string
let ref: string
beforeAll(async () => {
  test = await createTestPlatform()
  backups = createRememberedBackups({ now: () => test.clock.at })
  ;({ app, platform } = await test.restart({ backups, planLimits: true }))
})
beforeEach(async () => {
  test.clock.at = new Date('2026-03-01T12:00:00Z')
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug)
  test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
})
afterAll(() => test.stop())

const session = () => test.control.database.as('supabase_admin')
const call = (
  method: Call['method'],
  path: string,
  { body, as = owner, on = app }: { body?: unknown; as?: Call['as']; on?: FastifyInstance } = {},
) =>
  on.inject({
    method,
    url: path.startsWith('/v1') ? path : `/platform/projects/${ref}/backups${path}`,
    headers: {
      ...(as && { authorization: `Bearer ${as === 'operator' ? OPERATOR_TOKEN : as.token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  })
const read = async (options = {}) => ProjectBackups.parse((await call('GET', '', options)).json())
const codeOf = async (answer: ReturnType<typeof call>) => {
  const { statusCode, json } = await answer
  return [statusCode, z.object({ code: z.string() }).parse(json()).code]
}
const auditOf = () =>
  session().many(
    sql`select action, target from platform.audit_log where project_ref = ${ref} order by id`,
    z.object({ action: z.string(), target: z.string().nullable() }),
  )
const setPlan = (plan: string) =>
  session().run(sql`update platform.organizations set plan = ${plan} where slug = ${slug}`)
const at = (text: string) => new Date(`2026-03-01T${text}Z`)

describe('the backups of a project', () => {
  it('lists them with what can be restored', async () => {
    const backup = backups.add(ref, {
      name: 'Before',
      verification: { at: at('11:30:00'), isSound: true, message: 'Checked 3 tables.' },
    })
    backups.reaches(ref, [{ from: at('11:00:00'), until: at('12:00:00') }])
    expect(await read()).toEqual({
      is_enabled: true,
      backups: [
        {
          id: backup.id,
          name: 'Before',
          status: 'complete',
          started_at: '2026-03-01T12:00:00.000Z',
          completed_at: '2026-03-01T12:00:00.000Z',
          size_bytes: 1024,
          failure: null,
          verification: {
            at: '2026-03-01T11:30:00.000Z',
            is_sound: true,
            message: 'Checked 3 tables.',
          },
        },
      ],
      reach: [{ from: '2026-03-01T11:00:00.000Z', until: '2026-03-01T12:00:00.000Z' }],
      retention_days: 7,
      is_on_same_disk: true,
      kept_state: null,
      files: null,
    })
  })

  it('are off where the installation makes none', async () => {
    expect(await read({ on: test.app })).toMatchObject({ is_enabled: false, backups: [] })
    const refused = call('POST', '', { body: { name: 'Now' }, on: test.app })
    expect(await codeOf(refused)).toEqual([409, 'backups_off'])
  })

  it('are taken on request, with an audit row', async () => {
    const made = await call('POST', '', { body: { name: ' Now ' } })
    expect([made.statusCode, Backup.parse(made.json())]).toMatchObject([
      202,
      { name: 'Now', status: 'waiting' },
    ])
    await expect
      .poll(async () => (await read()).backups)
      .toMatchObject([{ name: 'Now', status: 'complete' }])
    expect(await auditOf()).toContainEqual({ action: 'backup.create', target: 'Now' })
  })

  it('are taken after a restart of the server if it ended before', async () => {
    await session().run(sql`
      insert into platform.backup_requests (id, project_id, name, requested_at, due_at)
      select gen_random_uuid(), id, 'Left over', ${test.clock.at}, ${test.clock.at}
      from platform.projects where ref = ${ref}`)
    expect((await read()).backups).toMatchObject([{ name: 'Left over', status: 'waiting' }])
    expect(await codeOf(call('POST', '', { body: { name: 'Second' } }))).toEqual([
      409,
      'backup_waiting',
    ])
    await platform.start()
    await expect
      .poll(async () => (await read()).backups)
      .toMatchObject([{ name: 'Left over', status: 'complete' }])
  })

  it('are not taken twice if the server ended after the backup was complete', async () => {
    backups.add(ref, { name: 'Taken' })
    await session().run(sql`
      insert into platform.backup_requests (id, project_id, name, requested_at, due_at, attempts)
      select gen_random_uuid(), id, 'Taken', ${test.clock.at}, ${test.clock.at}, 1
      from platform.projects where ref = ${ref}`)
    await platform.start()
    const left = () =>
      session().many(
        sql`
          select r.name from platform.backup_requests r
          join platform.projects p on p.id = r.project_id where p.ref = ${ref}`,
        z.object({ name: z.string() }),
      )
    await expect.poll(left).toEqual([])
    expect((await read()).backups).toHaveLength(1)
  })

  it('are tried again, and have failed after the last attempt', async () => {
    const fail = () =>
      backups.failNext(new AppError('backup_store_full', 'The store is full.', { status: 409 }))
    const attempts = () =>
      session().one(
        sql`
          select r.attempts, r.failure from platform.backup_requests r
          join platform.projects p on p.id = r.project_id where p.ref = ${ref}`,
        z.object({ attempts: z.number(), failure: z.string().nullable() }),
      )
    fail()
    await call('POST', '', { body: { name: 'Unlucky' } })
    await expect.poll(attempts).toEqual({ attempts: 1, failure: null })
    for (const count of [2, 3]) {
      fail()
      test.clock.at = new Date(test.clock.at.getTime() + 61_000)
      await platform.start()
      await expect.poll(attempts).toMatchObject({ attempts: count })
    }
    await expect
      .poll(async () => (await read()).backups)
      .toMatchObject([{ name: 'Unlucky', status: 'failed', failure: 'The store is full.' }])
    const [failed] = (await read()).backups
    expect((await call('DELETE', `/${failed?.id}`)).statusCode).toBe(200)
    expect((await read()).backups).toEqual([])
  })

  it('are not taken of a paused project, and not without limit', async () => {
    test.fleet.become(ref, { status: 'INACTIVE' })
    expect(await codeOf(call('POST', '', { body: { name: 'Now' } }))).toEqual([
      409,
      'project_not_ready',
    ])
    test.fleet.become(ref, { status: 'ACTIVE_HEALTHY' })
    for (let count = 0; count < MAX_NAMED_BACKUPS; count += 1) backups.add(ref, { name: 'x' })
    expect(await codeOf(call('POST', '', { body: { name: 'Now' } }))).toEqual([
      409,
      'too_many_backups',
    ])
  })

  it('can be deleted and verified, with audit rows', async () => {
    const { id } = backups.add(ref)
    expect((await call('POST', `/${id}/verify`)).statusCode).toBe(202)
    expect(test.fleet.restores).toContainEqual({ ref, verified: id })
    expect((await call('DELETE', `/${id}`)).statusCode).toBe(200)
    expect((await read()).backups).toEqual([])
    expect(await auditOf()).toEqual(
      expect.arrayContaining([
        { action: 'backup.verify', target: id },
        { action: 'backup.delete', target: id },
      ]),
    )
    expect(await codeOf(call('DELETE', `/${id}`))).toEqual([404, 'backup_not_found'])
    expect(await codeOf(call('POST', `/${id}/verify`))).toEqual([404, 'backup_not_found'])
  })

  it('belong to their project: the id of another one’s is unknown', async () => {
    const other = await test.project(owner, slug, 'Other')
    const { id } = backups.add(other)
    expect(await codeOf(call('DELETE', `/${id}`))).toEqual([404, 'backup_not_found'])
    const target = { kind: 'backup', id }
    expect(await codeOf(call('POST', '/restore', { body: { target } }))).toEqual([
      404,
      'backup_not_found',
    ])
    expect(await backups.archive.list(other)).toHaveLength(1)
  })
})

describe('a restore', () => {
  it('in place reaches a second of a plan with point-in-time recovery', async () => {
    backups.reaches(ref, [{ from: at('11:00:00'), until: at('12:00:00') }])
    const restore = (time: string) =>
      call('POST', '/restore', { body: { target: { kind: 'time', at: time } } })
    expect(await codeOf(restore('2026-03-01T11:30:00Z'))).toEqual([402, 'plan_too_small'])
    await setPlan('pro')
    const begun = await restore('2026-03-01T12:30:00+01:00')
    expect([begun.statusCode, begun.json()]).toEqual([202, { ref, status: 'RESTORING' }])
    expect(test.fleet.restores).toContainEqual({
      ref,
      target: { kind: 'time', at: at('11:30:00') },
    })
    expect(await auditOf()).toContainEqual({
      action: 'project.restore',
      target: '2026-03-01T12:30:00+01:00',
    })
  })

  it('refuses a moment that no backup reaches, and names those that can be restored', async () => {
    await setPlan('pro')
    const target = { kind: 'time', at: '2026-03-01T10:59:59Z' }
    const refuse = async () => (await call('POST', '/restore', { body: { target } })).json()
    expect(await refuse()).toMatchObject({
      code: 'moment_unreachable',
      hint: 'The project has no complete backup yet.',
    })
    backups.reaches(ref, [{ from: at('11:00:00'), until: at('12:00:00') }])
    expect(await refuse()).toMatchObject({
      code: 'moment_unreachable',
      hint: 'Choose a moment from 2026-03-01T11:00:00.000Z to 2026-03-01T12:00:00.000Z.',
    })
  })

  it('refuses a backup that is not complete', async () => {
    const { id } = backups.add(ref, { status: 'running', completedAt: null })
    const target = { kind: 'backup', id }
    expect(await codeOf(call('POST', '/restore', { body: { target } }))).toEqual([
      409,
      'backup_not_complete',
    ])
  })

  it('is undone, confirmed and canceled through the fleet, with audit rows', async () => {
    test.fleet.keep(ref, {
      restoredAt: at('12:00:00'),
      keptUntil: new Date('2026-03-08T12:00:00Z'),
      target: { kind: 'time', at: at('11:00:00') },
      bytes: 1000,
      statusBefore: 'ACTIVE_HEALTHY',
    })
    expect((await read()).kept_state).toEqual({
      target: { kind: 'time', at: '2026-03-01T11:00:00.000Z' },
      restored_at: '2026-03-01T12:00:00.000Z',
      kept_until: '2026-03-08T12:00:00.000Z',
      size_bytes: 1000,
    })
    expect((await call('POST', '/restore/undo')).json()).toEqual({ ref, status: 'RESTORING' })
    expect((await call('POST', '/restore/cancel')).json()).toEqual({ ref, status: 'RESTORING' })
    expect((await call('POST', '/restore/confirm')).statusCode).toBe(200)
    expect((await read()).kept_state).toBeNull()
    expect((await auditOf()).map(({ action }) => action)).toEqual(
      expect.arrayContaining([
        'project.undo_restore',
        'project.cancel_restore',
        'project.confirm_restore',
      ]),
    )
  })

  it('into a new project records where its data comes from', async () => {
    const { id } = backups.add(ref)
    const body = { target: { kind: 'backup', id }, name: 'Copy', db_pass: STRONG_PASSWORD }
    const made = await call('POST', '/restore-to-new-project', { body })
    expect([made.statusCode, made.json()]).toMatchObject([
      201,
      { name: 'Copy', organization_slug: slug },
    ])
    const created = z.object({ ref: z.string() }).parse(made.json()).ref
    expect(test.fleet.restores).toContainEqual({
      ref: created,
      origin: { kind: 'backup', ref, target: { kind: 'backup', id } },
    })
    const weak = { ...body, db_pass: 'password' }
    expect(await codeOf(call('POST', '/restore-to-new-project', { body: weak }))).toEqual([
      400,
      'weak_password',
    ])
  })
})

describe('access to backups', () => {
  const table = createPermissionTable({ mode: 'platform', disabledFeatures: [] }, [])
  it.each<[Permission, readonly string[]]>([
    ['backup:read', ['owner', 'administrator', 'developer', 'read_only']],
    ['backup:create', ['owner', 'administrator', 'developer']],
    ['backup:restore', ['owner', 'administrator']],
  ])('needs %s, which the roles %j have', (permission, roles) => {
    expect(table.rolesOf(permission)).toEqual(roles)
  })

  it('lets developers take backups and not restore them', async () => {
    const developer = await test.memberOf(slug, 'developer')
    const { id } = backups.add(ref)
    const target = { kind: 'backup', id }
    const restored = call('POST', '/restore', { body: { target }, as: developer })
    expect(await codeOf(restored)).toEqual([403, 'forbidden'])
    expect((await call('POST', '', { body: { name: 'Mine' }, as: developer })).statusCode).toBe(202)
    const reader = await test.memberOf(slug, 'read_only')
    const refused = call('POST', '', { body: { name: 'Theirs' }, as: reader })
    expect(await codeOf(refused)).toEqual([403, 'forbidden'])
    expect((await read({ as: reader })).is_enabled).toBe(true)
  })
})

describe('the Management API of backups', () => {
  const v1 = (path: string) => `/v1/projects/${ref}/database/backups${path}`

  it('lists backups in its own shape, with numbers as ids', async () => {
    backups.add(ref)
    backups.reaches(ref, [{ from: at('11:00:00'), until: at('12:00:00') }])
    expect((await call('GET', v1(''))).json()).toEqual({
      region: 'local',
      walg_enabled: true,
      pitr_enabled: true,
      backups: [
        {
          id: at('12:00:00').getTime(),
          is_physical_backup: true,
          status: 'COMPLETED',
          inserted_at: '2026-03-01T12:00:00.000Z',
        },
      ],
      physical_backup_data: {
        earliest_physical_backup_date_unix: at('11:00:00').getTime() / 1000,
        latest_physical_backup_date_unix: at('12:00:00').getTime() / 1000,
      },
    })
  })

  it('restores a backup by its number, and a second', async () => {
    const { id } = backups.add(ref)
    const number = at('12:00:00').getTime()
    const restored = await call('POST', v1('/restore'), { body: { id: number } })
    expect([restored.statusCode, restored.json()]).toEqual([201, {}])
    expect(test.fleet.restores).toContainEqual({ ref, target: { kind: 'backup', id } })
    expect(await codeOf(call('POST', v1('/restore'), { body: { id: 1 } }))).toEqual([
      404,
      'backup_not_found',
    ])
    await setPlan('pro')
    backups.reaches(ref, [{ from: at('11:00:00'), until: at('12:00:00') }])
    const body = { recovery_time_target_unix: at('11:30:00').getTime() / 1000 }
    expect((await call('POST', v1('/restore-pitr'), { body })).statusCode).toBe(201)
    expect(test.fleet.restores).toContainEqual({
      ref,
      target: { kind: 'time', at: at('11:30:00') },
    })
  })

  it('creates a restore point, reads it, and goes back to it', async () => {
    const made = await call('POST', v1('/restore-point'), { body: { name: 'before-upgrade' } })
    expect([made.statusCode, made.json()]).toEqual([
      201,
      { name: 'before-upgrade', status: 'PENDING', completed_on: null },
    ])
    const point = async () => (await call('GET', v1('/restore-point?name=before-upgrade'))).json()
    await expect.poll(point).toEqual({
      name: 'before-upgrade',
      status: 'AVAILABLE',
      completed_on: '2026-03-01T12:00:00.000Z',
    })
    const [backup] = await backups.archive.list(ref)
    const undone = await call('POST', v1('/undo'), { body: { name: 'before-upgrade' } })
    expect(undone.statusCode).toBe(201)
    expect(test.fleet.restores).toContainEqual({
      ref,
      target: { kind: 'backup', id: backup?.id },
    })
    expect(await codeOf(call('GET', v1('/restore-point?name=other')))).toEqual([
      404,
      'backup_not_found',
    ])
    const cancel = await call('POST', `/v1/projects/${ref}/restore/cancel`)
    expect([cancel.statusCode, cancel.json()]).toEqual([200, {}])
  })
})
