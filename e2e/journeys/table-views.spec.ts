import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Views', {
  sql: `
    create table public.customer (id int primary key, name text);
    insert into public.customer values (1, 'Ada'), (2, 'Grace');
    create table public.log (note text);
    create table public.orders (
      id int primary key, customer_id int references public.customer, status text,
      total numeric, placed timestamptz default now()
    );
    insert into public.orders
    select n, 1 + n % 2, case when n % 3 = 0 then 'paid' else 'open' end, n * 10,
      case when n > 8 then now() - interval '40 days' else now() end
    from generate_series(1, 12) n;`,
})

test.beforeEach(async ({ page }) => {
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, 'public.orders')}`)
  await expect(page.getByText('12 rows')).toBeVisible()
})

async function fill(page: Page, column: string, operator: string, value?: string) {
  await page.getByRole('combobox', { name: 'Column', exact: true }).click()
  await page.getByRole('option', { name: new RegExp(`^${column}`) }).click()
  await page.getByRole('combobox', { name: 'Operator' }).click()
  await page.getByRole('option').filter({ hasText: operator }).first().click()
  if (value !== undefined) await page.getByRole('textbox', { name: 'Value' }).fill(value)
  await page.getByRole('button', { name: 'Apply' }).click()
}

const chosen = (page: Page) => page.getByRole('button', { name: 'Paid or large' })

test('rows are filtered by a group, and the view is saved, changed, reset and deleted', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await fill(page, 'status', 'equal to', 'paid')
  await expect(page.getByText('4 rows match')).toBeVisible()
  await page.getByRole('button', { name: 'status is paid' }).click()
  await page.getByRole('button', { name: 'Add “or” condition' }).click()
  await fill(page, 'total', 'greater than', '100')
  await expect(page.getByText('5 rows match')).toBeVisible()
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await fill(page, 'placed', 'today, the last')
  await expect(page.getByText('2 rows match')).toBeVisible()
  await page.reload()
  await expect(page.getByText('2 rows match')).toBeVisible()

  await page.getByRole('button', { name: 'Column status' }).click()
  await page.getByRole('menuitem', { name: 'Freeze' }).click()
  await page.getByRole('button', { name: 'Views', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Save as view…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save view' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Paid or large')
  await dialog.getByRole('checkbox', { name: 'Share with all members' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(chosen(page)).toBeVisible()
  await expect(dialog).toBeHidden()

  await page.getByRole('button', { name: 'Remove the filter on placed' }).click()
  await expect(page.getByText('5 rows match')).toBeVisible()
  await expect(chosen(page)).toContainText('changed')
  await chosen(page).click()
  await page.getByRole('menuitem', { name: 'Discard changes' }).click()
  await expect(page.getByText('2 rows match')).toBeVisible()
  await expect(chosen(page)).not.toContainText('changed')

  await chosen(page).click()
  await page.getByRole('menuitemcheckbox', { name: 'Open by default' }).click()
  await page.getByRole('button', { name: /^Table customer/ }).click()
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: /^Table orders/ }).click()
  await expect(page.getByText('2 rows match')).toBeVisible()
  await chosen(page).click()
  await page.getByRole('menuitem', { name: 'Delete view…' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(page.getByText('12 rows')).toBeVisible()
  expect(errors).toEqual([])
})

test('a key is peeked at and followed in both directions', async ({ page }) => {
  const cell = page.locator('[role=row][aria-rowindex="2"] [role=gridcell][aria-colindex="3"]')
  await cell.hover()
  await cell.getByRole('button', { name: 'Peek at the referenced row of customer' }).click()
  const peek = page.getByRole('dialog', { name: 'Referenced row of customer' })
  await expect(peek).toContainText('Grace')
  await peek.getByRole('button', { name: 'Open in table' }).click()
  await expect(page.getByRole('heading', { name: 'customer' })).toBeVisible()
  await page.getByRole('gridcell', { name: 'Grace' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Related rows' }).hover()
  await page.getByRole('menuitem', { name: 'orders 6' }).click()
  await expect(page.getByText('6 rows match')).toBeVisible()

  await page.goBack()
  await page.getByRole('gridcell', { name: 'Grace' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit row' }).click()
  const related = page.getByRole('region', { name: 'Related rows' })
  await expect(related).toBeVisible()
  await related.getByRole('button', { name: 'orders 6' }).click()
  await expect(page.getByText('6 rows match')).toBeVisible()
})

test('a row is inserted once although the connection was cut before the response', async ({
  page,
}) => {
  await page.getByRole('button', { name: /^Table log/ }).click()
  await expect(page.getByText('0 rows')).toBeVisible()
  await page.route('**/rows', async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Insert row' }).first().click()
  const sheet = page.getByRole('dialog')
  await sheet.getByRole('textbox', { name: 'note' }).fill('once')
  await sheet.getByRole('button', { name: 'Insert row' }).click()
  await expect(sheet.getByRole('alert').first()).toContainText('Unable to reach the server')
  await page.unroute('**/rows')
  await sheet.getByRole('button', { name: 'Insert row' }).click()
  await expect(toast(page, 'Row inserted')).toBeVisible()
  await expect(page.getByText('1 row', { exact: true })).toBeVisible()
})
