import { expect, type Page, type Request } from '@playwright/test'
import { EMAIL, PASSWORD, useSession } from '../support/account.ts'
import {
  answerInstead,
  pageErrors,
  refusal,
  requestsTo,
  runUntilVisible,
  settle,
  stopTime,
  toast,
} from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library', { server: 'own' })
let detail: string

test.beforeAll(() => {
  detail = `/platform/projects/${shared.project.ref}`
})
test.beforeEach(({ page }) => useSession(page, shared.session))

/**
 * Opens the organization's list of projects, which links to the project without a reload. The mouse
 * has not moved yet: a link below it would read the project before it is clicked.
 */
async function openProjectList(page: Page) {
  await page.goto(`${shared.server.url}/org/${shared.project.organization_slug}`)
  await expect(projectLink(page)).toBeVisible()
}
const projectLink = (page: Page) =>
  page.getByRole('main').getByRole('link', { name: 'Library', exact: true })

/** Opens the project from the list; resolves once the project page has replaced the list. */
async function openProject(page: Page, requests: readonly Request[]) {
  await projectLink(page).click()
  await count(requests).toBeGreaterThan(0)
  await expect(projectLink(page)).toBeHidden()
}

const count = (requests: readonly unknown[]) => expect.poll(() => requests.length)

/** Waits until every response has arrived and been handled; returns the number of requests. */
async function settled(page: Page, requests: readonly Request[]) {
  let answered = -1
  // Requests sent while waiting for the others are awaited, too.
  while (answered !== requests.length) {
    answered = requests.length
    for (const request of requests) await (await request.response())?.finished()
    await settle(page)
  }
  return answered
}

test.describe('every API call', () => {
  // SPEC: "Sends JSON with Accept: application/json, credentials included, and an X-Request-Id
  // header."
  // SPEC: "Adds a Bearer authorization header from the session token when none is set."
  test('requests JSON and sends the token and a unique request id', async ({ page }) => {
    await page.context().addCookies([{ name: 'probe', value: '1', url: shared.server.url }])
    const requests = ['/platform/profile', '/platform/organizations', '/platform/projects'].map(
      (path) => requestsTo(page, path),
    )
    await openProjectList(page)
    const sent = await Promise.all(requests.flat().map((request) => request.allHeaders()))
    expect(sent.length).toBeGreaterThanOrEqual(3)
    for (const headers of sent)
      expect(headers).toMatchObject({
        accept: 'application/json',
        authorization: `Bearer ${shared.session.access_token}`,
        cookie: expect.stringContaining('probe=1'),
        'x-request-id': expect.stringMatching(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/),
      })
    expect(new Set(sent.map((headers) => headers['x-request-id'])).size).toBe(sent.length)
  })

  // SPEC: "Database-metadata calls get an application-name header."
  test('sends the application name and the connection handle if it is a database call', async ({
    page,
  }) => {
    const call = page.waitForRequest((request) => request.url().includes('/platform/meta/'))
    await page.goto(`${shared.home}/editor`)
    const headers = await (await call).allHeaders()
    expect(headers['x-application-name']).toMatch(/./)
    expect(headers['x-connection-encrypted']).toMatch(/./)
    expect((await (await call).response())?.status()).toBe(200)
  })

  // SPEC: "in a non-development environment, any request whose path contains the database-metadata
  // prefix is rejected when the connection-encrypted header is missing."
  // SPEC: "The message is 'API Error: happened while trying to acquire connection to the database',
  // with status 400."
  test('is rejected with the specified message if it is a database call without the handle', async () => {
    const answer = await fetch(`${shared.server.url}/platform/meta/${shared.project.ref}/schemas`, {
      headers: { authorization: `Bearer ${shared.session.access_token}` },
    })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({
      message: 'API Error: happened while trying to acquire connection to the database',
    })
  })

  // SPEC: "The base URL is the platform URL without its platform suffix."
  test('is sent to the origin of the page', async ({ page }) => {
    const origins = new Set<string>()
    page.on('request', (request) => origins.add(new URL(request.url()).origin))
    await openProjectList(page)
    expect([...origins]).toEqual([shared.server.url])
  })
})

