import { expect as playwrightExpect, test, type Page } from '@playwright/test'
import { fillInSignIn, signIn, useSession, type DashboardSession } from '../support/account.ts'
import { answerInstead, refusal, requestsTo, settle, toast } from '../support/dashboard-page.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

const UNREACHABLE = 'Unable to reach the server. Please check your network or try again later.'

/** The code editor is three megabytes: a busy machine needs its time. */
const expect = playwrightExpect.configure({ timeout: 40_000 })

let server: StartedServer
let session: DashboardSession
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer({ env: { STOA_TELEMETRY: 'on' } })
  session = await signIn(server)
  project = await createProject(server, 'Library')
})
test.afterAll(() => discard(server))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })
const main = (page: Page) => page.getByRole('main')
const addressOf = (page: Page) => page.url().slice(server.url.length)
const names = (page: Page) => page.evaluate(() => Object.keys(localStorage))

/** Starts the server again where it was: same data, same ports, as after a crash. */
async function startAgain() {
  const { port } = new URL(server.url)
  const env = {
    STOA_TELEMETRY: 'on',
    STOA_PORT: port,
    STOA_POSTGRES_PORT: `${server.postgresPort}`,
  }
  server = await startServer({ dataDir: server.dataDir, env })
}

async function signInByHand(page: Page) {
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(heading(page, 'Organizations')).toBeVisible()
}

/** Opens a new query and types into it. */
async function typeQuery(page: Page, sql: string) {
  await page.goto(`${server.url}/project/${project.ref}/sql/new`)
  await page.locator('.monaco-editor').first().click()
  await page.keyboard.insertText(sql)
  await expect(page.locator('.view-lines')).toContainText(sql)
}

