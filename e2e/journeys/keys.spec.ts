import { expect, test } from '@playwright/test'
import { signIn, useSession } from '../support/account.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => discard(server))

const statusOf = async (key: string) =>
  (await fetch(`${project.api_url}/rest/v1/`, { headers: { apikey: key } })).status

test('API keys are made and deleted, signing keys rotated and revoked', async ({ page }) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  await useSession(page, await signIn(server))
  project = await createProject(server, 'Music store')
  const settings = `${server.url}/project/${project.ref}/settings`

  await test.step('a secret key works until it is deleted', async () => {
    await page.goto(`${settings}/api-keys`)
    await page.getByRole('button', { name: 'Create API key' }).click()
    const dialog = page.getByRole('dialog')
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
    await expect(async () => {
      await page.reload()
      await expect(row).toBeVisible()
      await expect(row).not.toContainText('Never', { timeout: 1000 })
    }).toPass()
    await row.getByRole('button', { name: 'Delete nightly_job' }).click()
    // A key in use is not deleted by a slip.
    await page.getByLabel(/Type/).fill('nightly_job')
    await page.getByRole('button', { name: 'Delete key' }).click()
    await expect(row).toBeHidden()
    expect(await statusOf(key)).toBe(401)
  })

  await test.step('legacy keys are switched off and on', async () => {
    await page.getByRole('tab', { name: 'Legacy keys' }).click()
    await page.getByRole('button', { name: 'Disable legacy keys' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Disable legacy keys' }).click()
    await expect(page.getByText('Disabled', { exact: true })).toBeVisible()
    expect(await statusOf(project.anon_key)).toBe(401)
    await page.getByRole('button', { name: 'Enable legacy keys' }).click()
    await expect(page.getByText('Enabled', { exact: true })).toBeVisible()
    expect(await statusOf(project.anon_key)).toBe(200)
  })

  await test.step('a standby key is rotated in, and the legacy secret revoked', async () => {
    await page.getByRole('link', { name: 'JWT keys' }).click()
    await page.getByRole('button', { name: 'Create standby key' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create standby key' }).click()
    await page.getByRole('button', { name: 'Rotate' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate' }).click()
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
