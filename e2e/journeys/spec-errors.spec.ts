import { expect, type Page } from '@playwright/test'
import { fillInSignIn, useSession, type DashboardSession } from '../support/account.ts'
import {
  answerInstead,
  openPalette,
  refusal,
  requestsTo,
  runUntilVisible,
  settle,
  stored,
  toast,
  watchArrivals,
} from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'
import { startServer } from '../support/server.ts'

const UNREACHABLE = 'Unable to reach the server. Please check your network or try again later.'

const shared = sharedProject('Library', { env: { STOA_TELEMETRY: 'on' } })

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const main = (page: Page) => page.getByRole('main')
const editor = (page: Page) => page.locator('.monaco-editor').first()
const typed = (page: Page) => page.locator('.view-lines')
const saveStatus = (page: Page, text: string) =>
  page.getByRole('status').getByText(text, { exact: true })
const toBeAt = (page: Page, address: string) =>
  expect(page).toHaveURL(`${shared.server.url}${address}`)
/** The keys in local storage, except the banner height, which every page stores. */
const names = (page: Page) =>
  expect.poll(() =>
    page.evaluate(() => Object.keys(localStorage).filter((name) => name !== 'stoa.banner-height')),
  )

/** Restarts the server with the same data and ports, as after a crash. */
async function startAgain() {
  const { port } = new URL(shared.server.url)
  const env = {
    STOA_TELEMETRY: 'on',
    STOA_PORT: port,
    STOA_API_PORT: '0',
    STOA_POSTGRES_PORT: `${shared.server.postgresPort}`,
  }
  shared.server = await startServer({ dataDir: shared.server.dataDir, env })
}

async function signInByHand(page: Page) {
  await page.goto(`${shared.server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
}

/** Opens a new query and types into it. */
async function typeQuery(page: Page, sql: string) {
  await page.goto(`${shared.home}/sql/new`)
  await takeFocus(page)
  await page.keyboard.insertText(sql)
  await expect(typed(page)).toContainText(sql)
}

async function takeFocus(page: Page) {
  await editor(page).click()
  await expect(editor(page)).toHaveClass(/\bfocused\b/)
}

test.describe('a session that ends during work', () => {
  // SPEC: "401 on profile load: sign out and redirect to /sign-in."
  test('leads to the sign-in page, and then back to the unsaved text', async ({ page }) => {
    await signInByHand(page)
    const { access_token } = (await stored(page, 'stoa.session')) as DashboardSession
    let end: () => void = () => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    // Holds the save request, so that the session always ends between typing and saving.
    await page.route('**/content/*', async (route) => {
      if (route.request().method() === 'PUT') await ended
      await route.continue()
    })
    await typeQuery(page, 'select 4711')
    const answer = await fetch(`${shared.server.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { authorization: `Bearer ${access_token}` },
    })
    expect(answer.status).toBe(204)
    end()
    await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
    const { ref } = shared.project
    await expect(page).toHaveURL(new RegExp(`/sign-in\\?returnTo=%2Fproject%2F${ref}%2Fsql%2F`))
    await names(page).not.toContain('stoa.session')
    await fillInSignIn(page)
    await expect(typed(page)).toContainText('select 4711')
    await expect(saveStatus(page, 'Saved')).toBeVisible()
  })
})

test.describe('a concurrent change by two users', () => {
  test('is rejected with 409 and shows both texts', async ({ page, context }) => {
    await useSession(page, shared.session)
    await typeQuery(page, 'select 1')
    await expect(saveStatus(page, 'Saved')).toBeVisible()
    const other = await context.newPage()
    await useSession(other, shared.session)
    await other.goto(page.url())
    await expect(typed(other)).toContainText('select 1')
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.keyboard.insertText('1')
    await expect(typed(page)).toContainText('select 11')
    expect((await saved).status()).toBe(200)
    await expect(saveStatus(page, 'Saved')).toBeVisible()
    const refused = other.waitForResponse((response) => response.status() === 409)
    await takeFocus(other)
    await other.keyboard.press('ControlOrMeta+A')
    await other.keyboard.insertText('select 2')
    await refused
    const dialog = other.getByRole('dialog', { name: 'This query was changed elsewhere' })
    await expect(dialog).toContainText('select 2')
    await expect(dialog).toContainText('select 11')
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await expect(typed(other)).toContainText('select 11')
    await other.close()
  })
})