test.describe('a cached response', () => {
  // SPEC: "Project detail is stale after 30000 ms."
  // SPEC: "The detail is fresh for 30000 ms."
  test('is fresh for 30 minutes if it is a list, and for 30 seconds if it is a project', async ({
    page,
  }) => {
    // The current time is fixed, however long a visit takes; timers still run.
    const start = Date.now()
    await page.clock.setFixedTime(start)
    const lists = requestsTo(page, '/platform/projects')
    const organizations = requestsTo(page, '/platform/organizations')
    const details = requestsTo(page, detail)
    const visit = async () => {
      await projectLink(page).click()
      await expect(page.getByRole('button', { name: 'Connect' })).toBeVisible()
      await expect(page.getByText('Active', { exact: true })).toBeVisible()
      // A request that is canceled by leaving the page would be sent again.
      await settled(page, [...lists, ...organizations, ...details])
      await page.goBack()
      await expect(projectLink(page)).toBeVisible()
      await settle(page)
    }
    await openProjectList(page)
    await visit()
    await page.clock.setFixedTime(start + 29_999)
    await visit()
    expect(details).toHaveLength(1)
    await page.clock.setFixedTime(start + 30_000)
    await visit()
    await count(details).toBe(2)
    await page.clock.setFixedTime(start + 30 * 60_000 - 1)
    await visit()
    expect([lists.length, organizations.length]).toEqual([1, 1])
    await page.clock.setFixedTime(start + 30 * 60_000)
    await visit()
    await count(lists).toBe(2)
    await count(organizations).toBe(2)
  })
})

test.describe('a failed request', () => {
  // SPEC: "Retries: up to 3 attempts."
  // SPEC: "an exponential backoff doubling from 1 s, capped at 30 s."
  test('is sent three times, one and two seconds apart', async ({ page }) => {
    await page.clock.install()
    await openProjectList(page)
    const requests = requestsTo(page, detail)
    await answerInstead(page, detail, (route) =>
      route.fulfill(refusal(503, 'busy', 'The fleet is busy.')),
    )
    await stopTime(page)
    await openProject(page, requests)
    expect(await settled(page, requests)).toBe(1)
    await page.clock.runFor(990)
    expect(await settled(page, requests)).toBe(1)
    await page.clock.runFor(10)
    await count(requests).toBe(2)
    await settled(page, requests)
    await page.clock.runFor(1990)
    expect(await settled(page, requests)).toBe(2)
    await page.clock.runFor(10)
    await count(requests).toBe(3)
    await settled(page, requests)
    await page.clock.runFor(60_000)
    expect(await settled(page, requests)).toBe(3)
    await expect(page.getByText('Could not load the project')).toBeVisible()
    await expect(page.getByText('The fleet is busy.', { exact: true })).toBeVisible()
  })

  // SPEC: "4xx errors are not retried except 429."
  test('is not retried after a 4xx response', async ({ page }) => {
    await page.clock.install()
    await openProjectList(page)
    const requests = requestsTo(page, detail)
    await answerInstead(page, detail, (route) =>
      route.fulfill(refusal(422, 'odd', 'That cannot be.')),
    )
    await stopTime(page)
    await openProject(page, requests)
    expect(await settled(page, requests)).toBe(1)
    await page.clock.runFor(120_000)
    expect(await settled(page, requests)).toBe(1)
    await expect(page.getByText('That cannot be.', { exact: true })).toBeVisible()
  })

  // SPEC: "The delay is the server's retry-after"
  // SPEC: "Response errors carry code, requestId and retryAfter (from Retry-After)."
  test('is retried after the 7 seconds that a 429 response asks for', async ({ page }) => {
    await page.clock.install()
    await openProjectList(page)
    const requests = requestsTo(page, detail)
    await answerInstead(page, detail, (route, number) =>
      number === 1
        ? route.fulfill({
            ...refusal(429, 'too_many', 'Slow down.'),
            headers: { 'retry-after': '7' },
          })
        : route.continue(),
    )
    await stopTime(page)
    await openProject(page, requests)
    expect(await settled(page, requests)).toBe(1)
    await page.clock.runFor(6990)
    expect(await settled(page, requests)).toBe(1)
    await page.clock.runFor(10)
    await count(requests).toBe(2)
    await page.clock.resume()
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
  })
})

test.describe('polling a project', () => {
  // SPEC: "When the status is neither and the connection string is present, polling stops."
  // SPEC: "Project detail polling 5000 ms;"
  test('repeats every 5000 ms while its status is UNKNOWN, and then stops', async ({ page }) => {
    await page.clock.install()
    await openProjectList(page)
    const requests = requestsTo(page, detail)
    let isChanged = true
    await answerInstead(page, detail, async (route) => {
      const response = await route.fetch()
      const body = (await response.json()) as Record<string, unknown>
      await route.fulfill({ response, json: isChanged ? { ...body, status: 'UNKNOWN' } : body })
    })
    await openProject(page, requests)
    await expect(page.getByRole('button', { name: 'Project: Library' })).toBeVisible()
    await stopTime(page)
    // The start of the first interval is not known to the millisecond, but the next one's is.
    const before = await settled(page, requests)
    await page.clock.runFor(5000)
    await count(requests).toBe(before + 1)
    await settled(page, requests)
    for (let step = 2; step < 4; step += 1) {
      await page.clock.runFor(4990)
      expect(await settled(page, requests)).toBe(before + step - 1)
      // Time stops where the next interval begins, no matter when the response is handled.
      await page.clock.runFor(10)
      await count(requests).toBe(before + step)
      await settled(page, requests)
    }
    isChanged = false
    await page.clock.runFor(5000)
    await count(requests).toBe(before + 4)
    await settled(page, requests)
    // If part of the page mounted after the minute, it would refetch the stale project.
    await runUntilVisible(page, page.getByText('Active', { exact: true }), 20)
    await page.clock.runFor(60_000)
    expect(await settled(page, requests)).toBe(before + 4)
  })
})

