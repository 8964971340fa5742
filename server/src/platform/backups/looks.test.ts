import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import {
  createRememberedBackups,
  type RememberedBackups,
} from '../../../test/remembered-backups.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'
import { sql } from '../../postgres/sql.ts'

let test: TestPlatform
let backups: RememberedBackups
let owner: TestPerson
let call: (
  method: 'GET' | 'POST' | 'DELETE',
  options?: { body?: object; as?: TestPerson },
) => Promise<{ status: number; body: { code?: string; look?: object | null } }>
let slug: string

beforeAll(async () => {
  test = await createTestPlatform()
  backups = createRememberedBackups({ now: () => test.clock.at })
  const { app } = await test.restart({ backups })
  owner = await test.person('owner')
  slug = await test.organization(owner)
  const ref = await test.project(owner, slug)
  backups.add(ref)
  const until = test.clock.at
  backups.reaches(ref, [{ from: new Date(until.getTime() - 3600_000), until }])
  call = async (method, { body, as = owner } = {}) => {
    const response = await app.inject({
      method,
      url: `/platform/projects/${ref}/look`,
      headers: { authorization: `Bearer ${as.token}` },
      ...(body && { payload: body }),
    })
    return { status: response.statusCode, body: response.json() }
  }
})
afterAll(() => test.stop())

const time = (at: string) => ({ body: { target: { kind: 'time', at } } })

it('opens one moment that the backups reach, and records who opened and closed it', async () => {
  expect((await call('GET')).body).toEqual({ look: null })
  const late = await call('POST', time('2026-03-01T12:00:01Z'))
  expect(late).toMatchObject({ status: 409, body: { code: 'moment_unreachable' } })
  const opened = await call('POST', time('2026-03-01T11:30:00Z'))
  expect(opened).toMatchObject({
    status: 202,
    body: { look: { moment: '2026-03-01T11:30:00.000Z' } },
  })
  expect((await call('POST', time('2026-03-01T11:40:00Z'))).body.code).toBe('look_exists')
  expect((await call('DELETE')).status).toBe(200)
  expect((await call('DELETE')).body.code).toBe('look_not_found')
  const rows = await test.control.database
    .as('supabase_admin')
    .many(
      sql`select action, target from platform.audit_log where action like 'backup.%' order by id`,
      z.object({ action: z.string(), target: z.string().nullable() }),
    )
  expect(rows).toEqual([
    { action: 'backup.look', target: '2026-03-01T11:30:00.000Z' },
    { action: 'backup.close_look', target: null },
  ])
})

it('lets members who can only read see a look, and neither open nor close one', async () => {
  const reader = await test.memberOf(slug, 'read_only')
  expect((await call('GET', { as: reader })).status).toBe(200)
  for (const answer of [
    await call('POST', { ...time('2026-03-01T11:30:00Z'), as: reader }),
    await call('DELETE', { as: reader }),
  ])
    expect(answer.status).toBe(403)
})
