import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Results', {
  sql: `create table sale (id int primary key, region text, amount numeric);
    alter table sale enable row level security;
    comment on table sale is 'All sales';
    insert into sale values (1, 'north', 1.5), (2, 'south', 2), (3, 'north', 4)`,
})
test.beforeEach(({ page }) => useSession(page, shared.session))

async function write(page: Page, sql: string) {
  await page.locator('.monaco-editor').first().click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(sql)
}

async function limit(page: Page, option: string) {
  await page.getByRole('combobox', { name: 'Row limit' }).click()
  await page.getByRole('option', { name: option }).click()
}

test('rows are shown while the query runs, which the list of running queries cancels', async ({
  page,
}) => {
  await page.goto(`${shared.home}/sql/new`)
  await limit(page, 'No limit')
  await write(
    page,
    'select n, case when n = 60000 then pg_sleep(600) end from generate_series(1, 100000) n',
  )
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('rows so far')).toBeVisible()
  await expect(page.getByRole('gridcell', { name: '1', exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Running queries' }).click()
  const entry = page.getByRole('list', { name: 'Running queries' }).getByRole('listitem')
  await expect(entry).toContainText('Yours')
  expect(await violations(page)).toEqual([])
  await entry.getByRole('button', { name: 'Cancel query' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel query' }).last().click()
  await expect(page.getByText('canceling statement due to user request')).toBeVisible()
  await expect(page.getByText('No queries are running')).toBeVisible()
})

test('a limited result says so, and its export has every row', async ({ page }) => {
  await page.goto(`${shared.home}/sql/new`)
  await limit(page, '100 rows')
  await write(page, 'select n from generate_series(1, 5000) n')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByText('First 100 rows; the query returned more')).toBeVisible()
  // Without a file dialog, the browser downloads the file itself.
  await page.evaluate(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: 'Download NDJSON' }).click()
  const arriving = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Export' }).click()
  const text = await readFile(await (await arriving).path(), 'utf8')
  expect(text.trim().split('\n')).toHaveLength(5000)
})

test('a result is drawn as a chart and a pivot table, and an object is described', async ({
  page,
}) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select region, amount from sale order by id')
  await page.keyboard.press('ControlOrMeta+Enter')
  await page.getByRole('radio', { name: 'Chart' }).click()
  await expect(page.getByRole('img', { name: /^amount by region/ })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.getByRole('radio', { name: 'Pivot' }).click()
  const pivot = page.getByRole('grid', { name: 'Pivot' })
  await expect(pivot.getByRole('gridcell', { name: '5.5' })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await write(page, 'select * from sale')
  await page.keyboard.press('F12')
  const description = page.getByRole('dialog', { name: 'sale' })
  await expect(description).toContainText('All sales')
  await expect(description).toContainText('PRIMARY KEY (id)')
  expect(await violations(page)).toEqual([])
})

test('SQL runs beside another page, and moves to the SQL editor', async ({ page }) => {
  await page.goto(`${shared.home}/database/tables`)
  await expect(page.getByRole('button', { name: 'Run SQL beside this page' })).toBeVisible()
  await page.keyboard.press('ControlOrMeta+E')
  const panel = page.getByRole('dialog', { name: 'SQL', exact: true })
  await expect(panel.locator('.monaco-editor')).toBeVisible()
  await write(page, 'select amount from sale order by id')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(panel.getByRole('gridcell', { name: '1.5' })).toBeVisible()
  expect(await violations(page)).toEqual([])
  await panel.getByRole('button', { name: 'Close' }).click()
  await expect(panel).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 780 })
  await page.getByRole('button', { name: 'Run SQL beside this page' }).click()
  await expect(panel.getByRole('gridcell', { name: '1.5' })).toBeVisible()
  await panel.getByRole('button', { name: 'Open in SQL editor' }).click()
  await expect(page).toHaveURL(/\/sql\/[\da-f-]+$/)
  await expect(page.locator('.monaco-editor')).toContainText('select amount from sale')
})