test.describe('a server restart', () => {
  // SPEC: "Unreachable server: 'Unable to reach the server. Please check your network or try again
  // later.'"
  test('loses neither a page, nor the session, nor a query that could not be saved', async ({
    page,
    context,
  }) => {
    await useSession(page, shared.session)
    const allArrived = watchArrivals(page)
    await page.goto(`${shared.server.url}/organizations`)
    const organization = main(page).getByRole('link', { name: /Library org/ })
    const projectLink = main(page).getByRole('link', { name: 'Library', exact: true })
    await organization.click()
    await expect(projectLink).toBeVisible()
    await page.goBack()
    await expect(organization).toBeVisible()
    const writer = await context.newPage()
    await useSession(writer, shared.session)
    const writerArrived = watchArrivals(writer)
    await typeQuery(writer, 'select 815')
    await expect(saveStatus(writer, 'Saved')).toBeVisible()
    const address = new URL(writer.url()).pathname
    // The current pages have fully loaded before the server is killed.
    await allArrived()
    await writerArrived()
    await shared.server.kill('SIGKILL')

    await test.step('shows what was read before', async () => {
      await organization.click()
      await expect(projectLink).toBeVisible()
    })

    await test.step('is awaited by a page that could not be loaded', async () => {
      await page.getByRole('button', { name: 'Account' }).click()
      await page.getByRole('menuitem', { name: 'Account' }).click()
      await expect(page.getByRole('alert')).toContainText('Could not load this page')
      await expect(page.getByRole('alert')).toContainText(UNREACHABLE)
      await toBeAt(page, '/account/me')
    })

    await test.step('keeps the query, and asks before it is lost', async () => {
      await writer.keyboard.insertText('11')
      await expect(saveStatus(writer, 'Unsaved')).toBeVisible()
      const draft = `stoa.sql-draft.${shared.project.ref}.${address.split('/').at(-1)}`
      await expect.poll(() => stored(writer, draft)).toMatchObject({ sql: 'select 81511' })
      await writer.getByRole('button', { name: 'Account' }).click()
      await writer.getByRole('menuitem', { name: 'Sign out' }).click()
      const dialog = writer.getByRole('dialog', { name: 'Sign out and lose 1 unsaved query?' })
      await expect(dialog).toBeVisible()
      await dialog.getByRole('button', { name: 'Stay signed in' }).click()
      await expect(dialog).toHaveCount(0)
      await expect(typed(writer)).toContainText('select 81511')
      await toBeAt(writer, address)
    })

    await startAgain()
    await test.step('after it, everything continues where it stopped', async () => {
      await page.getByRole('button', { name: 'Retry' }).click()
      await expect(heading(page, 'Account')).toBeVisible()
      await toBeAt(page, '/account/me')
      await page.goBack()
      await page.reload()
      await expect(projectLink).toBeVisible()
      await expect(page.getByRole('alert')).toHaveCount(0)
      await writer.reload()
      await expect(typed(writer)).toContainText('select 81511')
      await expect(saveStatus(writer, 'Saved')).toBeVisible()
    })
  })
})

