import type { Notification } from '@stoa/contract/platform/notifications'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { sql } from '../../postgres/sql.ts'
import { createMailbox, type Platform } from '../index.ts'
import { createTestPlatform, type TestPerson, type TestPlatform } from '../../../test/platform.ts'

let test: TestPlatform
let owner: TestPerson
let slug: string
let ref: string
/** The same platform with plan limits. */
let limited: Platform

const LAST_USED = new Date('2026-03-01T12:00:00Z')
const session = () => test.control.database.as('supabase_admin')

beforeAll(async () => {
  test = await createTestPlatform()
  const mailbox = createMailbox({
    control: test.control.database,
    clock: { now: () => test.clock.at },
  })
  limited = (await test.restart({ planLimits: true, mailer: mailbox.keep })).platform
})
beforeEach(async () => {
  test.clock.at = LAST_USED
  owner = await test.person('owner')
  slug = await test.organization(owner)
  ref = await test.project(owner, slug, 'Shop')
  test.fleet.become(ref, {
    status: 'ACTIVE_HEALTHY',
    compute: 'sleeping',
    lastActiveAt: LAST_USED,
  })
})
afterAll(() => test.stop())

/** A round of the platform's chores at this many days after the last use. */
async function roundAt(days: number, platform: Platform = limited): Promise<string | undefined> {
  test.clock.at = new Date(LAST_USED.getTime() + days * 24 * 3600 * 1000)
  await platform.start()
  await platform.stop()
  return (await test.fleet.get(ref))?.status
}

const notifications = async (person = owner) => {
  const answer = await test.call({
    method: 'GET',
    url: '/platform/notifications?status=all',
    as: person,
  })
  return answer
    .json<{ notifications: Notification[] }>()
    .notifications.map(({ kind, text }) => ({ kind, text }))
}
const subjects = async () => {
  const rows = await session().many(
    sql`select subject from platform.mails where recipient = ${owner.email} order by position`,
    z.object({ subject: z.string() }),
  )
  return rows.map(({ subject }) => subject)
}

// SPEC: "**Free projects** are paused after 1 week of inactivity. Paid plans never pause."
it('pauses a free project after a week, and tells its managers before and when it does', async () => {
  const developer = await test.memberOf(slug, 'developer')
  expect(await roundAt(4.9)).toBe('ACTIVE_HEALTHY')
  expect(await notifications()).toEqual([])
  expect(await roundAt(5)).toBe('ACTIVE_HEALTHY')
  expect(await roundAt(6.9)).toBe('ACTIVE_HEALTHY')
  expect(await notifications()).toEqual([
    { kind: 'project_will_be_paused', text: expect.stringContaining('March 8, 2026') },
  ])
  expect(await roundAt(7)).toBe('PAUSING')
  expect(await roundAt(7.1)).toBe('PAUSING')
  expect((await notifications()).map(({ kind }) => kind)).toEqual([
    'project_paused',
    'project_will_be_paused',
  ])
  expect(await subjects()).toEqual(['Shop will be paused on March 8, 2026', 'Shop was paused'])
  expect(await notifications(developer)).toEqual([])
  const paused = await session().one(
    sql`
      select actor_kind, metadata from platform.audit_log
      where project_ref = ${ref} and action = 'project.pause'`,
    z.object({ actor_kind: z.string(), metadata: z.unknown() }),
  )
  expect(paused).toEqual({ actor_kind: 'system', metadata: { reason: 'inactivity' } })
})

it('starts to count again when the project is used after the warning', async () => {
  await roundAt(5)
  test.fleet.become(ref, { lastActiveAt: new Date(test.clock.at.getTime() + 1000) })
  expect(await roundAt(8)).toBe('ACTIVE_HEALTHY')
  expect(await notifications()).toHaveLength(1)
  await roundAt(10.1)
  expect(await notifications()).toHaveLength(2)
  expect(await roundAt(12.1)).toBe('PAUSING')
})

it('warns two days ahead even if the server was off for weeks', async () => {
  expect(await roundAt(30)).toBe('ACTIVE_HEALTHY')
  expect(await roundAt(31.9)).toBe('ACTIVE_HEALTHY')
  expect(await roundAt(32)).toBe('PAUSING')
})

it.each([
  ['that runs', async () => test.fleet.become(ref, { compute: 'running' })],
  ['that is unhealthy', async () => test.fleet.become(ref, { status: 'ACTIVE_UNHEALTHY' })],
  [
    'on a paid plan',
    () => session().run(sql`update platform.organizations set plan = 'pro' where slug = ${slug}`),
  ],
])('pauses no project %s', async (_which, arrange) => {
  await arrange()
  await roundAt(7)
  await roundAt(20)
  const kinds = (await notifications()).map(({ kind }) => kind)
  expect(kinds.filter((kind) => /paused/.test(kind))).toEqual([])
})

it('pauses nothing in an installation without plan limits', async () => {
  expect(await roundAt(5, test.platform)).toBe('ACTIVE_HEALTHY')
  expect(await roundAt(20, test.platform)).toBe('ACTIVE_HEALTHY')
  expect(await notifications()).toEqual([])
})
