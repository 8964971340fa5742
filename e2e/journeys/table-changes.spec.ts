import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Changes', {
  sql: `create table public.person (id int primary key, name text, age int);`,
})

test.beforeEach(async ({ page }) => {
  // The dialog of the operating system can't be operated here; without it, the page downloads.
  await page.addInitScript(() => Reflect.deleteProperty(window, 'showSaveFilePicker'))
  await useSession(page, shared.session)
  await inDatabase(shared.project, (database) =>
    database.query(
      `truncate person; insert into person values (1, 'Ann', 30), (2, null, 40), (3, '', 50)`,
    ),
  )
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, 'public.person')}`)
  await expect(cell(page, 1, 'name')).toHaveText('Ann')
})

/** The first column has the checkboxes. */
const COLUMNS = { id: 2, name: 3, age: 4 }

const cell = (page: Page, row: number, column: keyof typeof COLUMNS) =>
  page.locator(
    `[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${COLUMNS[column]}"]`,
  )

async function type(page: Page, row: number, column: keyof typeof COLUMNS, text: string) {
  await cell(page, row, column).dblclick()
  const field = page.getByRole('textbox', { name: column, exact: true })
  await field.fill(text)
  await field.press('Enter')
}

const stored = () =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query({
      text: 'select id, name, age from person order by id',
      rowMode: 'array',
    })
    return rows as unknown[][]
  })

test('edits and deletions are undone by key and by button', async ({ page }) => {
  const errors = pageErrors(page)
  await type(page, 1, 'name', 'Anna')
  await expect.poll(stored).toContainEqual([1, 'Anna', 30])
  await page.keyboard.press('Control+z')
  await expect(cell(page, 1, 'name')).toHaveText('Ann')
  await expect.poll(stored).toContainEqual([1, 'Ann', 30])
  await page.keyboard.press('Control+Shift+z')
  await expect(cell(page, 1, 'name')).toHaveText('Anna')

  await page.getByRole('checkbox', { name: 'Select row 2' }).click()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('button', { name: 'Delete 1 row' }).click()
  await expect(page.getByText('2 rows', { exact: true })).toBeVisible()
  await toast(page, '1 row deleted').getByRole('button', { name: 'Undo' }).click()
  await expect(page.getByText('3 rows', { exact: true })).toBeVisible()
  await expect.poll(stored).toContainEqual([2, null, 40])
  expect(errors).toEqual([])
})

test('an undo asks before it overwrites the change of somebody else', async ({ page }) => {
  await type(page, 1, 'name', 'Anna')
  await expect.poll(stored).toContainEqual([1, 'Anna', 30])
  await inDatabase(shared.project, (database) =>
    database.query(`update person set name = 'Zoe' where id = 1`),
  )
  await page.getByRole('button', { name: 'Undo edit of name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else changed this row' })
  await expect(dialog).toContainText('Zoe')
  await dialog.getByRole('button', { name: 'Keep theirs' }).click()
  await expect(cell(page, 1, 'name')).toHaveText('Zoe')
})

test('changes are collected, reviewed with their SQL and saved together', async ({ page }) => {
  await page.getByRole('button', { name: 'Table actions' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Review changes before saving' }).click()
  await type(page, 1, 'name', "O'Ann")
  await cell(page, 2, 'id').click()
  await page.keyboard.press('Control+Backspace')
  await page.getByRole('button', { name: 'Insert row' }).click()
  const panel = page.getByRole('dialog', { name: 'Insert row into person' })
  await panel.getByRole('textbox', { name: 'id', exact: true }).fill('3')
  await panel.getByRole('button', { name: 'Add to changes' }).click()
  await expect(page.getByText('3 unsaved changes')).toBeVisible()
  expect(await stored()).toHaveLength(3)

  await page.getByRole('button', { name: 'Review' }).click()
  const sheet = page.getByRole('dialog', { name: 'Changes in person' })
  await expect(sheet.getByLabel('SQL', { exact: true })).toContainText(
    `update "public"."person" set "name" = 'O''Ann' where "id" = '1';`,
  )
  await sheet.getByRole('button', { name: 'Save changes' }).click()
  await expect(sheet.getByRole('alert')).toContainText('Nothing was saved. id must be unique')
  expect(await stored()).toContainEqual([1, 'Ann', 30])
  await sheet.getByRole('button', { name: 'Undo this change' }).last().click()
  await sheet.getByRole('button', { name: 'Close' }).first().click()

  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'SQL editor' }).click()
  await question.getByRole('button', { name: 'Stay' }).click()
  await page.keyboard.press('Control+s')
  await expect(toast(page, '2 changes saved')).toBeVisible()
  expect(await stored()).toEqual([
    [1, "O'Ann", 30],
    [3, '', 50],
  ])
})