test.describe('a session that ends during work', () => {
  // SPEC: "401 on profile load: sign out and redirect to /sign-in."
  test('leads to the sign-in page, and back to what was typed and not saved', async ({ page }) => {
    await signInByHand(page)
    await page.goto(`${server.url}/project/${project.ref}/sql/new`)
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    const token = await page.evaluate(
      () =>
        (JSON.parse(localStorage.getItem('stoa.session') ?? '{}') as DashboardSession).access_token,
    )
    const ended = await fetch(`${server.url}/auth/v1/logout?scope=local`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(ended.status).toBe(204)
    await page.locator('.monaco-editor').first().click()
    await page.keyboard.insertText('select 4711')
    await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
    expect(addressOf(page)).toContain(`/sign-in?returnTo=%2Fproject%2F${project.ref}%2Fsql%2F`)
    expect(await names(page)).not.toContain('stoa.session')
    await fillInSignIn(page)
    await expect(page.locator('.view-lines')).toContainText('select 4711')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
})

test.describe('what two people change at once', () => {
  // SPEC: "Failed response with a JSON body: re-thrown with message (or msg), code, requestId,
  // retryAfter"
  test('is answered with 409 and both texts', async ({ page, context }) => {
    await useSession(page, session)
    await typeQuery(page, 'select 1')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    const other = await context.newPage()
    await useSession(other, session)
    await other.goto(page.url())
    await expect(other.locator('.view-lines')).toContainText('select 1')
    await page.keyboard.insertText('1')
    await expect(page.locator('.view-lines')).toContainText('select 11')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    const refused = other.waitForResponse((response) => response.status() === 409)
    await other.locator('.monaco-editor').first().click()
    await other.keyboard.press('ControlOrMeta+A')
    await other.keyboard.insertText('select 2')
    await refused
    const dialog = other.getByRole('dialog', { name: 'This snippet was changed elsewhere' })
    await expect(dialog).toContainText('select 2')
    await expect(dialog).toContainText('select 11')
    await dialog.getByRole('button', { name: 'Take theirs' }).click()
    await other.close()
  })
})

test.describe('a server that stops and starts again', () => {
  // SPEC: "Unreachable server: 'Unable to reach the server. Please check your network or try again
  // later.'"
  test('costs neither the page nor the session', async ({ page }) => {
    await useSession(page, session)
    await page.goto(`${server.url}/organizations`)
    const organization = main(page).getByRole('link', { name: /Library org/ })
    const projectLink = main(page).getByRole('link', { name: 'Library', exact: true })
    await organization.click()
    await expect(projectLink).toBeVisible()
    await page.goBack()
    await server.kill('SIGKILL')
    await organization.click()
    await expect(projectLink).toBeVisible()
    await startAgain()
    await page.reload()
    await expect(projectLink).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(0)
  })

  test('is waited for where a page could not be fetched', async ({ page }) => {
    await useSession(page, session)
    await page.goto(`${server.url}/organizations`)
    await page.getByRole('button', { name: 'Account' }).click()
    const item = page.getByRole('menuitem', { name: 'Account' })
    await expect(item).toBeVisible()
    await server.kill('SIGKILL')
    await item.click()
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
    await expect(page.getByRole('alert')).toContainText(UNREACHABLE)
    expect(addressOf(page)).toBe('/account/me')
    await startAgain()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(heading(page, 'Account')).toBeVisible()
    expect(addressOf(page)).toBe('/account/me')
  })

  test('keeps the query that could not be saved, and asks before it is lost', async ({ page }) => {
    await useSession(page, session)
    await typeQuery(page, 'select 815')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    const address = addressOf(page)
    await server.kill('SIGKILL')
    await page.keyboard.insertText('11')
    await expect(page.getByText('Unsaved', { exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    const dialog = page.getByRole('dialog', { name: 'Sign out and lose 1 unsaved query?' })
    await expect(dialog).toBeVisible()
    await dialog.getByRole('button', { name: 'Stay signed in' }).click()
    await expect(page.locator('.view-lines')).toContainText('select 81511')
    expect(addressOf(page)).toBe(address)
    await startAgain()
    await page.reload()
    await expect(page.locator('.view-lines')).toContainText('select 81511')
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  })
})

test.describe('signing out with unsaved queries', () => {
  // SPEC: "**Sign-out**: sign out, clear the stored session, clear the storage helper"
  test('clears them once that is confirmed', async ({ page }) => {
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
    await expect(dialog).toContainText('signing out clears it')
    await dialog.getByRole('button', { name: 'Sign out' }).click()
    await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
    expect((await names(page)).filter((name) => name !== 'stoa.banner-height')).toEqual([])
  })
})

test.describe('too many requests', () => {
  // SPEC: "The delay is the server's retry-after"
  test('are repeated at the moment the server names', async ({ page }) => {
    await useSession(page, session)
    await page.clock.install()
    const path = '/platform/organizations'
    // The page's own first request comes behind that for the profile, perhaps after the heading.
    const first = page.waitForResponse((response) => new URL(response.url()).pathname === path)
    await page.goto(`${server.url}/account/me`)
    await expect(heading(page, 'Account')).toBeVisible()
    await (await first).finished()
    await settle(page)
    const requests = requestsTo(page, path)
    await answerInstead(page, path, (route, count) => {
      if (count > 1) return route.continue()
      // The server's clock is an hour ahead: what counts is how far apart its two moments are.
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

test.describe('a proxy in front of a server that is away', () => {
  // SPEC: "No message found: 'An error has occurred: ' followed by the status or 'Unknown error'."
  for (const body of ['<h1>502 Bad Gateway</h1>', ''])
    test(`is told by its status: ${body || 'an empty body'}`, async ({ page }) => {
      await useSession(page, session)
      await page.clock.install()
      await answerInstead(page, '/platform/organizations', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body }),
      )
      await page.goto(`${server.url}/organizations`)
      await expect
        .poll(async () => {
          await page.clock.runFor(1000)
          return page.getByText('An error has occurred: 502', { exact: true }).count()
        })
        .toBe(1)
    })
})

test.describe('a clock that is wrong', () => {
  const sentence =
    "Your computer's clock appears to be inaccurate. This can cause issues with certain features."

  // SPEC: "Clock skew: 'Your computer's clock appears to be inaccurate. This can cause issues with
  // certain features.'"
  // SPEC: "Inaccurate-clock banner."
  for (const { minutes, isTold } of [
    { minutes: 3, isTold: true },
    { minutes: -3, isTold: true },
    { minutes: 1, isTold: false },
  ])
    test(`by ${minutes} minutes is ${isTold ? 'told' : 'nobody’s business'}`, async ({ page }) => {
      await page.clock.install({ time: Date.now() + minutes * 60_000 })
      const asked = page.waitForResponse((response) => response.url().endsWith('/api/get-utc-time'))
      await page.goto(`${server.url}/sign-in`)
      await (await asked).finished()
      await settle(page)
      await expect(page.getByText(sentence)).toHaveCount(isTold ? 1 : 0)
    })
})

test.describe('an update of the server while a page is open', () => {
  test('loads the page anew where a part of it is gone', async ({ page }) => {
    await useSession(page, session)
    await page.goto(`${server.url}/organizations`)
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
    expect(addressOf(page)).toBe('/account/me')
    expect(await page.evaluate(() => 'isFirst' in window)).toBe(false)
  })

  test('says so where the part stays away, and turns in no circles', async ({ page }) => {
    await useSession(page, session)
    await page.goto(`${server.url}/organizations`)
    await page.route(/\/assets\/me-[^/]*\.js$/, (route) =>
      route.fulfill({ status: 404, contentType: 'text/html', body: 'gone' }),
    )
    await page.goto(`${server.url}/account/me`)
    await expect(page.getByRole('alert')).toContainText('This page could not be loaded')
    await expect(page.getByRole('alert')).toContainText('The server does not have a part of')
  })
})

test.describe('usage events', () => {
  const isCookieKept = async (page: Page) =>
    (await page.context().cookies()).some(({ name }) => name === 'stoa-telemetry')

  // SPEC: "**Consent**: shown, then accepted all, opted out (all denied, the telemetry cookie is
  // expired) or customised."
  // SPEC: "Failed telemetry event: console message 'Failed to send Telemetry event: {message}' unless
  // a custom handler is supplied."
  test('are sent with consent alone, and a failure of theirs is a line of the console', async ({
    page,
  }) => {
    await useSession(page, session)
    const events = requestsTo(page, '/platform/telemetry/event')
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    await page.goto(`${server.url}/organizations`)
    const ask = page.getByRole('region', { name: 'Privacy' })
    await expect(ask).toBeVisible()
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
    await expect(toast(page, /./)).toHaveCount(0)

    await page.keyboard.press('ControlOrMeta+K')
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
