import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Webhooks')

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

// SPEC: "/project/{ref}/database/hooks"
test('a member sends the changes of a table to a function and sees its response', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await inDatabase(shared.project, (database) =>
    database.query(
      `create table public.orders (id int primary key); select vault.create_secret('s', 'api key')`,
    ),
  )
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/database/hooks`)
  await expect(page.getByText('No webhooks yet')).toBeVisible()

  await test.step('create a webhook', async () => {
    await page.getByRole('button', { name: 'New webhook' }).first().click()
    const form = dialog(page, 'New webhook')
    await form.getByLabel('Name').fill('tell')
    await form.getByLabel('URL').fill('/functions/v1/missing')
    await form.getByLabel('Table').click()
    await page.getByRole('option', { name: 'orders' }).click()
    await form.getByLabel('Headers').fill('no header')
    await expect(form.getByText('“no header” is not a header.')).toBeVisible()
    await form.getByLabel('Headers').fill('x-source: orders\nauthorization: {{api key}}')
    await form.getByLabel('Timeout in seconds').fill('2.5')
    await form.getByRole('button', { name: 'Create webhook' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('row').filter({ hasText: 'public.orders' })).toBeVisible()
  })

  await test.step('see a delivery', async () => {
    await inDatabase(shared.project, (database) =>
      database.query('insert into public.orders values (1)'),
    )
    await page.getByRole('button', { name: 'tell', exact: true }).click()
    const log = dialog(page, 'Deliveries of tell')
    // The project's own API is called although its address is private; it has no such function.
    await expect(log.getByText('HTTP status 404')).toBeVisible()
    await expect(log.getByText('INSERT', { exact: true })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(log).toBeHidden()
  })

  await test.step('edit the headers, which are as they were typed', async () => {
    await page.getByRole('button', { name: 'Actions for tell' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = dialog(page, 'Edit tell')
    await expect(form.getByLabel('Headers')).toHaveValue(
      'x-source: orders\nauthorization: {{api key}}',
    )
    await expect(form.getByLabel('Timeout in seconds')).toHaveValue('2.5')
    await form.getByLabel('Headers').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('read the signing secret, and delete the webhook', async () => {
    const menu = page.getByRole('row').filter({ hasText: 'tell' }).getByRole('button').last()
    await page.setViewportSize({ width: 360, height: 740 })
    await menu.click()
    await page.getByRole('menuitem', { name: 'Reveal signing secret' }).click()
    await page.getByRole('button', { name: 'Reveal secret' }).click()
    await expect(page.getByText(/whsec_/)).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    await menu.click()
    await page.getByRole('menuitem', { name: 'Delete webhook' }).click()
    await page.getByRole('button', { name: 'Delete webhook' }).click()
    await expect(page.getByText('No webhooks yet')).toBeVisible()
  })
  expect(errors).toEqual([])
})
