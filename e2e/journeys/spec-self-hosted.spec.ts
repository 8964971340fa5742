import { expect, test, type Page } from '@playwright/test'
import { PASSWORD } from '../support/account.ts'
import { openPalette, toastTexts } from '../support/dashboard-page.ts'
import { emptyDataFolder } from '../support/data-folder.ts'
import { discard, startServer, stoa, type StartedServer } from '../support/server.ts'

const EMAIL = 'alone@example.com'
const HOME = '/project/default'

let server: StartedServer
let session: string

test.beforeAll(async ({ browser }) => {
  server = await startServer({
    dataDir: await emptyDataFolder(),
    env: {
      STOA_MODE: 'self-hosted',
      STOA_DISABLED_FEATURES: 'billing:invoices, organizations:create',
    },
  })
  const page = await browser.newPage()
  await page.goto(server.ownerLink ?? '')
  await page.getByLabel('Email').fill(EMAIL)
  await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await page.getByRole('button', { name: 'Create account' }).click()
  // The owner lands in the existing default project.
  await page.waitForURL(home())
  const kept = await page.waitForFunction(() => localStorage.getItem('stoa.session'))
  session = String(await kept.jsonValue())
  await page.close()
})
test.afterAll(() => discard(server))
test.beforeEach(({ page }) =>
  page.addInitScript((text) => {
    if (sessionStorage.getItem('seeded') === null) localStorage.setItem('stoa.session', text)
    sessionStorage.setItem('seeded', 'yes')
  }, session),
)

const home = () => `${server.url}${HOME}`
const project = (page: Page) => page.getByRole('button', { name: 'Project: Default project' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

// SPEC: "and a self-hosted mode."
// SPEC: "In the self-hosted mode the profile's disabled_features list is filled from a
// comma-separated environment setting."
test('a self-hosted installation has one project, and the disabled features of its setting', async ({
  page,
}) => {
  const profile = page.waitForResponse(
    (response) =>
      new URL(response.url()).pathname === '/platform/profile' && response.status() < 300,
  )
  await page.goto(home())
  expect(await (await profile).json()).toMatchObject({
    disabled_features: ['billing:invoices', 'organizations:create'],
    landing_path: HOME,
  })
  await expect(project(page)).toBeVisible()
  await expect(page).toHaveURL(home())
})

test.describe('landing', () => {
  // SPEC: "/project/default | Landing in self-hosted mode."
  // SPEC: "/_app | Application shell page."
  for (const path of ['/', '/organizations', '/_app'])
    test(`opens the default project from ${path}`, async ({ page }) => {
      await page.addInitScript(() => localStorage.setItem('stoa.last-organization', '"elsewhere"'))
      await page.goto(`${server.url}${path}`)
      await expect(project(page)).toBeVisible()
      await expect(page).toHaveURL(home())
    })

  test('opens the default project after signing in, and from the logo at the top left', async ({
    page,
  }) => {
    await page.goto(`${server.url}/sign-up`)
    await expect(project(page)).toBeVisible()
    // Clears the storage instead of signing out, which would end the other tests' session.
    await page.evaluate(() => localStorage.clear())
    await page.goto(`${server.url}/sign-in`)
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(project(page)).toBeVisible()
    await expect(page).toHaveURL(home())
    await page.goto(`${server.url}/account/me`)
    await page.getByRole('link', { name: 'Start page' }).click()
    await expect(project(page)).toBeVisible()
    await expect(page).toHaveURL(home())
  })

  test('opens the default project if an organization or a project is missing', async ({ page }) => {
    const toasts = await toastTexts(page)
    await page.goto(`${server.url}/org/nobody`)
    await expect.poll(() => toasts).toEqual(["We couldn't find that organization"])
    await expect(project(page)).toBeVisible()
    await expect(page).toHaveURL(`${home()}?error=org_not_found&org=nobody`)
    await page.goto(`${server.url}/project/abcdefghijklmnopqrst`)
    await expect.poll(() => toasts.slice(1)).toEqual(['This project does not exist'])
    await expect(project(page)).toBeVisible()
    await expect(page).toHaveURL(home())
  })
})

test.describe('a platform-only feature', () => {
  test('is in no menu', async ({ page }) => {
    await page.goto(home())
    await page.getByRole('button', { name: 'Organization: Default organization' }).click()
    await expect(page.getByRole('option', { name: 'Default organization' })).toBeVisible()
    await expect(page.getByText(/All organizations|New organization|Free/)).toHaveCount(0)
    await page.getByRole('option', { name: 'Default organization' }).click()
    await expect(heading(page, 'Projects')).toBeVisible()
    const pages = page.getByRole('navigation', { name: 'Organization' })
    await expect(pages.getByRole('link')).toHaveText(['Projects', 'Settings', 'Assistant'])
    // This list is where a button for another project would be.
    await expect(
      page.getByRole('main').getByRole('link', { name: 'Default project' }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'New project' })).toHaveCount(0)
    await openPalette(page)
    const palette = page.getByRole('dialog', { name: 'Search and actions' })
    await expect(palette.getByRole('option', { name: 'Default project' })).toBeVisible()
    await expect(palette.getByRole('option', { name: /Team|Billing|New organi/ })).toHaveCount(0)
  })

  test('is said to be unavailable at its URL', async ({ page }) => {
    await page.goto(home())
    await page.getByRole('button', { name: 'Organization: Default organization' }).click()
    await page.getByRole('option', { name: 'Default organization' }).click()
    await expect(heading(page, 'Projects')).toBeVisible()
    await expect(page).toHaveURL(/\/org\/[^/]+$/)
    const organization = page.url()
    await page.goto(`${organization}/billing`)
    await expect(page.getByText('No billing on this installation')).toBeVisible()
    await page.goto(`${organization}/team`)
    await expect(page.getByText('Members can’t be invited')).toBeVisible()
    await page.goto(`${organization}/settings`)
    await expect(page.getByLabel('Name')).toHaveValue('Default organization')
    await expect(page.getByLabel('Plan')).toHaveCount(0)
    await page.goto(`${server.url}/new`)
    await expect(
      page.getByText('You can’t create organizations on this installation.'),
    ).toBeVisible()
  })
})

test('a self-hosted project has every project feature', async ({ page }) => {
  const info = await stoa(server, 'project', 'list', '--json')
  expect(JSON.parse(info.stdout)).toMatchObject([{ ref: 'default' }])
  await page.goto(home())
  const products = page.getByRole('navigation', { name: 'Products' })
  for (const name of ['Home', 'Table editor', 'SQL editor', 'Auth', 'Settings'])
    await expect(products.getByRole('link', { name })).toBeVisible()
  await page.goto(`${home()}/settings/general`)
  await expect(page.getByRole('button', { name: 'Pause project' })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Delete project' })).toHaveCount(0)
  for (const [path, name] of [
    ['database', 'Database'],
    ['api-keys', 'API keys'],
    ['jwt-keys', 'JWT keys'],
  ] as const) {
    await page.goto(`${home()}/settings/${path}`)
    await expect(page.getByRole('main').getByRole('heading', { name }).first()).toBeVisible()
  }
})
