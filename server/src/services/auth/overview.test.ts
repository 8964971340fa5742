import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestProject, type TestProject } from '../../../test/project.ts'
import { createSettings } from '../../project/settings.ts'
import { sql } from '../../postgres/sql.ts'
import { createOverview } from './overview.ts'
import { countActiveUsers } from './queries/active-users.ts'

const overview = createOverview({ hasMailServer: true })

let test: TestProject
beforeAll(async () => {
  test = await createTestProject()
})
afterAll(() => test.stop())

it('counts users one by one, and estimates above the limit', async () => {
  const users = async () => (await overview.read?.(test.project))?.figures?.[0]
  const add = (count: number) =>
    test.project.database.as('supabase_auth_admin').run(sql`
      insert into auth.users (id) select gen_random_uuid() from generate_series(1, ${count}::int)`)
  expect(await users()).toMatchObject({ name: 'users', value: 0, is_estimate: false })
  await add(3)
  expect(await users()).toMatchObject({ value: 3, is_estimate: false })
  await add(10_000)
  const estimated = await users()
  expect(estimated?.is_estimate).toBe(true)
  expect(estimated?.value).toBeGreaterThan(10_000)
})

it('counts the users who signed in or continued a session since the month began', async () => {
  const month = new Date('2026-03-01T00:00:00Z')
  const auth = test.project.database.as('supabase_auth_admin')
  const before = await countActiveUsers(test.project.database, month)
  await auth.run(sql`
    with users as (
      insert into auth.users (id, last_sign_in_at) values
        (gen_random_uuid(), '2026-02-28T23:59:59Z'),
        (gen_random_uuid(), '2026-03-01T00:00:00Z'),
        (gen_random_uuid(), '2026-01-01T00:00:00Z')
      returning id, last_sign_in_at
    )
    insert into auth.sessions (id, user_id, created_at, updated_at)
    select gen_random_uuid(), id, last_sign_in_at, '2026-03-09T00:00:00Z' from users
    where last_sign_in_at < '2026-02-01T00:00:00Z'`)
  expect((await countActiveUsers(test.project.database, month)) - before).toBe(2)
})

it.each([
  { stored: { mailer_autoconfirm: false }, codes: ['site_url_default'] },
  { stored: { mailer_autoconfirm: false, site_url: 'https://shop.example.com' }, codes: [] },
  { stored: { external_email_enabled: false }, codes: [] },
])('reports the default site URL while emails lead to it: $stored', ({ stored, codes }) => {
  const notices = overview.ofSettings?.(createSettings({ auth: stored })) ?? []
  expect(notices.map(({ code }) => code)).toEqual(codes)
})

it.each([
  { hasMailServer: false, stored: {}, codes: ['no_mail_server'] },
  { hasMailServer: true, stored: {}, codes: [] },
  { hasMailServer: false, stored: { smtp_host: 'mail.example.com' }, codes: [] },
])(
  'reports a missing mail server of installation and project: %o',
  ({ stored, codes, ...deps }) => {
    const auth = {
      site_url: 'https://shop.example.com',
      mailer_autoconfirm: false,
      ...stored,
    }
    const notices = createOverview(deps).ofSettings?.(createSettings({ auth })) ?? []
    expect(notices.map(({ code }) => code)).toEqual(codes)
  },
)

it.each([
  { stored: {}, codes: ['emails_unconfirmed'] },
  { stored: { mailer_autoconfirm: false }, codes: [] },
  { stored: { disable_signup: true }, codes: [] },
  { stored: { external_email_enabled: false }, codes: [] },
])('reports that anyone can sign up with any address: $stored', ({ stored, codes }) => {
  const auth = { site_url: 'https://shop.example.com', ...stored }
  const notices = overview.ofSettings?.(createSettings({ auth })) ?? []
  expect(notices.map(({ code }) => code)).toEqual(codes)
})
