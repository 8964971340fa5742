import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { follow } from '../support/dashboard-page.ts'
import { oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Stones', {
  sql: `create table stone (id int primary key, name text, found_at timestamptz);
    insert into stone select n, 'Stone ' || n, now() from generate_series(1, 500) n;
    insert into storage.buckets (id, name) values ('stones', 'stones');
    insert into storage.objects (bucket_id, name) values ('stones', 'flint.txt'), ('stones', 'a/b')`,
})
let tableId = ''

test.beforeAll(async () => {
  tableId = await oidOf(shared.project, 'stone')
})

type Arrival = { path: string; arrived: (page: Page) => Locator }

const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 })
const ofProject = (path: string, arrived: Arrival['arrived']): Arrival => ({
  path: `/project/${shared.project.ref}${path}`,
  arrived,
})
const ofOrganization = (path: string, arrived: Arrival['arrived']): Arrival => ({
  path: `/org/${shared.project.organization_slug}${path}`,
  arrived,
})

/** Every page, with the element that shows that it has loaded. */
const PARTS: Record<string, () => readonly Arrival[]> = {
  'organizations and account': () => [
    { path: '/organizations', arrived: heading('Organizations') },
    { path: '/new', arrived: heading('New organization') },
    ofOrganization('', heading('Projects')),
    ofOrganization('/team', heading('Team')),
    ofOrganization('/billing', heading('Billing')),
    ofOrganization('/usage', heading('Usage')),
    ofOrganization('/settings', heading('Settings')),
    { path: '/support/new', arrived: (page) => page.getByRole('heading', { level: 1 }) },
    { path: '/guides/database/extensions/citext', arrived: heading('citext') },
    { path: '/account/me', arrived: heading('Account') },
    { path: '/installation', arrived: heading('General') },
    { path: '/installation/incidents', arrived: heading('Incidents') },
    { path: '/installation/notices', arrived: heading('Notices') },
    { path: '/forgot-password', arrived: heading('Forgot your password?') },
    { path: '/reset-password', arrived: heading('This link doesn’t work') },
    { path: '/confirm-email', arrived: heading('This link doesn’t work') },
  ],
  'a project': () => [
    ofProject('', heading('Stones')),
    ofProject(`/editor/${tableId}`, (page) => page.getByText('500 rows')),
    ofProject('/sql', (page) => page.locator('.monaco-editor').first()),
    ofProject('/mailbox', heading('Mailbox')),
    ofProject('/storage', heading('Buckets')),
    ofProject('/storage/policies', (page) => page.getByText(/^No policies\./).first()),
    ofProject('/storage/webhooks', (page) => page.getByText('No webhooks yet')),
    ofProject('/storage/buckets/stones', (page) => page.getByText('flint.txt')),
  ],
  'the database of a project': () => [
    ofProject('/database/views', heading('Views')),
    ofProject('/database/parameters', (page) => page.getByRole('table', { name: 'Parameters' })),
    ofProject('/database/network', (page) => page.getByText('No banned addresses')),
    ofProject('/database/postgres-settings', (page) =>
      page.getByRole('table', { name: 'Postgres settings' }),
    ),
    ofProject('/database/replicas', (page) => page.getByText('No read replicas')),
    ofProject('/database/pooling', heading('Connection pooling')),
    ofProject('/database/replication-slots', heading('Replication slots')),
    ofProject('/database/tables', heading('Tables')),
    ofProject('/database/policies', (page) => page.getByText('RLS disabled').first()),
    ofProject('/database/activity', (page) => page.getByRole('table', { name: 'Sessions' })),
    ofProject('/database/activity?view=sizes', (page) =>
      page.getByRole('table', { name: 'tables' }),
    ),
    ofProject('/database/activity?view=wal', (page) => page.getByText('WAL level')),
  ],
  'the settings of a project': () => [
    ofProject('/settings/general', heading('General')),
    ofProject('/settings/database', heading('Database')),
    ofProject('/settings/api-keys', heading('API keys')),
    ofProject('/settings/data-api', heading('Data API')),
    ofProject('/auth/settings', heading('URLs and sessions')),
    ofProject('/settings/jwt-keys', heading('JWT keys')),
    ofProject('/storage/settings', heading('Settings')),
  ],
  'the API docs': () => [
    ofProject('/api', heading('Introduction')),
    ofProject('/api/authentication', heading('Authentication')),
    ofProject('/api/tables/stone', (page) => page.locator('[data-sample=delete]')),
    ofProject('/api/types', (page) => page.getByLabel('Types in TypeScript')),
    ofProject('/api/graphiql', (page) => page.locator('.graphiql-query-editor')),
  ],
}

for (const [part, pages] of Object.entries(PARTS))
  test(`the pages of ${part} have no accessibility violation in any theme and no sideways scroll`, async ({
    page,
  }) => {
    await useSession(page, shared.session)
    await page.goto(shared.server.url)
    await expect(heading('Organizations')(page)).toBeVisible()
    for (const { path, arrived } of pages())
      await test.step(path, async () => {
        await follow(page, path)
        await expect(arrived(page)).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await expectAccessible(page, path)
      })
  })

test('the sign-in page has no accessibility violation in any theme', async ({ page }) => {
  await page.goto(`${shared.server.url}/sign-in`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  expect(await violations(page)).toEqual([])
})
