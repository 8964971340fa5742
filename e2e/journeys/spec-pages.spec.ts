import { expect, test, type Page } from '@playwright/test'
import pg from 'pg'
import { signIn, useSession, type DashboardSession } from '../support/account.ts'
import { requestsTo, stored, toast } from '../support/dashboard-page.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let session: DashboardSession
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
  project = await createProject(server, 'Library')
  const client = new pg.Client({ connectionString: project.connection_string })
  await client.connect()
  await client.query('create table books (id int primary key, title text)')
  await client.end()
})
test.afterAll(() => discard(server))
test.beforeEach(({ page }) => useSession(page, session))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const addressOf = (page: Page) => page.url().slice(server.url.length)
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' })

test.describe('what does not exist', () => {
  // SPEC: "Unknown organization: toast 'We couldn't find that organization'."
  // SPEC: "The user is redirected to the landing route with query parameters error=org_not_found
  // and org={slug}."
  // SPEC: "Landing in platform mode when an organization or project is missing."
  for (const path of ['', '/team', '/settings'])
    test(`an unknown organization is told so and left: /org/nobody${path}`, async ({ page }) => {
      await page.goto(`${server.url}/org/nobody${path}`)
      await expect(toast(page, "We couldn't find that organization")).toHaveCount(1)
      await expect(heading(page, 'Organizations')).toBeVisible()
      expect(addressOf(page)).toBe('/organizations?error=org_not_found&org=nobody')
    })

  // SPEC: "Unknown project: toast 'This project does not exist'."
  // SPEC: "The user goes to the landing route."
  for (const path of ['', '/editor', '/sql/new', '/settings/general'])
    test(`an unknown project is told so and left: /project/…${path}`, async ({ page }) => {
      await page.goto(`${server.url}/project/abcdefghijklmnopqrst${path}`)
      await expect(toast(page, 'This project does not exist')).toHaveCount(1)
      await expect(heading(page, 'Organizations')).toBeVisible()
      expect(addressOf(page)).toBe('/organizations')
    })

  // SPEC: "/new/{slug} and /join | Exempt from the existence checks."
  test('the pages for what is to come are not checked', async ({ page }) => {
    await page.goto(`${server.url}/new/nobody`)
    await expect(page.getByText('There is no such organization among yours')).toBeVisible()
    expect(addressOf(page)).toBe('/new/nobody')
    await expect(toast(page, /./)).toHaveCount(0)
    await page.goto(`${server.url}/join?token=unknown`)
    await expect(heading(page, 'Join the organization')).toBeVisible()
    expect(addressOf(page)).toBe('/join?token=unknown')
    await expect(toast(page, /./)).toHaveCount(0)
  })
})

test.describe('the place one is at', () => {
  // SPEC: "The current organization is found by the slug route parameter, or else by the
  // organization id of the current project (route parameter ref)."
  // SPEC: "/project/{ref}/... | Project pages. Parameters: ref (project reference) and slug
  // (organization slug)."
  // SPEC: "/org/{slug} | Organization page."
  test('names the organization, from its own address and from its project', async ({ page }) => {
    await page.goto(`${server.url}/organizations`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Library org/ })
      .click()
    await expect(heading(page, 'Projects')).toBeVisible()
    expect(addressOf(page)).toMatch(/^\/org\/[a-z0-9-]+$/)
    const switcher = page.getByRole('button', { name: 'Organization: Library org' })
    await expect(switcher).toBeVisible()
    await page.goto(`${server.url}/project/${project.ref}`)
    await expect(page.getByRole('button', { name: 'Project: Library' })).toBeVisible()
    await expect(switcher).toBeVisible()
  })

  // SPEC: ".../sql/{id} | SQL editor."
  // SPEC: "**Dashboard history per project**: last opened sql id and editor id."
  test('is remembered for the SQL editor of each project', async ({ page }) => {
    await page.goto(`${server.url}/project/${project.ref}/sql/new`)
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    const opened = addressOf(page)
    expect(opened).toMatch(/\/sql\/(?!new$)[\w-]+$/)
    const id = opened.split('/').at(-1)
    await expect.poll(() => stored(page, `stoa.history.${project.ref}.sql`)).toBe(id)
    await page.goto(`${server.url}/project/${project.ref}`)
    await page.getByRole('link', { name: 'SQL editor', exact: true }).click()
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    expect(addressOf(page)).toBe(opened)
  })

  // SPEC: ".../editor/{id} | Table editor. An id of 'new' is not recorded as history."
  test('is remembered for the table editor, except for new', async ({ page }) => {
    const history = `stoa.history.${project.ref}.editor`
    await page.goto(`${server.url}/project/${project.ref}/editor`)
    await page.getByRole('button', { name: /^Table books/ }).click()
    await expect(page.getByRole('columnheader', { name: /title/ })).toBeVisible()
    const opened = new URL(page.url()).pathname
    await expect.poll(() => stored(page, history)).toBe(opened.split('/').at(-1))
    await page.goto(`${server.url}/project/${project.ref}/editor/new`)
    await expect(page.getByRole('dialog', { name: /new table/i })).toBeVisible()
    expect(await stored(page, history)).toBe(opened.split('/').at(-1))
    await page.goto(`${server.url}/project/${project.ref}`)
    await page.getByRole('link', { name: 'Table editor', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: /title/ })).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(opened)
  })
})

