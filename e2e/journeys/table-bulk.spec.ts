import { expect, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Bulk', {
  sql: `create table public.crate (id int primary key, label text, stowed_at timestamptz);
    insert into crate select n, 'Crate ' || n from generate_series(1, 30) n`,
})

const stored = (sql: string) =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query({ text: sql, rowMode: 'array' })
    return rows as unknown[][]
  })

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[role=row][aria-rowindex="${row + 1}"] [role=gridcell][aria-colindex="${column}"]`)

async function choose(page: Page, label: string, option: string) {
  await page.getByRole('combobox', { name: label, exact: true }).click()
  await page.getByRole('option', { name: option, exact: true }).click()
}

test('many rows are changed after a preview, undone and deleted, and a watched table follows', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, 'public.crate')}`)
  await expect(cell(page, 1, 3)).toHaveText('Crate 1')

  await test.step('all rows get a value that Postgres computes', async () => {
    await page.getByRole('button', { name: 'Table actions' }).click()
    await page.getByRole('menuitem', { name: 'Edit all rows' }).click()
    await choose(page, 'Column', 'label')
    await choose(page, 'New value', 'The value in upper case')
    // SHOT form
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Preview' }).click()
    await expect(page.getByText('30 rows will be changed, in one transaction.')).toBeVisible()
    await expect(page.getByText('pg_catalog.upper("label"::text)')).toBeVisible()
    // SHOT preview
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Change 30 rows' }).click()
    await expect(cell(page, 1, 3)).toHaveText('CRATE 1')
    await toast(page, '30 rows changed').getByRole('button', { name: 'Undo' }).click()
    await expect(cell(page, 1, 3)).toHaveText('Crate 1')
  })

  await test.step('selected rows get one value', async () => {
    await page.getByRole('checkbox', { name: 'Select row 1', exact: true }).click()
    await page.getByRole('checkbox', { name: 'Select row 2', exact: true }).click()
    // SHOT selection
    await page.getByRole('button', { name: 'Edit', exact: true }).click()
    await choose(page, 'Column', 'label')
    await page.getByRole('textbox', { name: 'label' }).fill('Empty')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('button', { name: 'Change 2 rows' }).click()
    await expect(cell(page, 2, 3)).toHaveText('Empty')
    expect(await stored("select count(*)::int from crate where label = 'Empty'")).toEqual([[2]])
  })

  await test.step('live rows follow another session, but not while a cell is edited', async () => {
    await page.getByRole('button', { name: 'Live' }).click()
    await stored("update crate set label = 'Moved' where id = 3")
    await expect(cell(page, 3, 3)).toHaveText('Moved')
    // SHOT live
    expect(await violations(page)).toEqual([])
    await cell(page, 3, 3).dblclick()
    await page.getByRole('textbox', { name: 'label', exact: true }).fill('Mine')
    await stored("update crate set label = 'Theirs' where id = 3")
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog').getByRole('cell', { name: 'Theirs' })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  expect(errors).toEqual([])
})
