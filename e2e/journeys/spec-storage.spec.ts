import { expect as playwrightExpect, test, type Page } from '@playwright/test'
import { fillInSignIn, signIn, useSession, type DashboardSession } from '../support/account.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

/** The code editor is three megabytes: a busy machine needs its time. */
const expect = playwrightExpect.configure({ timeout: 40_000 })

let server: StartedServer
let session: DashboardSession
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
  project = await createProject(server, 'Library')
})
test.afterAll(() => discard(server))

const forbid = (page: Page) =>
  page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'] as const)
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      })
  })
const fill = (page: Page) =>
  page.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('full', 'QuotaExceededError')
    }
  })

// SPEC: "Storage failures (IndexedDB read, save or clear; local storage) are only logged to the
// console, and the default is used."
for (const { title, refuse } of [
  { title: 'since it forbids its storage', refuse: forbid },
  { title: 'since its storage is full', refuse: fill },
])
  test(`a browser that keeps nothing ${title} still signs in, changes the theme and runs SQL`, async ({
    page,
  }) => {
    const errors: string[] = []
    const log: string[] = []
    page.on('pageerror', (error) => errors.push(error.message))
    page.on('console', (message) => log.push(message.text()))
    await refuse(page)
    await page.goto(`${server.url}/sign-in?returnTo=/project/${project.ref}`)
    await fillInSignIn(page)
    await expect(page.getByRole('heading', { name: /^Library/ })).toBeVisible()
    expect(log.some((line) => line.includes('Failed to save the setting stoa.session'))).toBe(true)
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemradio', { name: 'Classic dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'classic-dark')
    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'SQL editor' }).click()
    await page.locator('.monaco-editor').first().click()
    await page.keyboard.insertText('select 40 + 2 as answer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(errors).toEqual([])
  })

test('a browser without IndexedDB opens every page all the same', async ({ page }) => {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(error.message))
  await page.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true }),
  )
  await useSession(page, session)
  await page.goto(`${server.url}/project/${project.ref}/sql/new`)
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await page.goto(`${server.url}/project/${project.ref}/editor`)
  await expect(page.getByRole('link', { name: 'Table editor' })).toBeVisible()
  expect(errors).toEqual([])
})