test.describe('signing out with unsaved queries', () => {
  // SPEC: "**Sign-out**: sign out, clear the stored session, clear the storage helper"
  test('deletes them after a confirmation', async ({ page }) => {
    await signInByHand(page)
    await page.evaluate(() => {
      for (const id of ['one', 'two'])
        localStorage.setItem(
          `stoa.sql-draft.gone.${id}`,
          JSON.stringify({ name: id, sql: 'select 1', base_version: 0, kept_at: '' }),
        )
    })
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose 2 unsaved queries?' })
    await expect(dialog).toContainText('deleted when you sign out')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
    await names(page).toEqual([])
  })
})

test.describe('a rate-limited request', () => {
  // SPEC: "The delay is the server's retry-after"
  test('is retried at the time the server names', async ({ page }) => {
    await useSession(page, shared.session)
    await page.clock.install()
    const path = '/platform/organizations'
    // The page's own first request follows the one for the profile, possibly after the heading.
    const first = page.waitForResponse((response) => new URL(response.url()).pathname === path)
    await page.goto(`${shared.server.url}/account/me`)
    await expect(heading(page, 'Account')).toBeVisible()
    await (await first).finished()
    await settle(page)
    const requests = requestsTo(page, path)
    await answerInstead(page, path, (route, count) => {
      if (count > 1) return route.continue()
      // The server's clock is an hour ahead: only the difference of its two times counts.
      const answeredAt = new Date(Math.floor(Date.now() / 1000) * 1000 + 3_600_000)
      const until = new Date(answeredAt.getTime() + 9000)
      const headers = { date: answeredAt.toUTCString(), 'retry-after': until.toUTCString() }
      return route.fulfill({ ...refusal(429, 'too_many', 'Slow down.'), headers })
    })
    await page.clock.pauseAt(Date.now() + 31 * 60_000)
    await page.getByRole('banner').getByRole('link').first().click()
    await expect.poll(() => requests.length).toBe(1)
    await (await requests[0]?.response())?.finished()
    await settle(page)
    await page.clock.runFor(8990)
    await settle(page)
    expect(requests).toHaveLength(1)
    await page.clock.runFor(10)
    await expect.poll(() => requests.length).toBe(2)
  })
})

test.describe('an error from a proxy in front of the server', () => {
  // SPEC: "No message found: 'An error has occurred: ' followed by the status"
  test('is reported by its status', async ({ page }) => {
    await useSession(page, shared.session)
    await page.clock.install()
    const body = '<h1>502 Bad Gateway</h1>'
    await answerInstead(page, '/platform/organizations', (route) =>
      route.fulfill({ status: 502, contentType: 'text/html', body }),
    )
    await page.goto(`${shared.server.url}/organizations`)
    const message = page.getByText('An error has occurred: 502', { exact: true })
    await runUntilVisible(page, message, 1000)
  })
})

test.describe('a wrong clock', () => {
  const sentence =
    "Your computer's clock appears to be inaccurate. This can cause issues with certain features."

  // SPEC: "Clock skew: 'Your computer's clock appears to be inaccurate. This can cause issues with
  // certain features.'"
  // SPEC: "Inaccurate-clock banner."
  for (const { minutes, isTold } of [
    { minutes: 3, isTold: true },
    { minutes: 1, isTold: false },
  ])
    test(`${isTold ? 'shows' : 'does not show'} a banner if it is off by ${minutes} minutes`, async ({
      page,
    }) => {
      await page.clock.install({ time: Date.now() + minutes * 60_000 })
      const asked = page.waitForResponse((response) => response.url().endsWith('/api/get-utc-time'))
      await page.goto(`${shared.server.url}/sign-in`)
      await (await asked).finished()
      // The banner height is stored once it is known which banners to show.
      await expect.poll(() => stored(page, 'stoa.banner-height')).not.toBeNull()
      await expect(page.getByText(sentence)).toHaveCount(isTold ? 1 : 0)
    })
})

