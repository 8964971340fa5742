import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Time machine', {
  sql: `
    create table public.orders (id int primary key);
    insert into public.orders select generate_series(1, 7);`,
})

const orders = () =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query<{ count: number }>(
      'select count(*)::int as count from orders',
    )
    return rows[0]?.count
  })

test('a backup brings deleted rows back, and the restore is undone', async ({ page }) => {
  test.slow()
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('row').filter({ hasText: 'Before the cleanup' })

  await test.step('the page of scheduled backups says that there is none', async () => {
    await page.goto(`${shared.home}/database/backups/scheduled`)
    await expect(page.getByText('No backups yet')).toBeVisible()
    await expectAccessible(page, 'no backups')
  })

  await test.step('a backup is taken under a name', async () => {
    await page.getByRole('button', { name: 'Back up now' }).click()
    await dialog.getByLabel('Name').fill('Before the cleanup')
    await dialog.getByRole('button', { name: 'Back up now' }).click()
    await expect(row).toContainText('Complete')
    await expectAccessible(page, 'backups')
  })

  await test.step('rows that were deleted since come back from a look at it', async () => {
    await inDatabase(shared.project, (database) =>
      database.query('delete from orders where id > 3'),
    )
    await page.getByRole('button', { name: 'Actions for Before the cleanup' }).click()
    await page.getByRole('menuitem', { name: 'Look at the data' }).click()
    await page.getByRole('link', { name: 'Look at the data' }).click({ timeout: 100_000 })
    await page.getByRole('button', { name: /^orders/ }).click()
    await expect(page.getByText('7 rows')).toBeVisible()
    await expectAccessible(page, 'earlier moment')
    await page.getByRole('button', { name: 'Bring back rows of orders' }).click()
    await dialog.getByRole('radio', { name: 'Into public.orders' }).click()
    await dialog.getByRole('button', { name: 'Count rows' }).click()
    await dialog.getByRole('button', { name: 'Bring back', exact: true }).click()
    await expect(page.getByText(/^Inserted 4 rows into public\.orders/)).toBeVisible()
    expect(await orders()).toBe(7)
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.getByRole('link', { name: 'Choose a moment' }).click()
  })

  await test.step('the project goes back to it', async () => {
    await inDatabase(shared.project, (database) => database.query('delete from orders'))
    await page.getByRole('button', { name: 'Actions for Before the cleanup' }).click()
    await page.getByRole('menuitem', { name: 'Restore this project' }).click()
    await expectAccessible(page, 'restore')
    await dialog.getByRole('textbox').fill('Time machine')
    await dialog.getByRole('button', { name: 'Restore this project' }).click()
    await expect(page.getByText(/^Restored to “Before the cleanup”/)).toBeVisible({
      timeout: 100_000,
    })
    await expectAccessible(page, 'restored')
    expect(await orders()).toBe(7)
  })

  await test.step('the restore is undone', async () => {
    await page.getByRole('button', { name: 'Undo restore' }).click()
    await dialog.getByRole('button', { name: 'Undo restore' }).click()
    await expect(page.getByText(/^Restored to/)).toBeHidden({ timeout: 100_000 })
    // Connections are refused until the project is available again.
    await expect(async () => expect(await orders()).toBe(0)).toPass({ timeout: 60_000 })
  })
  expect(errors).toEqual([])
})
