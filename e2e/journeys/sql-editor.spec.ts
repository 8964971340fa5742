import { expect, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Queries', {
  sql: `create table stone (id int primary key, name text);
    alter table stone enable row level security;
    insert into stone values (1, 'Flint'), (2, 'Granite')`,
})
test.beforeEach(({ page }) => useSession(page, shared.session))

const transaction = (page: Page) => page.getByRole('region', { name: 'Transaction' })
const names = () =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query<{ name: string }>('select name from stone order by id')
    return rows.map(({ name }) => name)
  })

async function write(page: Page, sql: string) {
  await page.locator('.monaco-editor').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(sql)
}

test('a transaction stays open over a reload until it is committed', async ({ page }) => {
  await page.goto(`${shared.home}/sql/new`)
  await page.getByRole('combobox', { name: 'Run mode' }).click()
  await page.getByRole('option', { name: 'Transaction' }).click()
  await write(page, "insert into stone values (3, 'Marble')")
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(transaction(page)).toContainText('Transaction open · 1 statement')
  expect(await names()).toEqual(['Flint', 'Granite'])
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.reload()
  await expect(transaction(page)).toContainText('Transaction open · 1 statement')
  expect(await violations(page)).toEqual([])
  await write(page, 'select count(*) from stone')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('gridcell', { name: '3' })).toBeVisible()
  await transaction(page).getByRole('button', { name: 'Commit' }).click()
  await expect(transaction(page)).toHaveCount(0)
  expect(await names()).toEqual(['Flint', 'Granite', 'Marble'])
})

test('the statement at the cursor runs with its parameters, and its plan is shown', async ({
  page,
}) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select 1/0;\nselect name from stone where id = :id')
  await page.keyboard.press('ControlOrMeta+Shift+Enter')
  const dialog = page.getByRole('dialog', { name: 'Parameters' })
  await dialog.getByRole('textbox', { name: ':id' }).fill('2')
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: 'Granite' })).toBeVisible()

  await write(page, 'delete from stone')
  await page.getByRole('button', { name: 'More ways to run' }).click()
  await page.getByRole('menuitem', { name: 'Explain analyze' }).click()
  const plan = page.getByRole('table', { name: 'Steps of the plan' })
  await expect(plan.getByText('Delete on stone')).toBeVisible()
  await expect(page.getByText('The statement ran to measure it')).toBeVisible()
  expect(await violations(page)).toEqual([])
  expect(await names()).toHaveLength(3)
})
