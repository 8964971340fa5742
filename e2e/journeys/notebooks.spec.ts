import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { joinAs } from '../support/member.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Notebooks', {
  sql: `create table stone (id int primary key, name text, price int);
    alter table stone enable row level security;
    insert into stone values (1, 'Flint', 3), (2, 'Granite', 5), (3, 'Marble', 9)`,
})
test.beforeEach(({ page }) => useSession(page, shared.session))

const cell = (page: Page, number: number) =>
  page.getByRole('region', { name: new RegExp(`cell ${number}:`) })

/** Types into the cell that is edited. */
async function write(page: Page, sql: string) {
  await page.locator('.monaco-editor').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(sql)
}

test('a notebook is written, run, kept over a reload, exported, and shared with readers', async ({
  page,
  browser,
}) => {
  await page.goto(`${shared.home}/sql/notebooks/new`)
  await write(
    page,
    '-- Cheap stones\nselect name, price from stone where price < :most order by price',
  )
  await page.getByRole('button', { name: 'Add Markdown at the end' }).click()
  await page.getByRole('textbox', { name: 'Markdown' }).fill('# Stone prices\n\nAll of *them*.')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('heading', { name: 'Stone prices', level: 2 })).toBeVisible()
  // The focused cell moves above the query.
  await page.keyboard.press('Alt+ArrowUp')
  await expect(cell(page, 1)).toContainText('All of them.')
  await expect(cell(page, 1)).toBeFocused()
  await page.getByRole('button', { name: 'Add SQL at the end' }).click()
  await write(page, 'select 1/0')
  await page.keyboard.press('Escape')

  await page.getByRole('textbox', { name: ':most' }).fill('6')
  await page.getByRole('button', { name: 'Run all' }).click()
  await expect(page.getByText('Query 2 of 2 failed.')).toBeVisible()
  await expect(cell(page, 2).getByRole('gridcell', { name: 'Granite' })).toBeVisible()
  await expect(cell(page, 2).getByRole('gridcell', { name: 'Marble' })).toHaveCount(0)
  await cell(page, 2).getByText('Chart', { exact: true }).click()
  await expect(cell(page, 2).getByText('price by name', { exact: true })).toBeVisible()
  expect(await violations(page)).toEqual([])

  await cell(page, 3).focus()
  await page.keyboard.press('Delete')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect(cell(page, 3)).toContainText('select 1/0')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const [download] = await Promise.all([
    page.waitForEvent('download'),
    (async () => {
      await page.getByRole('button', { name: 'Notebook actions' }).click()
      await page.getByRole('menuitem', { name: 'Download Markdown with results' }).click()
    })(),
  ])
  expect(download.suggestedFilename()).toBe('stone_prices.md')
  const markdown = await readFile(await download.path(), 'utf8')
  expect(markdown).toContain('# Stone prices\n\nAll of *them*.\n\n```sql\n-- Cheap stones')
  expect(markdown).toContain('| Granite | 5 |')

  await page.reload()
  await expect(page.getByRole('heading', { name: 'Stone prices', level: 1 })).toBeVisible()
  await expect(page.getByRole('textbox', { name: ':most' })).toHaveValue('6')
  await page.getByRole('button', { name: 'Actions for Stone prices', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Share with the project…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Share' }).click()
  await expect(page.getByText('Shared with the project')).toBeVisible()

  const reader = await joinAs(shared, 'read_only')
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const theirs = await context.newPage()
  await useSession(theirs, reader)
  await theirs.goto(page.url().replace('/notebooks', ''))
  await expect(theirs).toHaveURL(page.url())
  await expect(theirs.getByText('your role can run but not change it')).toBeVisible()
  await cell(theirs, 2).getByRole('button', { name: 'Run cell 2' }).click()
  // The chart was saved with the notebook.
  await expect(cell(theirs, 2).getByText('price by name', { exact: true })).toBeVisible()
  // The account's button shows the first letter of a random address, which its label may not contain.
  expect(await violations(theirs, { without: ['label-content-name-mismatch'] })).toEqual([])
  await context.close()
})

test('two tabs of a notebook never overwrite each other, and a query opens in a new one', async ({
  page,
  context,
}) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select count(*) from stone')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Actions for Select from stone', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Open in a new notebook' }).click()
  await expect(page).toHaveURL(/\/sql\/notebooks\//)
  await expect(cell(page, 1)).toContainText('select count(*) from stone')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  const other = await context.newPage()
  await other.goto(page.url())
  await other.getByRole('button', { name: 'Add Markdown at the end' }).click()
  await other.getByRole('textbox', { name: 'Markdown' }).fill('From the other tab')
  await expect(other.getByText('Saved', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Add Markdown at the end' }).click()
  await page.getByRole('textbox', { name: 'Markdown' }).fill('From the first tab')
  const dialog = page.getByRole('dialog', { name: 'This notebook was changed elsewhere' })
  await expect(dialog).toContainText('From the other tab')
  await dialog.getByRole('button', { name: 'Take theirs' }).click()
  await expect(cell(page, 2)).toContainText('From the other tab')
  await expect(page.getByText('From the first tab')).toHaveCount(0)
})
