import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { toast } from '../support/dashboard-page.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Keys', {
  sql: `
    create table public.customers (id bigint primary key, name text);
    insert into public.customers values (1, 'Ada'), (2, 'Grace');
    create table public.orders (number bigint, customer_id bigint, total numeric);
    insert into public.orders values (1, 1, 10), (2, 2, -5), (2, 7, 20);`,
})

test('a table without a key gets a primary key, a foreign key and a check, and its rows can be edited', async ({
  page,
}) => {
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, 'public.orders')}`)
  await expect(page.getByText('the table has no primary key')).toBeVisible()
  await page.getByRole('button', { name: 'Add a primary key' }).click()
  const key = page.getByRole('dialog', { name: 'Add primary key to orders' })
  await key.getByRole('checkbox', { name: 'number' }).click()
  const broken = key.getByRole('region', { name: 'Rows that break the constraint' })
  await expect(broken.getByRole('row').last()).toHaveText('22')
  await expect(key.getByLabel('SQL', { exact: true })).toContainText('add primary key ("number")')
  // The server refuses it too, and says why.
  await key.getByRole('button', { name: 'Add primary key' }).click()
  await expect(key.getByRole('alert').first()).toContainText('number: 2, rows: 2')
  await inDatabase(shared.project, (database) =>
    database.query('update public.orders set number = 3 where customer_id = 7'),
  )
  await key.getByRole('button', { name: 'Add primary key' }).click()
  await expect(toast(page, 'Primary key added to orders')).toBeVisible()
  await expect(page.getByText('the table has no primary key')).toHaveCount(0)

  await page.getByRole('radio', { name: 'Definition' }).click()
  const list = page.getByRole('list', { name: 'Keys and constraints' })
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Foreign key' }).click()
  const foreign = page.getByRole('dialog', { name: 'Add foreign key to orders' })
  await foreign.getByRole('button', { name: 'Referenced table' }).click()
  await page.getByRole('option', { name: 'customers' }).click()
  // The columns are suggested from the referenced primary key.
  await expect(foreign.getByRole('combobox', { name: 'Column', exact: true })).toHaveText(
    'customer_id',
  )
  await expect(foreign.getByRole('combobox', { name: 'Referenced column' })).toHaveText('id')
  await expect(foreign.getByRole('row').last()).toHaveText('37')
  await foreign.getByRole('checkbox', { name: 'NOT VALID' }).click()
  await foreign.getByRole('button', { name: 'Add foreign key' }).click()
  await expect(list.getByText('Existing rows not checked')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for orders_customer_id_fkey' }).click()
  await page.getByRole('menuitem', { name: 'Validate existing rows' }).click()
  const validation = page.getByRole('dialog', { name: 'Validate orders_customer_id_fkey?' })
  await validation.getByRole('button', { name: 'Validate' }).click()
  await expect(validation.getByRole('row').last()).toHaveText('37')
  await inDatabase(shared.project, (database) =>
    database.query('update public.orders set customer_id = 1 where number = 3'),
  )
  await validation.getByRole('button', { name: 'Validate' }).click()
  await expect(list.getByText('Existing rows not checked')).toHaveCount(0)

  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Check constraint' }).click()
  const check = page.getByRole('dialog', { name: 'Add check constraint to orders' })
  await check.getByRole('textbox', { name: 'Condition' }).fill('total > -10')
  await expect(check.getByText('All existing rows satisfy it.')).toBeVisible()
  await check.getByRole('button', { name: 'Add check constraint' }).click()
  await expect(list.getByText('orders_total_check')).toBeVisible()

  await page.getByRole('button', { name: 'Actions for orders_total_check' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete constraint' }).click()
  await expect(list.getByText('orders_total_check')).toHaveCount(0)
})
