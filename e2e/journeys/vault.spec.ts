import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Vault')

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const valueInDatabase = (name: string) =>
  inDatabase(shared.project, async (database) => {
    const text = 'select decrypted_secret from vault.decrypted_secrets where name = $1'
    const { rows } = await database.query<{ decrypted_secret: string }>(text, [name])
    return rows[0]?.decrypted_secret
  })

// SPEC: "/project/{ref}/settings/vault/secrets"
test('a member stores secrets for SQL, and sees those that SQL created', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/settings/vault/secrets`)
  await expect(page.getByText('No secrets yet')).toBeVisible()

  await test.step('create one in the dashboard and read it with SQL', async () => {
    await page.getByRole('button', { name: 'New secret' }).click()
    const form = dialog(page, 'New secret')
    await form.getByLabel('Name').fill('stripe_key')
    await form.getByLabel('Value').fill('sk_live_1')
    await form.getByLabel('Description').fill('For webhooks')
    await form.getByRole('button', { name: 'Create secret' }).click()
    await expect(form).toBeHidden()
    await expect(row(page, 'stripe_key')).toContainText('For webhooks')
    expect(await valueInDatabase('stripe_key')).toBe('sk_live_1')
  })

  await test.step('keep a name for one secret', async () => {
    await page.getByRole('button', { name: 'New secret' }).click()
    const form = dialog(page, 'New secret')
    await form.getByLabel('Name').fill('stripe_key')
    await form.getByLabel('Value').fill('other')
    await form.getByRole('button', { name: 'Create secret' }).click()
    await expect(form.getByText('A secret named stripe_key already exists.')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
  })

  await test.step('find and reveal one that SQL created', async () => {
    await inDatabase(shared.project, (database) =>
      database.query(`select vault.create_secret('from psql', 'made_by_sql')`),
    )
    await page.reload()
    await page.getByLabel('Search secrets').fill('MADE')
    await expect(row(page, 'stripe_key')).toBeHidden()
    await row(page, 'made_by_sql').getByRole('button', { name: 'Reveal made_by_sql' }).click()
    await expect(row(page, 'made_by_sql')).toContainText('from psql')
    await page.getByLabel('Search secrets').fill('')
  })

  await test.step('change the value and keep the name', async () => {
    await row(page, 'stripe_key').getByRole('button', { name: 'Edit stripe_key' }).click()
    const form = dialog(page, 'Edit secret')
    await form.getByLabel('Value').fill('sk_live_2')
    await form.getByRole('button', { name: 'Save secret' }).click()
    await expect(form).toBeHidden()
    expect(await valueInDatabase('stripe_key')).toBe('sk_live_2')
    await row(page, 'stripe_key')
      .getByRole('button', { name: /^Reveal/ })
      .click()
    await expect(row(page, 'stripe_key')).toContainText('sk_live_2')
  })

  await test.step('rotate the key and keep every value', async () => {
    const key = page.getByRole('region', { name: 'Encryption key' })
    await expect(key).toContainText('Not rotated yet')
    await key.getByRole('button', { name: 'Rotate key' }).click()
    await dialog(page, 'Rotate the encryption key')
      .getByRole('button', { name: 'Rotate key' })
      .click()
    await expect(key).toContainText('Rotated')
    expect(await valueInDatabase('stripe_key')).toBe('sk_live_2')
    expect(await valueInDatabase('made_by_sql')).toBe('from psql')
  })

  await test.step('delete one', async () => {
    await row(page, 'stripe_key').getByRole('button', { name: 'Delete stripe_key' }).click()
    await page.getByRole('button', { name: 'Delete secret' }).click()
    await expect(row(page, 'stripe_key')).toBeHidden()
    await expect.poll(() => valueInDatabase('stripe_key')).toBeUndefined()
  })
  expect(errors).toEqual([])
})
