import { expect, test, type Page } from '@playwright/test'
import { createOwner, useSession, type DashboardSession } from '../support/account.ts'
import {
  answerInstead,
  refusal,
  runUntilVisible,
  stopTime,
  toast,
} from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { discard, startServer, type StartedServer } from '../support/server.ts'

let server: StartedServer
let session: DashboardSession

test.beforeAll(async () => {
  server = await startServer()
  session = await createOwner(server)
  await askPlatform(server, 'POST', '/organizations', { name: 'Library org' })
})
test.afterAll(() => discard(server))
test.beforeEach(({ page }) => useSession(page, session))

const score = (value: number, warning = '', suggestions: string[] = []) => ({
  json: { result: { score: value, feedback: { warning, suggestions } } },
})
const bar = (page: Page) => page.getByRole('progressbar', { name: 'Password strength' })

/** The color of the bar, as rendered. */
async function toneOf(page: Page) {
  const picture = (await bar(page).screenshot()).toString('base64')
  const [red = 0, green = 0, blue = 0] = await page.evaluate(async (text) => {
    const bytes = Uint8Array.from(atob(text), (character) => character.charCodeAt(0))
    const image = await createImageBitmap(new Blob([bytes], { type: 'image/png' }))
    const canvas = new OffscreenCanvas(image.width, image.height)
    const context = canvas.getContext('2d')
    context?.drawImage(image, 0, 0)
    return [...(context?.getImageData(4, image.height / 2, 1, 1).data ?? [])]
  }, picture)
  if (green > red) return 'green'
  return green - blue > red - green ? 'yellow' : 'red'
}

async function openForm(page: Page) {
  await page.goto(`${server.url}/organizations`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Library org/ })
    .click()
  await page.getByRole('link', { name: 'New project' }).click()
  await page.getByLabel('Name').fill('Another')
}

// SPEC: "0: 'This password is not acceptable.'"
// SPEC: "1 and 2: 'This password is not secure enough.'"
// SPEC: "3: 'Not bad, but your password must be harder to guess.'"
// SPEC: "4: 'This password is strong.'"
// SPEC: "Suggestions are appended."
// SPEC: "The bar fills 10%, 30%, 50%, 80% and 100% and turns red, yellow or green."
// SPEC: "Below the minimum, the warning is the server's warning followed by ' You need a stronger
// password.'"
// SPEC: "The required minimum is 4 in one reading"
test('a password is rated with a message and a bar for each score', async ({ page }) => {
  await openForm(page)
  let current = 0
  await answerInstead(page, '/platform/profile/password-check', (route) =>
    route.fulfill(score(current, current < 4 ? 'It is a name.' : '', ['Add a word.'])),
  )
  for (const [value, words, fill, tone] of [
    [0, 'This password is not acceptable. Add a word.', '10', 'red'],
    [1, 'This password is not secure enough. Add a word.', '30', 'red'],
    [2, 'This password is not secure enough. Add a word.', '50', 'red'],
    [3, 'Not bad, but your password must be harder to guess. Add a word.', '80', 'yellow'],
    [4, 'This password is strong. Add a word.', '100', 'green'],
  ] as const) {
    current = value
    await page.getByLabel('Database password').fill(`password ${value}`)
    await expect(bar(page)).toHaveAttribute('value', fill)
    await expect(page.getByText(words, { exact: true })).toBeVisible()
    const warning = page.getByText('It is a name. You need a stronger password.', { exact: true })
    await expect(warning).toHaveCount(value < 4 ? 1 : 0)
    if (value < 4) await expectRefused(page)
    await expect.poll(() => toneOf(page)).toBe(tone)
  }
})

// SPEC: "POST /platform/profile/password-check | Body: password. Response: result.score,
// result.feedback{suggestions, warning}."
test('a password is rated by the server', async ({ page }) => {
  await openForm(page)
  const answered = page.waitForResponse('**/platform/profile/password-check')
  await page.getByLabel('Database password').fill('password')
  const response = await answered
  expect(response.request().postDataJSON()).toEqual({ password: 'password' })
  expect(await response.json()).toEqual({
    result: {
      score: 0,
      feedback: { warning: expect.any(String), suggestions: expect.any(Array) },
    },
  })
  await expect(page.getByText(/This password is not acceptable\./)).toBeVisible()
})

// SPEC: "**Password length**: 100 characters or fewer."
// SPEC: "Longer gives the message 'Maximum length of password exceeded' and the warning 'Password
// should be less than 100 characters'."
// SPEC: "An empty password gives no message."
test('a password has at most 100 characters', async ({ page }) => {
  await openForm(page)
  const field = page.getByLabel('Database password')
  const strong = 'gusty-Walrus-40-orbits-plinth '.repeat(4)
  await field.fill(strong.slice(0, 100))
  await expect(page.getByText('This password is strong.')).toBeVisible()
  await field.fill(strong.slice(0, 101))
  await expect(page.getByText('Maximum length of password exceeded')).toBeVisible()
  await expect(page.getByText('Password should be less than 100 characters')).toBeVisible()
  await expectRefused(page)
  await field.fill('')
  await expect(
    page.getByText('Save it in a password manager. You can change it later.'),
  ).toBeVisible()
  await expect(page.getByText('Maximum length of password exceeded')).toHaveCount(0)
  await expect(page.getByText(/^This password/)).toHaveCount(0)
  await expect(bar(page)).toHaveCount(0)
})

// SPEC: "Password check failure: toast 'Failed to check password strength: {message}'."
test('a failed password check is reported', async ({ page }) => {
  await page.clock.install()
  await openForm(page)
  await answerInstead(page, '/platform/profile/password-check', (route) =>
    route.fulfill(refusal(400, 'tired', 'The judge is out.')),
  )
  await stopTime(page)
  await page.getByLabel('Database password').fill('whatever')
  const failure = toast(page, 'Failed to check password strength: The judge is out.')
  await runUntilVisible(page, failure)
  await expect(failure).toHaveAttribute('data-type', 'error')
})

/** Expects that the form leads to the password instead of creating a project. */
async function expectRefused(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Create project' }).click()
  await expect(page.getByLabel('Database password')).toBeFocused()
  await expect(page.getByText('Choose another password.')).toBeVisible()
}
