import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Edits', {
  sql: `
    create type public.mood as enum ('calm', 'glad', 'tired');
    create table public.person (
      id int primary key,
      name text,
      age int check (age < 200),
      is_member boolean,
      mood public.mood
    );
    insert into public.person values
      (1, 'Ann', 30, true, 'calm'), (2, 'Bob', 40, true, 'calm'), (3, 'Cyd', 50, true, 'calm');
    create table public.other (id int primary key);
    insert into public.other values (1);`,
})

test.beforeEach(async ({ page }) => {
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, 'public.person')}`)
  await expect(cell(page, 1, 'name')).toBeVisible()
})

/** The first column has the checkboxes. */
const COLUMNS = { id: 2, name: 3, age: 4, is_member: 5, mood: 6 }

/** The cell of a column in a row; the first row has the number 1. */
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

const storedPerson = (id: number) =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query('select * from person where id = $1', [id])
    return rows[0] as Record<string, unknown>
  })

/** Holds back the saves of edits until the returned function is called. */
async function holdSaves(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  await page.route(/\/rows$/, async (route) => {
    if (route.request().method() === 'PATCH') await promise
    await route.fallback()
  })
  return resolve
}

const openTable = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Tables' })
    .getByRole('button', { name: `Table ${name}` })
    .click()

test('edits are saved after another table or page was opened during the first save', async ({
  page,
}) => {
  const errors = pageErrors(page)
  const release = await holdSaves(page)
  await type(page, 1, 'name', 'Anna')
  await type(page, 1, 'age', '31')
  await openTable(page, 'other')
  await expect(page.getByRole('grid', { name: 'Rows of other' })).toBeVisible()
  await page.getByRole('link', { name: 'SQL editor' }).click()
  await expect(page).toHaveURL(/\/sql/)
  release()
  await expect.poll(() => storedPerson(1)).toMatchObject({ name: 'Anna', age: 31 })
  await expect(toast(page, /./)).toHaveCount(0)
  expect(errors).toEqual([])
})

test('a refused value stays on every tab and table until it is corrected', async ({ page }) => {
  await type(page, 2, 'age', '999')
  await expect(page.getByText('Could not save “999”')).toBeVisible()
  await expect(
    page.getByText('A check constraint doesn’t allow this value: age = 999'),
  ).toBeVisible()
  await page.keyboard.press('Escape')

  await page.getByRole('radio', { name: 'Definition' }).click()
  await expect(page.getByText('1 value could not be saved.')).toBeVisible()
  await openTable(page, 'other')
  await expect(page.getByRole('grid', { name: 'Rows of other' })).toBeVisible()
  const question = page.getByRole('dialog', { name: 'Leave without saving?' })
  await page.getByRole('link', { name: 'SQL editor' }).click()
  await expect(question).toContainText('Some of your edits in person could not be saved')
  await question.getByRole('button', { name: 'Stay' }).click()

  await openTable(page, 'person')
  await page.getByRole('button', { name: 'Edit again' }).click()
  const field = page.getByRole('textbox', { name: 'age', exact: true })
  await expect(field).toHaveValue('999')
  await expect(page.getByRole('alert')).toContainText('violates the check constraint')
  await field.fill('99')
  await field.press('Enter')
  await expect.poll(() => storedPerson(2)).toMatchObject({ age: 99 })
  await expect(page.getByText('1 value could not be saved.')).toBeHidden()
})

test('text that cannot be sent is kept at its cell when another cell is opened', async ({
  page,
}) => {
  await cell(page, 2, 'age').dblclick()
  await page.getByRole('textbox', { name: 'age', exact: true }).fill('many')
  await cell(page, 3, 'name').click()
  await page.getByRole('button', { name: 'This edit was rejected' }).click()
  await expect(page.getByText('Could not save “many”')).toBeVisible()
  await expect(page.getByText('“many” is not an integer.')).toBeVisible()
  await page.getByRole('button', { name: 'Edit again' }).click()
  await expect(page.getByRole('textbox', { name: 'age', exact: true })).toHaveValue('many')
})

test('a typed letter moves in a list of values and is not a value itself', async ({ page }) => {
  const list = page.getByRole('listbox', { name: 'is_member' })
  await cell(page, 3, 'is_member').click()
  await page.keyboard.press('f')
  await expect(list.getByRole('option', { name: 'false' })).toHaveClass(/bg-hover/)
  await cell(page, 3, 'name').click()
  await expect(list).toBeHidden()
  await expect(cell(page, 3, 'is_member')).toHaveText('true')

  await cell(page, 3, 'mood').click()
  await page.keyboard.press('t')
  await page.keyboard.press('Enter')
  await expect(cell(page, 3, 'mood')).toHaveText('tired')
  await expect.poll(() => storedPerson(3)).toMatchObject({ is_member: true, mood: 'tired' })
})

test('a sorted column says how it is sorted', async ({ page }) => {
  await page.getByRole('button', { name: 'Column id' }).click()
  await page.getByRole('menuitem', { name: 'Sort descending' }).click()
  const header = page.getByRole('columnheader', { name: / id .*Sorted descending/ })
  await expect(header).toHaveAttribute('aria-sort', 'descending')
  await expect(cell(page, 1, 'name')).toHaveText('Cyd')
})

test('an inserted row is shown at once', async ({ page }) => {
  await page.getByRole('button', { name: 'Insert row' }).click()
  const panel = page.getByRole('dialog', { name: 'Insert row into person' })
  await panel.getByRole('textbox', { name: 'id', exact: true }).fill('4')
  await panel.getByRole('textbox', { name: 'name', exact: true }).fill('Dee')
  await panel.getByRole('button', { name: 'Insert row' }).click()
  await expect(cell(page, 4, 'name')).toHaveText('Dee')
  await expect(page.getByText('4 rows')).toBeVisible()
})
