import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Tokens')

test('a person creates a token that a program uses, and revokes it', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.server.url}/account/tokens`)
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  // The profile for the official command line names this installation.
  await expect(page.getByText(`api_url: ${shared.server.url}`)).toBeVisible()

  await page.getByRole('button', { name: 'Create access token' }).click()
  await page.getByLabel('Name').fill('Deploy job')
  await page.keyboard.press('Enter')
  const shown = page.getByRole('dialog', { name: 'Access token created' })
  const token = (await shown.locator('code').innerText()).trim()
  await shown.getByRole('button', { name: 'Done' }).click()

  const status = async () => {
    const headers = { authorization: `Bearer ${token}` }
    return (await fetch(`${shared.server.url}/v1/projects`, { headers })).status
  }
  expect(await status()).toBe(200)
  await page.reload()
  const row = page.getByRole('row').filter({ hasText: 'Deploy job' })
  await expect(row).toContainText(token.slice(0, 8))
  await expect(row).toContainText('in a month')

  await row.getByRole('button', { name: 'Revoke Deploy job' }).click()
  await page.getByRole('button', { name: 'Revoke token' }).click()
  await expect(page.getByText('No access tokens yet')).toBeVisible()
  expect(await status()).toBe(401)
  expect(errors).toEqual([])
})