test.describe('an invalid response', () => {
  // SPEC: "No message found: 'An error has occurred: ' followed by the status"
  test('is reported by its status if it is an error without JSON', async ({ page }) => {
    await answerInstead(page, '/platform/organizations', (route) =>
      route.fulfill({ status: 418, contentType: 'text/html', body: '<h1>Proxy says no</h1>' }),
    )
    await page.goto(`${shared.server.url}/organizations`)
    await expect(page.getByText('An error has occurred: 418', { exact: true })).toBeVisible()
  })

  // SPEC: "API error default message: 'API error happened while trying to communicate with the
  // server.'"
  test('is reported as an API error if it is not JSON', async ({ page }) => {
    const body = '<!doctype html><title>Welcome to the hotel</title>'
    await answerInstead(page, '/platform/organizations', (route) =>
      route.fulfill({ status: 200, contentType: 'application/json', body }),
    )
    await page.goto(`${shared.server.url}/organizations`)
    await expect(
      page.getByText('API error happened while trying to communicate with the server.', {
        exact: true,
      }),
    ).toBeVisible()
  })

  // SPEC: "Failed response with a JSON body: re-thrown with message"
  test('shows its message, status, code and request id if it is an error with JSON', async ({
    page,
  }) => {
    await answerInstead(page, '/platform/organizations', (route) =>
      route.fulfill({
        ...refusal(403, 'not_today', 'Not on a Sunday.'),
        headers: { 'x-request-id': 'request-7' },
        status: 400,
      }),
    )
    await page.goto(`${shared.server.url}/organizations`)
    await expect(page.getByText('Not on a Sunday.', { exact: true })).toBeVisible()
    const details = page.getByText(/^message: Not on a Sunday/)
    await expect(details).toContainText('status: 400')
    await expect(details).toContainText('code: not_today')
    await expect(details).toContainText('request id: request-7')
  })
})

test.describe('a browser that stores nothing', () => {
  // SPEC: "local storage) are only logged to the console, and the default is used."
  test('can still change the theme and open the editors', async ({ page }) => {
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    const errors = pageErrors(page)
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    // Provides the session, as if it had been stored before the storage failed.
    await page.addInitScript(
      ([name, text]) => {
        const read = Storage.prototype.getItem
        Storage.prototype.getItem = function getItem(key) {
          return key === name ? text : read.call(this, key)
        }
      },
      ['stoa.session', JSON.stringify(shared.session)] as const,
    )
    await page.goto(`${shared.server.url}/account/me`)
    // The sections above have loaded, so that the radio button stays under the pointer.
    await expect(page.getByLabel('Name', { exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
    await page.getByRole('radio', { name: 'Dark', exact: true }).click()
    await expect
      .poll(() => log.some((line) => line.includes('Failed to save the setting stoa.theme')))
      .toBe(true)
    await page.goto(`${shared.home}/editor`)
    await expect(page.getByText('No tables in public yet')).toBeVisible()
    await page.goto(`${shared.home}/sql/new`)
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    await settle(page)
    expect(errors).toEqual([])
  })
})

test.describe('an unreachable server', () => {
  // SPEC: "Unreachable server: 'Unable to reach the server. Please check your network or try again
  // later.'"
  test('is reported on sign-in', async ({ page }) => {
    await page.clock.install()
    await page.goto(`${shared.server.url}/logout`)
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    // The toaster is loaded when the user starts typing.
    await expect(page.getByRole('region', { name: /^Notifications/ })).toBeAttached()
    await shared.server.kill('SIGTERM')
    // The clock is stopped, so that no toast disappears before it is checked.
    await stopTime(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    const sentence = 'Unable to reach the server. Please check your network or try again later.'
    await expect(page.locator('form').getByText(sentence)).toBeVisible()
    await runUntilVisible(page, toast(page, sentence))
  })
})
