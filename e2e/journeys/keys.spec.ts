import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Music store')

const statusOf = async (key: string) =>
  (await fetch(`${shared.project.api_url}/rest/v1/`, { headers: { apikey: key } })).status

async function lastUseOf(name: string): Promise<string | null | undefined> {
  const { server, project } = shared
  const { keys } = await askPlatform<{ keys: { name: string; last_used_at: string | null }[] }>(
    server,
    'GET',
    `/projects/${project.ref}/api-keys`,
  )
  return keys.find((key) => key.name === name)?.last_used_at
}

test('API keys are created and deleted, signing keys rotated and revoked', async ({ page }) => {
  const troubles = pageErrors(page)
  const { project, home } = shared
  const dialog = page.getByRole('dialog')
  await useSession(page, shared.session)

  await test.step('a secret key works until it is deleted', async () => {
    await page.goto(`${home}/settings/api-keys`)
    await page.getByRole('button', { name: 'Create API key' }).click()
    await dialog.getByLabel('Name').fill('Nightly job')
    await expect(dialog.getByRole('alert')).toContainText('lower-case letters')
    await dialog.getByLabel('Name').fill('nightly_job')
    await dialog.getByRole('button', { name: 'Create API key' }).click()
    const key = await dialog.getByLabel('nightly_job', { exact: true }).innerText()
    expect(key).toMatch(/^sb_secret_/)
    expect(await statusOf(key)).toBe(200)
    await dialog.getByRole('button', { name: 'Done' }).click()
    const row = page.getByRole('row', { name: /nightly_job/ })
    await row.getByRole('button', { name: /^Reveal/ }).click()
    await expect(row.getByText(key)).toBeVisible()
    await expect.poll(() => lastUseOf('nightly_job')).toEqual(expect.any(String))
    await page.reload()
    await expect(row).not.toContainText('Never')
    await row.getByRole('button', { name: 'Actions for nightly_job' }).click()
    await page.getByRole('menuitem', { name: 'Delete key' }).click()
    // Deleting a key requires typing its name.
    await page.getByLabel(/Type/).fill('nightly_job')
    await page.getByRole('button', { name: 'Delete key' }).click()
    // While the dialog is open, the rows behind it are hidden from role queries.
    await expect(dialog).toBeHidden()
    await expect(row).toBeHidden()
    expect(await statusOf(key)).toBe(401)
  })

  await test.step('legacy keys are disabled and enabled', async () => {
    await page.getByRole('tab', { name: 'Legacy keys' }).click()
    await page.getByRole('button', { name: 'Disable legacy keys' }).click()
    await dialog.getByRole('button', { name: 'Disable legacy keys' }).click()
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
    expect(await statusOf(project.anon_key)).toBe(401)
    await page.getByRole('button', { name: 'Enable legacy keys' }).click()
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
    expect(await statusOf(project.anon_key)).toBe(200)
  })

  await test.step('a standby key is rotated in, and the legacy secret revoked', async () => {
    await page.getByRole('link', { name: 'JWT keys' }).click()
    await page.getByRole('button', { name: 'Create standby key' }).click()
    await dialog.getByRole('button', { name: 'Create standby key' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await dialog.getByRole('button', { name: 'Rotate' }).click()
    await expect(page.getByRole('row', { name: /In use.*ES256/ })).toBeVisible()
    const legacy = page.getByRole('row', { name: /HS256/ })
    await expect(legacy).toContainText('Previously used')
    await legacy.getByRole('button', { name: /^Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Revoke' }).click()
    await expect(page.getByRole('button', { name: 'Revoke key' })).toBeDisabled()
    await page.getByLabel(/Type/).fill('service_role')
    await page.getByRole('button', { name: 'Revoke key' }).click()
    await expect(legacy).toContainText('Revoked')
    expect(await statusOf(project.anon_key)).toBe(401)
    expect(await statusOf(project.publishable_key)).toBe(200)
  })
  expect(troubles).toEqual([])
})
