import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Import', {
  sql: "create table stock (sku text primary key, amount int); insert into stock values ('a', 1)",
})

test('a member imports a file into a new table, updates another by its key, and sees the rows', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor`)
  const list = page.getByRole('navigation', { name: 'Tables' })
  await list.getByRole('button', { name: 'Import data' }).click()
  await expect(page.getByRole('heading', { name: 'Import data' })).toBeVisible()

  await test.step('a new table, with its format and types detected', async () => {
    await page.getByLabel('File to import').setInputFiles({
      name: 'Harbor Fees.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('port;fee;due\nPiraeus;12.50;31/12/2026\n"São; Vicente";;01/02/2026\n'),
    })
    const rows = page.getByRole('table', { name: 'First rows' })
    await expect(rows.getByText('São; Vicente')).toBeVisible()
    await expect(page.getByRole('combobox', { name: 'Delimiter' })).toHaveText('Semicolon')
    await expect(page.getByRole('combobox', { name: 'Type of fee' })).toHaveText('numeric')
    await expect(page.getByRole('textbox', { name: 'Name', exact: true })).toHaveValue(
      'harbor_fees',
    )
    await expect(page.getByText('create table "public"."harbor_fees"')).toBeVisible()
    await page.getByRole('button', { name: 'Start import' }).click()
    const imports = page.getByRole('table', { name: 'Imports' })
    await expect(imports.getByText('Imported')).toBeVisible()
    await imports.getByRole('link', { name: 'public.harbor_fees' }).click()
    const grid = page.getByRole('grid')
    await expect(grid.getByText('São; Vicente')).toBeVisible()
    await expect(grid.getByText('2026-12-31')).toBeVisible()
  })

  await test.step('an existing table, whose bad rows are skipped', async () => {
    await list.getByRole('button', { name: 'Actions for stock' }).click()
    await page.getByRole('menuitem', { name: 'Import data' }).click()
    await page.getByRole('button', { name: 'Paste text' }).click()
    await page.getByLabel('Text to import').fill('SKU\tAmount\na\t10\nb\t20\nc\tmany\n')
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('combobox', { name: 'Column for SKU' })).toHaveText('sku (text)')
    await page.getByRole('combobox', { name: 'Rows' }).click()
    await page.getByRole('option', { name: 'Update rows with the same sku' }).click()
    await page.getByRole('combobox', { name: 'If a row is bad' }).click()
    await page.getByRole('option', { name: 'Skip bad rows and list them' }).click()
    await page.getByRole('button', { name: 'Start import' }).click()
    await expect(page.getByText('Imported, 1 row rejected')).toBeVisible()
    await inDatabase(shared.project, async (database) => {
      const { rows } = await database.query('select sku, amount from stock order by sku')
      expect(rows).toEqual([
        { sku: 'a', amount: 10 },
        { sku: 'b', amount: 20 },
      ])
    })
  })
  expect(errors).toEqual([])
})

test('a member runs a dump, and reads which statement of another one failed', async ({ page }) => {
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor/import`)
  const run = async (name: string, sql: string) => {
    await page
      .getByLabel('File to import')
      .setInputFiles({ name, mimeType: 'application/sql', buffer: Buffer.from(sql) })
    await expect(page.getByRole('heading', { name: 'Run SQL file' })).toBeVisible()
    // SHOT script
    await page.getByRole('button', { name: 'Run file' }).click()
  }
  await run(
    'dump.sql',
    'CREATE TABLE public.ship (id int, name text);\nALTER TABLE public.ship OWNER TO captain;\n' +
      'COPY public.ship (id, name) FROM stdin;\n1\tArgo\n2\t\\N\n\\.\n',
  )
  await expect(page.getByText('2 statements run, 1 left out')).toBeVisible()
  await run('broken.sql', 'create table public.raft ();\nselect 1 from nowhere;')
  await expect(page.getByText('Statement 2 (line 2)')).toBeVisible()
  // SHOT list
  await inDatabase(shared.project, async (database) => {
    const { rows } = await database.query(
      "select (select count(*)::int from ship) as ships, to_regclass('raft') as raft",
    )
    expect(rows).toEqual([{ ships: 2, raft: null }])
  })
})