test.describe('the command palette', () => {
  for (const { name, platform, keys } of [
    { name: 'the Command key', platform: 'MacIntel', keys: 'Meta+k' },
    { name: 'Control where there is no Command key', platform: 'Linux x86_64', keys: 'Control+k' },
  ])
    // SPEC: "Command palette: opens with the meta key plus k, and closes on route change."
    test(`opens with ${name} and k, and closes on route change`, async ({ page }) => {
      await page.addInitScript((value) => {
        Object.defineProperty(navigator, 'platform', { get: () => value })
      }, platform)
      await page.goto(`${server.url}/account/me`)
      await expect(heading(page, 'Account')).toBeVisible()
      await page.getByRole('link', { name: 'All organizations' }).click()
      await expect(heading(page, 'Organizations')).toBeVisible()
      await page.keyboard.press(keys)
      await expect(palette(page).getByRole('combobox')).toBeFocused()
      await page.goBack()
      await expect(heading(page, 'Account')).toBeVisible()
      await expect(palette(page)).toHaveCount(0)
      await page.goForward()
      await expect(heading(page, 'Organizations')).toBeVisible()
      await expect(palette(page)).toHaveCount(0)
    })

  test('leads to a page and is gone there', async ({ page }) => {
    await page.goto(`${server.url}/organizations`)
    await expect(page.getByRole('main').getByRole('link', { name: /Library org/ })).toBeVisible()
    await page.keyboard.press('ControlOrMeta+k')
    await palette(page).getByRole('combobox').fill('Library')
    await palette(page).getByRole('option', { name: 'Library', exact: true }).click()
    await page.waitForURL(`**/project/${project.ref}`)
    await expect(palette(page)).toHaveCount(0)
  })
})

test.describe('the error screen', () => {
  /** What a page translation leads to: React removes a node that is elsewhere by now. */
  const breakRemoval = () => {
    const remove = Node.prototype.removeChild
    Node.prototype.removeChild = () => {
      Node.prototype.removeChild = remove
      throw new DOMException("Failed to execute 'removeChild' on 'Node'")
    }
  }

  // SPEC: "Heading 'Sorry! An unexpected error occurred', with a 'Copy error' button."
  // SPEC: "It shows the message."
  // SPEC: "For the removeChild error it gives a hint that page translation or browser extensions
  // cause it."
  // SPEC: "or 'Reload dashboard' in production."
  test('stands where something changed the page under the dashboard', async ({ page }) => {
    await page.goto(`${server.url}/account/me`)
    await expect(heading(page, 'Account')).toBeVisible()
    await page.getByLabel('Name').fill('Ada')
    await expect(page.getByText('You will be shown as “Ada”.')).toBeVisible()
    await page.evaluate(breakRemoval)
    await page.getByLabel('Name').fill('')
    await expect(heading(page, 'Sorry! An unexpected error occurred')).toBeVisible()
    await expect(page.getByText("Failed to execute 'removeChild' on 'Node'")).toBeVisible()
    await expect(page.getByText(/Page translation and some browser extensions/)).toBeVisible()
    await page.getByRole('button', { name: 'Copy error' }).click()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('removeChild')
    await page.getByRole('button', { name: 'Reload dashboard' }).click()
    await expect(heading(page, 'Account')).toBeVisible()
  })
})

test('every page has one heading of the first level, and so has what is not there', async ({
  page,
}) => {
  const of = `/project/${project.ref}`
  const org = `/org/${project.organization_slug}`
  const settings = ['general', 'database', 'api-keys', 'data-api', 'auth', 'jwt-keys']
  const paths = [
    '/organizations',
    '/new',
    `/new/${project.organization_slug}`,
    '/account/me',
    '/account/installation',
    '/account/mailbox',
    '/support/new',
    org,
    `${org}/team`,
    `${org}/settings`,
    `${org}/billing`,
    of,
    `${of}/mailbox`,
    `${of}/sql/new`,
    `${of}/editor`,
    `${of}/editor/new`,
    `${of}/editor/1`,
    `${of}/no-such-page`,
    '/no-such-page',
    ...settings.map((name) => `${of}/settings/${name}`),
    '/forgot-password',
    '/reset-password',
    '/join?token=unknown',
  ]
  for (const path of paths)
    await test.step(path, async () => {
      await page.goto(server.url + path)
      const first = page.getByRole('heading', { level: 1, includeHidden: true })
      await expect(first, path).toHaveCount(1)
      // The table editor moves on to the table that was open last, the SQL editor to a query.
      await page.waitForLoadState('networkidle')
      await expect.soft(first, path).toHaveCount(1)
    })
})

test('on a phone the settings show the link of the open page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${server.url}/project/${project.ref}/settings/auth`)
  await expect(heading(page, 'Auth')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Auth', exact: true })).toBeInViewport({ ratio: 1 })
})

test('nothing is asked of another origin', async ({ page }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url())
  })
  const own = requestsTo(page, `/platform/projects/${project.ref}`)
  // SPEC: "Code editor loads from a CDN on the platform, or from a local folder otherwise."
  await page.goto(`${server.url}/project/${project.ref}/sql/new`)
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  expect(own.length).toBeGreaterThan(0)
  expect(elsewhere).toEqual([])
})