test.describe('a server update while a page is open', () => {
  test('reloads the page if one of its chunks is gone', async ({ page }) => {
    await useSession(page, shared.session)
    await page.goto(`${shared.server.url}/organizations`)
    await expect(main(page).getByRole('link', { name: /Library org/ })).toBeVisible()
    await page.evaluate(() => Object.assign(window, { isFirst: true }))
    let missed = 0
    await page.route(/\/assets\/me-[^/]*\.js$/, (route) => {
      missed += 1
      if (missed > 1) return route.continue()
      return route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' })
    })
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Account' }).click()
    await expect(heading(page, 'Account')).toBeVisible()
    await toBeAt(page, '/account/me')
    await expect.poll(() => page.evaluate(() => 'isFirst' in window)).toBe(false)
  })

  test('shows an error instead of reloading in a loop if the chunk stays missing', async ({
    page,
  }) => {
    await useSession(page, shared.session)
    // The time is fixed, so the pause before a second reload cannot elapse during a slow load.
    await page.clock.setFixedTime(Date.now())
    const loads = requestsTo(page, '/account/me')
    await page.route(/\/assets\/me-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }),
    )
    await page.goto(`${shared.server.url}/account/me`)
    await expect(page.getByRole('alert')).toContainText('Could not load this page')
    await expect(page.getByRole('alert')).toContainText('A file of this page is missing')
    expect(loads).toHaveLength(2)
  })
})

test.describe('usage events', () => {
  const isCookieKept = async (page: Page) =>
    (await page.context().cookies()).some(({ name }) => name === 'stoa-telemetry')

  // SPEC: "**Consent**: shown, then accepted all"
  // SPEC: "or customised."
  // SPEC: "Bottom toast"
  // SPEC: "Mobile breakpoint for consent: 639px."
  // SPEC: "Failed telemetry event: console message 'Failed to send Telemetry event: {message}' unless
  // a custom handler is supplied."
  test('are sent only with consent, and only log a failure to the console', async ({ page }) => {
    await useSession(page, shared.session)
    const events = requestsTo(page, '/platform/telemetry/event')
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    await page.goto(`${shared.server.url}/organizations`)
    const ask = page.getByRole('region', { name: 'Privacy' })
    await expect(ask).toBeVisible()
    await page.setViewportSize({ width: 639, height: 900 })
    await expect(ask).toHaveCSS('width', '639px')
    await expect(ask).toHaveCSS('bottom', '0px')
    await page.setViewportSize({ width: 640, height: 900 })
    await expect(ask).toHaveCSS('width', '356px')
    await expect(ask).toHaveCSS('bottom', '16px')
    await page.setViewportSize({ width: 1440, height: 900 })
    await settle(page)
    expect(events).toHaveLength(0)
    await ask.getByRole('button', { name: 'Accept' }).click()
    await expect(ask).toHaveCount(0)
    await expect.poll(() => isCookieKept(page)).toBe(true)
    await main(page)
      .getByRole('link', { name: /Library org/ })
      .click()
    await expect.poll(() => events.length).toBeGreaterThan(0)

    await answerInstead(page, '/platform/telemetry/event', (route) => route.abort())
    await page.goBack()
    await expect
      .poll(() => log.includes(`Failed to send Telemetry event: ${UNREACHABLE}`))
      .toBe(true)
    await settle(page)
    await expect(toast(page, /./)).toHaveCount(0)

    await openPalette(page)
    await page.getByRole('option', { name: 'Privacy settings' }).click()
    const dialog = page.getByRole('dialog', { name: 'Privacy settings' })
    const switches = dialog.getByRole('switch', { checked: true, disabled: false })
    await switches.click()
    await dialog.getByRole('button', { name: 'Confirm' }).click()
    await expect(dialog).toHaveCount(0)
    await expect.poll(() => isCookieKept(page)).toBe(false)
    const before = events.length
    await main(page)
      .getByRole('link', { name: /Library org/ })
      .click()
    await expect(heading(page, 'Projects')).toBeVisible()
    await settle(page)
    expect(events).toHaveLength(before)
  })
})
