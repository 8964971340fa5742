import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { answerInstead, refusal, toast } from '../support/dashboard-page.ts'
import { oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Forms', {
  sql: 'create table public.note (id int primary key, body text);',
})

test.beforeEach(({ page }) => useSession(page, shared.session))

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

const PAGES = [
  { title: 'a project', path: '/settings/general', field: 'Name' },
  { title: 'a service', path: '/settings/data-api', field: 'Maximum rows per response' },
] as const

for (const { title, path, field } of PAGES) {
  test(`settings of ${title} ask before they are left with unsaved changes`, async ({ page }) => {
    await page.goto(shared.home + path)
    await page.getByLabel(field, { exact: true }).fill('77')
    await page.getByRole('link', { name: 'Table editor' }).first().click()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await expect(page.getByLabel(field, { exact: true })).toHaveValue('77')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(page.getByLabel(field, { exact: true })).not.toHaveValue('77')
    await page.getByRole('link', { name: 'Table editor' }).first().click()
    await expect(page).toHaveURL(/\/editor/)
  })
}

test('settings of the organization and the account ask before another page opens', async ({
  page,
}) => {
  for (const path of [`/org/${shared.project.organization_slug}/settings`, '/account/me']) {
    await page.goto(shared.server.url + path)
    const name = page.getByLabel('Name', { exact: true })
    await name.fill('Another name')
    await page.getByRole('link', { name: 'All organizations' }).first().click()
    await question(page).getByRole('button', { name: 'Stay' }).click()
    await expect(name).toHaveValue('Another name')
    await page.getByRole('button', { name: 'Discard', exact: true }).click()
    await expect(name).not.toHaveValue('Another name')
  }
})

test('a new project shows its organization in the breadcrumb', async ({ page }) => {
  await page.goto(`${shared.server.url}/new/${shared.project.organization_slug}`)
  await expect(page.getByRole('button', { name: 'Organization: Forms org' })).toBeVisible()
})

test('a save that fails reports it once, above the save bar, and keeps the input', async ({
  page,
}) => {
  await page.goto(`${shared.home}/settings/data-api`)
  const rows = page.getByLabel('Maximum rows per response')
  await rows.fill('0')
  await expect(page.getByText(/^Enter a whole number from 1 to/)).toBeVisible()
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(rows).toBeFocused()
  await rows.fill('88')
  const path = `/platform/projects/${shared.project.ref}/config/data-api`
  await answerInstead(page, path, (route) =>
    route.request().method() === 'PATCH'
      ? route.fulfill(refusal(503, 'try_later', 'Try later.'))
      : route.fallback(),
  )
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByText('Failed to save the Data API settings')).toBeInViewport()
  await expect(page.getByText(/Try later/).filter({ visible: true })).toHaveCount(1)
  await expect(toast(page, /Failed/)).toHaveCount(0)
  await expect(rows).toHaveValue('88')
})

test('forms for tables and SQL report at the field what Postgres would refuse', async ({
  page,
}) => {
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, 'public.note')}`)
  await page.getByRole('button', { name: 'Add column' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Add column to note' })
  await panel.getByLabel('Name').fill('ä'.repeat(32))
  await expect(panel.getByText('It can have at most 63 bytes.')).toBeVisible()
  await panel.getByRole('button', { name: 'Add column' }).click()
  await expect(panel.getByLabel('Name')).toBeFocused()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.goto(`${shared.home}/database/schemas`)
  await page.getByRole('button', { name: 'New schema' }).click()
  const sheet = page.getByRole('dialog', { name: 'New schema' })
  await sheet.getByLabel('Name').fill('ä'.repeat(32))
  await expect(sheet.getByText('It can have at most 63 bytes.')).toBeVisible()
  await sheet.getByLabel('Name').fill('reports')
  await expect(sheet).toContainText(/create schema "reports";/)
})
