import { expect, type Page } from '@playwright/test'
import { fillInSignIn, useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library')

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

// SPEC: "local storage) are only logged to the console, and the default is used."
for (const { title, refuse } of [
  { title: 'because storage is forbidden', refuse: forbid },
  { title: 'because storage is full', refuse: fill },
])
  test(`a browser that stores nothing ${title} can still sign in, change the theme and run SQL`, async ({
    page,
  }) => {
    const errors = pageErrors(page)
    const log: string[] = []
    page.on('console', (message) => log.push(message.text()))
    await refuse(page)
    await page.goto(`${shared.server.url}/sign-in?returnTo=/project/${shared.project.ref}`)
    await fillInSignIn(page)
    await expect(page.getByRole('heading', { name: /^Library/ })).toBeVisible()
    await expect.poll(() => log.join('\n')).toContain('Failed to save the setting stoa.session')
    await page.getByRole('button', { name: 'Account' }).click()
    await page.getByRole('menuitemradio', { name: 'Classic dark' }).click()
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'classic-dark')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('menu')).toHaveCount(0)
    await page.getByRole('link', { name: 'SQL editor' }).click()
    const editor = page.locator('.monaco-editor').first()
    await expect(editor).toBeVisible()
    await editor.click()
    await expect(editor).toHaveClass(/\bfocused\b/)
    await page.keyboard.insertText('select 40 + 2 as answer')
    await expect(editor.locator('.view-lines')).toHaveText('select 40 + 2 as answer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
    await expect(page.getByText('Saved', { exact: true })).toBeVisible()
    expect(errors).toEqual([])
  })

test('a browser without IndexedDB can open every page', async ({ page }) => {
  const errors = pageErrors(page)
  await page.addInitScript(() =>
    Object.defineProperty(window, 'indexedDB', { value: undefined, configurable: true }),
  )
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/sql/new`)
  await expect(page.locator('.monaco-editor').first()).toBeVisible()
  await page.goto(`${shared.home}/editor`)
  await expect(page.getByText('No tables in public', { exact: true })).toBeVisible()
  expect(errors).toEqual([])
})
