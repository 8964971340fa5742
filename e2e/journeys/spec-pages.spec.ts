import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import {
  follow,
  holdsFocus,
  openPalette,
  requestsTo,
  stored,
  toastTexts,
} from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library', {
  sql: 'create table books (id int primary key, title text)',
})
test.beforeEach(({ page }) => useSession(page, shared.session))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Search and actions' })

/** Waits until the toaster has loaded and shown any queued toasts. */
async function untilToastsShow(page: Page) {
  await page.keyboard.press('Shift')
  await expect(page.locator('section[aria-live=polite]')).toBeAttached()
}

test.describe('a page of something that does not exist', () => {
  // SPEC: "It runs in a hosted platform mode"
  // SPEC: "Unknown organization: toast 'We couldn't find that organization'."
  // SPEC: "The user is redirected to the landing route with query parameters error=org_not_found
  // and org={slug}."
  // SPEC: "Landing in platform mode when an organization or project is missing."
  for (const path of ['', '/team', '/settings'])
    test(`shows a toast and redirects if the organization is unknown: /org/nobody${path}`, async ({
      page,
    }) => {
      const toasts = await toastTexts(page)
      await page.goto(`${shared.server.url}/org/nobody${path}`)
      await expect(heading(page, 'Organizations')).toBeVisible()
      await expect(page).toHaveURL(
        `${shared.server.url}/organizations?error=org_not_found&org=nobody`,
      )
      await expect.poll(() => toasts).toEqual(["We couldn't find that organization"])
    })

  // SPEC: "Unknown project: toast 'This project does not exist'."
  // SPEC: "The user goes to the landing route."
  for (const path of ['', '/editor', '/sql/new', '/settings/general'])
    test(`shows a toast and redirects if the project is unknown: /project/…${path}`, async ({
      page,
    }) => {
      const toasts = await toastTexts(page)
      await page.goto(`${shared.server.url}/project/abcdefghijklmnopqrst${path}`)
      await expect(heading(page, 'Organizations')).toBeVisible()
      await expect(page).toHaveURL(`${shared.server.url}/organizations`)
      await expect.poll(() => toasts).toEqual(['This project does not exist'])
    })

  // SPEC: "/new/{slug} and /join | Exempt from the existence checks."
  test('does not redirect if it creates or joins an organization', async ({ page }) => {
    const toasts = await toastTexts(page)
    await page.goto(`${shared.server.url}/new/nobody`)
    await expect(page.getByText('You are not a member of this organization')).toBeVisible()
    await untilToastsShow(page)
    await expect(page).toHaveURL(`${shared.server.url}/new/nobody`)
    await page.goto(`${shared.server.url}/join?token=unknown`)
    await expect(heading(page, 'This invitation doesn’t work')).toBeVisible()
    await untilToastsShow(page)
    await expect(page).toHaveURL(`${shared.server.url}/join?token=unknown`)
    expect(toasts).toEqual([])
  })
})

