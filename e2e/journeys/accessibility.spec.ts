import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { inDatabase, sharedProject } from '../support/project.ts'

const shared = sharedProject('Stones', {
  sql: `create table stone (id int primary key, name text, found_at timestamptz);
    insert into stone select n, 'Stone ' || n, now() from generate_series(1, 500) n`,
})
let tableId = ''

test.beforeAll(async () => {
  const { rows } = await inDatabase(shared.project, (database) =>
    database.query<{ id: string }>("select 'stone'::regclass::oid::text as id"),
  )
  tableId = rows[0]?.id ?? ''
})

const THEMES = ['light', 'dark', 'classic-dark'] as const
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const

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

/** Every page, and what shows that it has arrived. */
const PARTS: Record<string, () => readonly Arrival[]> = {
  'organizations and account': () => [
    { path: '/organizations', arrived: heading('Organizations') },
    { path: '/new', arrived: heading('New organization') },
    ofOrganization('', heading('Projects')),
    ofOrganization('/team', heading('Team')),
    ofOrganization('/billing', heading('Billing')),
    ofOrganization('/settings', heading('Organization settings')),
    { path: '/support/new', arrived: (page) => page.getByRole('heading', { level: 1 }) },
    { path: '/account/me', arrived: heading('Account') },
    { path: '/account/installation', arrived: heading('Installation') },
    { path: '/forgot-password', arrived: heading('Forgot your password?') },
    { path: '/reset-password', arrived: heading('This link does not work') },
  ],
  'a project': () => [
    ofProject('', heading('Stones')),
    ofProject(`/editor/${tableId}`, (page) => page.getByText('500 rows')),
    ofProject('/sql', (page) => page.locator('.monaco-editor').first()),
    ofProject('/mailbox', heading('Mailbox')),
  ],
  'the settings of a project': () => [
    ofProject('/settings/general', heading('General')),
    ofProject('/settings/database', heading('Database')),
    ofProject('/settings/api-keys', heading('API keys')),
    ofProject('/settings/data-api', heading('Data API')),
    ofProject('/settings/auth', heading('Auth')),
    ofProject('/settings/jwt-keys', heading('JWT keys')),
  ],
  'the API docs': () => [
    ofProject('/api', heading('Introduction')),
    ofProject('/api/authentication', heading('Authentication')),
    ofProject('/api/tables/stone', (page) => page.locator('[data-sample=delete]')),
    ofProject('/api/types', (page) => page.getByLabel('Types in TypeScript')),
    ofProject('/api/graphiql', (page) => page.locator('.graphiql-query-editor')),
  ],
}

/** Opens all pages of a test in one theme, with nothing on them that moves. */
async function dress(page: Page, theme: string) {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.addInitScript(
    (name) => localStorage.setItem('stoa.theme', JSON.stringify(name)),
    theme,
  )
}

async function violations(page: Page): Promise<string[]> {
  const found = await new AxeBuilder({ page })
    // The editor is Monaco's; its own screen reader mode is what helps there.
    .exclude('.monaco-editor')
    // GraphiQL's own, whose tabs hold their buttons; its markup is not ours to change.
    .exclude('.graphiql-tab')
    .analyze()
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
}

const overflow = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)

for (const theme of THEMES) {
  for (const { width, height } of SIZES)
    for (const [part, pages] of Object.entries(PARTS))
      test(`every page of ${part} in ${theme} at ${width} px has no violation and no sideways scroll`, async ({
        page,
      }) => {
        await page.setViewportSize({ width, height })
        await dress(page, theme)
        await useSession(page, shared.session)
        for (const { path, arrived } of pages())
          await test.step(path, async () => {
            await page.goto(shared.server.url + path)
            await expect(arrived(page)).toBeVisible()
            await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
            expect.soft(await violations(page), path).toEqual([])
            expect.soft(await overflow(page), `${path} scrolls sideways`).toBeLessThanOrEqual(0)
          })
      })

  test(`sign-in in ${theme} has no violation`, async ({ page }) => {
    await dress(page, theme)
    await page.goto(`${shared.server.url}/sign-in`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
}