test('a block copied here is pasted with its NULLs, and adds rows', async ({ page }) => {
  await cell(page, 1, 'name').click()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+c')
  await cell(page, 3, 'name').click()
  await page.keyboard.press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await expect(dialog).toContainText('3 cells in 3 rows, 2 new rows')
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await inDatabase(shared.project, (database) =>
    database.query(`insert into person values (4, 'x', 1), (5, 'x', 1)`),
  )
  await page.getByRole('button', { name: 'Refresh' }).click()
  await expect(page.getByText('5 rows', { exact: true })).toBeVisible()
  await cell(page, 3, 'name').click()
  await page.keyboard.press('Control+v')
  await dialog.getByRole('button', { name: 'Paste', exact: true }).click()
  await expect(dialog).toBeHidden()
  expect((await stored()).map(([, name]) => name)).toEqual(['Ann', null, 'Ann', null, ''])
})

test('a block of a spreadsheet is checked cell by cell before it is pasted', async ({ page }) => {
  await page.evaluate(() => navigator.clipboard.writeText('Lee\told\n"a\tb"\t41\n'))
  await cell(page, 1, 'name').click()
  await page.keyboard.press('Control+v')
  const dialog = page.getByRole('dialog', { name: 'Paste cells' })
  await expect(dialog.getByRole('alert')).toContainText('Row 1, age: “old” is not an integer.')
  await expect(dialog.getByRole('button', { name: 'Paste', exact: true })).toBeDisabled()
  await dialog.getByText('Leave out cells with problems').click()
  await dialog.getByRole('button', { name: 'Paste', exact: true }).click()
  await expect.poll(stored).toEqual([
    [1, 'Lee', 30],
    [2, 'a\tb', 41],
    [3, '', 50],
  ])
  await page.keyboard.press('Control+z')
  await expect.poll(stored).toContainEqual([2, null, 40])
})

test('Delete clears a range, and a copied value fills one', async ({ page }) => {
  await cell(page, 1, 'name').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Delete')
  await expect.poll(stored).toContainEqual([1, null, 30])
  await cell(page, 3, 'age').click()
  await page.keyboard.press('Control+c')
  await cell(page, 1, 'age').click()
  await page.keyboard.press('Shift+ArrowDown')
  await page.keyboard.press('Control+v')
  await expect.poll(async () => (await stored()).map(([, , age]) => age)).toEqual([50, 50, 50])
})

test('rows are exported as a file, and selected rows are copied', async ({ page }) => {
  await page.getByRole('button', { name: 'Table actions' }).click()
  await page.getByRole('menuitem', { name: 'Export rows' }).click()
  const dialog = page.getByRole('dialog', { name: 'Export rows of person' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toBe('person.csv')
  const file = await (await download).path()
  expect(await readFile(file, 'utf8')).toBe('id,name,age\r\n1,Ann,30\r\n2,,40\r\n3,"",50\r\n')
  await expect(dialog).toBeHidden()

  await page.getByRole('checkbox', { name: 'Select row 2' }).click()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Copy as SQL' }).click()
  await expect(toast(page, '1 row copied as SQL')).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    `insert into "public"."person" ("id", "name", "age") values ('2', null, '40');\n`,
  )
  await cell(page, 1, 'name').click()
  await page.keyboard.press('Control+c')
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('2\t\t40')
})

test('a row is edited in the panel, which has a URL, and duplicated', async ({ page }) => {
  await cell(page, 2, 'name').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Edit row' }).click()
  await expect(page).toHaveURL(/row=id(:|%3A)2/)
  await page.reload()
  const panel = page.getByRole('dialog', { name: 'Row of person' })
  await panel.getByRole('textbox', { name: 'name', exact: true }).fill('Bob')
  await panel.getByRole('button', { name: 'Save row' }).click()
  await expect(panel).toBeHidden()
  await expect(cell(page, 2, 'name')).toHaveText('Bob')
  await expect.poll(stored).toContainEqual([2, 'Bob', 40])

  await cell(page, 2, 'name').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Duplicate row' }).click()
  const copy = page.getByRole('dialog', { name: 'Insert row into person' })
  await copy.getByRole('textbox', { name: 'id', exact: true }).fill('4')
  await copy.getByRole('button', { name: 'Insert row' }).click()
  await expect.poll(stored).toContainEqual([4, 'Bob', 40])
})