test.describe('the current place', () => {
  // SPEC: "The current organization is found by the slug route parameter, or else by the
  // organization id of the current project (route parameter ref)."
  // SPEC: "/project/{ref}/... | Project pages. Parameters: ref (project reference) and slug
  // (organization slug)."
  // SPEC: "/org/{slug} | Organization page."
  test('includes the organization, found by its own URL and by its project', async ({ page }) => {
    await page.goto(`${shared.server.url}/organizations`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Library org/ })
      .click()
    await expect(heading(page, 'Projects')).toBeVisible()
    await expect(page).toHaveURL(/:\d+\/org\/[a-z0-9-]+$/)
    const switcher = page.getByRole('button', { name: 'Organization: Library org' })
    await expect(switcher).toBeVisible()
    await page.goto(shared.home)
    await expect(page.getByRole('button', { name: 'Project: Library' })).toBeVisible()
    await expect(switcher).toBeVisible()
  })

  // SPEC: ".../sql/{id} | SQL editor."
  // SPEC: "**Dashboard history per project**: last opened sql id and editor id."
  test('is stored for the SQL editor, per project', async ({ page }) => {
    await page.goto(`${shared.home}/sql/new`)
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    await expect(page).toHaveURL(/\/sql\/(?!new$)[\w-]+$/)
    const opened = page.url()
    const id = opened.split('/').at(-1)
    await expect.poll(() => stored(page, `stoa.history.${shared.project.ref}.sql`)).toBe(id)
    await page.goto(shared.home)
    await page.getByRole('link', { name: 'SQL editor', exact: true }).click()
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    await expect(page).toHaveURL(opened)
  })

  // SPEC: ".../editor/{id} | Table editor. An id of 'new' is not recorded as history."
  test('is stored for the table editor, except for new', async ({ page }) => {
    const history = `stoa.history.${shared.project.ref}.editor`
    await page.goto(`${shared.home}/editor`)
    await page.getByRole('button', { name: /^Table books/ }).click()
    await expect(page.getByRole('columnheader', { name: /title/ })).toBeVisible()
    await expect(page).toHaveURL(/\/editor\/\d+$/)
    const opened = page.url()
    await expect.poll(() => stored(page, history)).toBe(opened.split('/').at(-1))
    await page.goto(`${shared.home}/editor/new`)
    const sheet = page.getByRole('dialog', { name: /new table/i })
    // Once the sheet has the focus, the page has settled and has stored its history.
    await holdsFocus(sheet)
    expect(await stored(page, history)).toBe(opened.split('/').at(-1))
    await page.goto(shared.home)
    await page.getByRole('link', { name: 'Table editor', exact: true }).click()
    await expect(page.getByRole('columnheader', { name: /title/ })).toBeVisible()
    await expect(page).toHaveURL(opened)
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
      await page.goto(`${shared.server.url}/account/me`)
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

  test('opens a page and closes', async ({ page }) => {
    await page.goto(`${shared.server.url}/organizations`)
    await expect(page.getByRole('main').getByRole('link', { name: /Library org/ })).toBeVisible()
    await (await openPalette(page)).fill('Library')
    await palette(page).getByRole('option', { name: 'Library Library org', exact: true }).click()
    await expect(page).toHaveURL(shared.home)
    await expect(palette(page)).toHaveCount(0)
  })
})

test.describe('the error screen', () => {
  /** Simulates page translation, which makes React remove a node that has moved elsewhere. */
  const breakRemoval = (text: string) => {
    const remove = Node.prototype.removeChild
    Node.prototype.removeChild = function removeChild<Child extends Node>(child: Child): Child {
      // Other nodes that the page removes in the meantime are not affected.
      if (!child.textContent?.includes(text)) return remove.call(this, child) as Child
      Node.prototype.removeChild = remove
      throw new DOMException("Failed to execute 'removeChild' on 'Node'")
    }
  }

  // SPEC: "Heading 'Sorry! An unexpected error occurred', with a 'Copy error' button."
  // SPEC: "It shows the message."
  // SPEC: "For the removeChild error it gives a hint that page translation or browser extensions
  // cause it."
  // SPEC: "or 'Reload dashboard' in production."
  // SPEC: "Errors are also reported to an error-reporting service."
  test('is shown after something else changed the DOM of the dashboard', async ({ page }) => {
    await page.goto(`${shared.server.url}/account/me`)
    await expect(heading(page, 'Account')).toBeVisible()
    await page.getByLabel('Name').fill('Ada')
    await expect(page.getByText('Other members will see “Ada”.')).toBeVisible()
    await page.evaluate(breakRemoval, 'Other members will see')
    const report = page.waitForRequest('**/platform/telemetry/errors')
    await page.getByLabel('Name').fill('')
    await expect(heading(page, 'Sorry! An unexpected error occurred')).toBeVisible()
    await expect(page.getByText("Failed to execute 'removeChild' on 'Node'")).toBeVisible()
    expect((await report).postDataJSON()).toMatchObject({
      message: "Failed to execute 'removeChild' on 'Node'",
      page: '/account/me',
    })
    await expect(page.getByText(/Browser translation and some extensions/)).toBeVisible()
    await page.getByRole('button', { name: 'Copy error' }).click()
    await expect
      .poll(() => page.evaluate(() => navigator.clipboard.readText()))
      .toContain('removeChild')
    await page.getByRole('button', { name: 'Reload dashboard' }).click()
    await expect(heading(page, 'Account')).toBeVisible()
  })
})

test('every page has one level-1 heading, including the page for unknown URLs', async ({
  page,
}) => {
  const of = `/project/${shared.project.ref}`
  const org = `/org/${shared.project.organization_slug}`
  const pages: readonly (readonly [path: string, heading: string])[] = [
    ['/new', 'New organization'],
    [`/new/${shared.project.organization_slug}`, 'New project'],
    ['/account/me', 'Account'],
    ['/installation', 'General'],
    ['/account/mailbox', 'Mailbox'],
    ['/installation/incidents', 'Incidents'],
    ['/installation/notices', 'Notices'],
    ['/support/new', 'Contact support'],
    [org, 'Projects'],
    [`${org}/team`, 'Team'],
    [`${org}/settings`, 'Settings'],
    [`${org}/billing`, 'Billing'],
    [of, 'LibraryActive'],
    [`${of}/mailbox`, 'Mailbox'],
    [`${of}/sql/new`, 'Untitled query'],
    [`${of}/editor`, 'Table editor'],
    [`${of}/no-such-page`, 'This page does not exist'],
    [`${of}/editor/new`, 'Table editor'],
    [`${of}/settings/general`, 'General'],
    [`${of}/editor/1`, 'Table editor'],
    ['/no-such-page', 'This page does not exist'],
    [`${of}/settings/database`, 'Database'],
    [`${of}/settings/api-keys`, 'API keys'],
    [`${of}/settings/data-api`, 'Data API'],
    [`${of}/settings/auth`, 'URLs and sessions'],
    [`${of}/settings/jwt-keys`, 'JWT keys'],
    ['/forgot-password', 'Forgot your password?'],
    ['/reset-password', 'This link doesn’t work'],
    ['/join?token=unknown', 'This invitation doesn’t work'],
    ['/confirm-email', 'This link doesn’t work'],
  ]
  const first = page.getByRole('heading', { level: 1, includeHidden: true })
  await page.goto(`${shared.server.url}/organizations`)
  await expect(first).toHaveText(['Organizations'])
  // No two pages in a row have the same heading, which shows that the next one has opened.
  for (const [path, name] of pages)
    await test.step(path, async () => {
      await follow(page, path)
      await expect.soft(first, path).toHaveText([name])
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      await expect.soft(first, path).toHaveCount(1)
    })
})

test('on a phone, the settings name the open page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${shared.home}/settings/jwt-keys`)
  await expect(heading(page, 'JWT keys')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Settings: JWT keys' })).toBeInViewport({
    ratio: 1,
  })
})

test('no page requests anything from another origin', async ({ page }) => {
  const elsewhere: string[] = []
  page.on('request', (request) => {
    if (!request.url().startsWith(shared.server.url) && !/^(data|blob):/.test(request.url()))
      elsewhere.push(request.url())
  })
  const own = requestsTo(page, `/platform/projects/${shared.project.ref}`)
  // SPEC: "or from a local folder otherwise."
  await page.goto(`${shared.home}/sql/new`)
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await expect.poll(() => own.length).toBeGreaterThan(0)
  expect(elsewhere).toEqual([])
})
