import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Members')

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const users = (page: Page) => page.getByRole('table', { name: 'Users' })

test('a member creates, finds, bans and deletes users', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/auth/users`)
  await expect(page.getByText('No users yet')).toBeVisible()

  await test.step('create two users', async () => {
    for (const email of ['grace@example.com', 'linus@example.com']) {
      await page.getByRole('button', { name: 'New user' }).first().click()
      await dialog(page, 'New user').getByLabel('Email').fill(email)
      await dialog(page, 'New user').getByLabel('Password').fill('a long password')
      await page.keyboard.press('Enter')
      await expect(dialog(page, email)).toContainText('Confirmed')
      await page.keyboard.press('Escape')
      await expect(users(page)).toContainText(email)
    }
    await expect(page.getByText('2 users')).toBeVisible()
  })

  await test.step('find one of them; the search is part of the URL', async () => {
    await page.getByLabel('Search users').fill('gra')
    await expect(users(page).getByText('linus@example.com')).toBeHidden()
    await expect(page).toHaveURL(/search=gra/)
    await page.reload()
    await expect(page.getByText('1 user', { exact: true })).toBeVisible()
    await users(page).getByRole('button', { name: 'grace@example.com' }).click()
  })

  const panel = dialog(page, 'grace@example.com')
  await test.step('change the metadata, which must be an object', async () => {
    await panel.getByRole('tab', { name: 'Metadata' }).click()
    const field = panel.getByLabel('User metadata')
    await field.fill('[1]')
    await expect(panel.getByText('Enter a JSON object')).toBeVisible()
    await field.fill('{"full_name": "Grace"}')
    await panel.getByRole('button', { name: 'Save' }).click()
    await expect(dialog(page, 'Grace')).toBeVisible()
  })

  const named = dialog(page, 'Grace')
  await test.step('ban the user, and end the ban', async () => {
    await named.getByRole('tab', { name: 'Overview' }).click()
    await named.getByRole('button', { name: 'Ban user' }).click()
    await dialog(page, /^Ban/).getByRole('button', { name: 'Ban user' }).click()
    await expect(named.getByText('Banned', { exact: true })).toBeVisible()
    await named.getByRole('button', { name: 'End ban' }).click()
    await expect(named.getByText('Confirmed', { exact: true })).toBeVisible()
  })

  await test.step('read what happened', async () => {
    await named.getByRole('tab', { name: 'Audit log' }).click()
    await expect(named.getByText('Updated user').first()).toBeVisible()
  })

  await test.step('delete the user', async () => {
    await named.getByRole('tab', { name: 'Overview' }).click()
    await named.getByRole('button', { name: 'Delete user' }).click()
    await dialog(page, /^Delete/)
      .getByRole('button', { name: 'Delete user' })
      .click()
    await expect(page.getByText('No results')).toBeVisible()
  })
  expect(errors).toEqual([])
})
