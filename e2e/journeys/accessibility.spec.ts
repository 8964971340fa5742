import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import pg from 'pg'
import { signIn, useSession, type DashboardSession } from '../support/account.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let session: DashboardSession
let tableId = ''

test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
  project = await createProject(server, 'Stones')
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query(`create table stone (id int primary key, name text, found_at timestamptz);
    insert into stone select n, 'Stone ' || n, now() from generate_series(1, 500) n`)
  const { rows } = await client.query<{ id: string }>("select 'stone'::regclass::oid::text as id")
  tableId = rows[0]?.id ?? ''
  await client.end()
})
test.afterAll(() => discard(server))

const THEMES = ['light', 'dark', 'classic-dark'] as const
const SIZES = [
  { width: 1440, height: 900 },
  { width: 360, height: 740 },
] as const

/** Every page, and what shows that it has arrived. */
function pages(): readonly {
  path: string
  arrived: (page: Page) => ReturnType<Page['locator']>
}[] {
  const heading = (name: string) => (page: Page) => page.getByRole('heading', { name, level: 1 })
  const { ref } = project
  const of = `/project/${ref}`
  return [
    { path: '/organizations', arrived: heading('Organizations') },
    { path: '/new', arrived: heading('New organization') },
    { path: of, arrived: heading('Stones') },
    { path: `${of}/editor/${tableId}`, arrived: (page) => page.getByText('500 rows') },
    { path: `${of}/sql`, arrived: (page) => page.locator('.monaco-editor').first() },
    { path: `${of}/api`, arrived: heading('Introduction') },
    { path: `${of}/api/authentication`, arrived: heading('Authentication') },
    { path: `${of}/api/tables/stone`, arrived: (page) => page.locator('[data-sample=delete]') },
    { path: `${of}/api/types`, arrived: (page) => page.getByLabel('Types in TypeScript') },
    { path: `${of}/api/graphiql`, arrived: (page) => page.locator('.graphiql-query-editor') },
    { path: `${of}/mailbox`, arrived: heading('Mailbox') },
    { path: `${of}/settings/general`, arrived: heading('General') },
    { path: `${of}/settings/database`, arrived: heading('Database') },
    { path: `${of}/settings/api-keys`, arrived: heading('API keys') },
    { path: `${of}/settings/data-api`, arrived: heading('Data API') },
    { path: `${of}/settings/auth`, arrived: heading('Auth') },
    { path: `${of}/settings/jwt-keys`, arrived: heading('JWT keys') },
    { path: `/org/${project.organization_slug}`, arrived: heading('Projects') },
    { path: `/org/${project.organization_slug}/team`, arrived: heading('Team') },
    { path: `/org/${project.organization_slug}/billing`, arrived: heading('Billing') },
    {
      path: `/org/${project.organization_slug}/settings`,
      arrived: heading('Organization settings'),
    },
    { path: '/support/new', arrived: (page) => page.getByRole('heading', { level: 1 }) },
    { path: '/account/me', arrived: heading('Account') },
    { path: '/account/installation', arrived: heading('Installation') },
    { path: '/forgot-password', arrived: heading('Forgot your password?') },
    { path: '/reset-password', arrived: heading('This link does not work') },
  ]
}

for (const theme of THEMES)
  for (const size of SIZES)
    test(`every page in ${theme} at ${size.width} px has no violation and no sideways scroll`, async ({
      browser,
    }) => {
      const context = await browser.newContext({ viewport: size, reducedMotion: 'reduce' })
      const page = await context.newPage()
      await useSession(page, session)
      await page.addInitScript(
        (name) => localStorage.setItem('stoa.theme', JSON.stringify(name)),
        theme,
      )
      for (const { path, arrived } of pages())
        await test.step(path, async () => {
          await page.goto(server.url + path)
          await expect(arrived(page)).toBeVisible()
          const { violations } = await new AxeBuilder({ page })
            // The editor is Monaco's; its own screen reader mode is what helps there.
            .exclude('.monaco-editor')
            // GraphiQL's own, whose tabs hold their buttons; its markup is not ours to change.
            .exclude('.graphiql-tab')
            .analyze()
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
          expect.soft(found, path).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          )
          expect.soft(overflow, `${path} scrolls sideways`).toBeLessThanOrEqual(0)
        })
      await context.close()
    })

test('sign-in has no violation in any theme', async ({ browser }) => {
  for (const theme of THEMES) {
    const context = await browser.newContext()
    const page = await context.newPage()
    await page.addInitScript(
      (name) => localStorage.setItem('stoa.theme', JSON.stringify(name)),
      theme,
    )
    await page.goto(`${server.url}/sign-in`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(violations.map(({ id }) => id)).toEqual([])
    await context.close()
  }
})
