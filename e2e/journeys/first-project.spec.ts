import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, test, type Locator, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import pg from 'pg'
import { sampleDatabase } from '../../server/test/sample-database/sample-database.ts'
import { EMAIL, PASSWORD } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { emptyDataFolder } from '../support/data-folder.ts'
import { discard, startServer, type StartedServer } from '../support/server.ts'

let server: StartedServer

test.beforeAll(async () => {
  server = await startServer({ dataDir: await emptyDataFolder() })
})
test.afterAll(() => discard(server))

const PSQL = '/usr/bin/psql'

// SPEC: "The product is a web dashboard (a studio) on which developers and organization members manage
// organizations and hosted database projects."
// SPEC: ", belong to organizations, create projects"
test('a new user gets from the one-time link to a live project whose data is edited and read by clients', async ({
  page,
}, info) => {
  const look = async (name: string) => {
    await page.screenshot({ path: info.outputPath(`${name}.png`) })
  }
  const troubles = pageErrors(page)
  page.on('console', (message) => {
    if (message.type() === 'error') troubles.push(message.text())
  })

  await test.step('the first account is created with the printed link', async () => {
    expect(server.ownerLink).toBeDefined()
    await page.goto(server.ownerLink ?? '')
    await page.getByLabel('Email').fill(EMAIL)
    await page.getByLabel('Password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Create account' }).click()
    await expect(page.getByRole('heading', { name: 'New organization' })).toBeVisible()
  })

  await test.step('an organization and a project with a strong password are created', async () => {
    await page.getByLabel('Name').fill('Acme')
    await page.getByRole('button', { name: 'Create organization' }).click()
    await expect(page.getByRole('heading', { name: 'New project' })).toBeVisible()
    await page.getByLabel('Name').fill('Botanical garden')
    await page.getByLabel('Database password').fill('garden')
    await expect(page.getByText('This password is not', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Create project' }).click()
    await expect(page.getByLabel('Database password')).toBeFocused()
    await expect(page.getByText('Choose another password.')).toBeVisible()
    await page.getByRole('button', { name: 'Generate' }).click()
    await expect(page.getByText('This password is strong.')).toBeVisible()
    await look('new-project')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL('**/project/*')
    await expect(page.getByText('Active', { exact: true })).toBeVisible()
    await look('project-home')
  })

  await expect(page).toHaveURL(/project\/[a-z]{20}$/)
  const ref = page.url().slice(-20)

  await test.step('the sample database is pasted into the SQL editor and run', async () => {
    await page.getByRole('link', { name: 'SQL editor' }).click()
    await page.evaluate((text) => navigator.clipboard.writeText(text), sampleDatabase())
    await focusEditor(page)
    await page.keyboard.press('ControlOrMeta+V')
    await expect(editor(page)).toContainText('(18, 2303);')
    await page.keyboard.press('ControlOrMeta+Enter')
    const question = page.getByRole('dialog', { name: /without row level security\?$/ })
    await expect(question.getByText('and 6 more')).toBeVisible()
    await look('tables-without-security')
    await question.getByRole('button', { name: 'Run without' }).click()
    await expect(page.getByText(/^Success\. \d+ statements ran/)).toBeVisible()
    await look('sql-editor')
  })

  await test.step('a query returns rows', async () => {
    await run(page, 'select count(*) from specimen')
    await expect(page.getByRole('gridcell', { name: '3217' })).toBeVisible()
  })

  await test.step('the result of a change says whether it was kept', async () => {
    await run(page, "begin; update specimen set label = '' where specimen_id = 1")
    await expect(page.getByText('Rolled back.')).toBeVisible()
    await expect(page.getByText('UPDATE affected 1 row', { exact: true })).toBeVisible()
    await look('rolled-back')
    await run(page, 'select 1; select 2; select 1/0; select 3')
    await expect(page.getByText('Statement 3 of 4 failed. Nothing was changed.')).toBeVisible()
    await run(page, 'create table diary (day date primary key)')
    await page.getByRole('button', { name: 'Run and enable row level security' }).click()
    await run(page, "select relrowsecurity from pg_class where relname = 'diary'")
    await expect(page.getByRole('gridcell', { name: 'true' })).toBeVisible()
  })

  await test.step('the table editor pages, sorts and filters specimens', async () => {
    await page.getByRole('link', { name: 'Table editor' }).click()
    await page.getByRole('button', { name: /^Table specimen/ }).click()
    await expect(page.getByText('3,217 rows')).toBeVisible()
    const grid = page.getByRole('grid')
    await scrollToEnd(grid, 3217)
    await expect(grid.getByRole('gridcell', { name: '3217', exact: true })).toBeVisible()
    await page.getByRole('button', { name: 'Column label', exact: true }).click()
    await page.getByRole('menuitem', { name: 'Sort descending' }).click()
    await expect(grid.getByRole('gridcell').filter({ hasText: 'Öland rockrose' })).toBeVisible()
    // Changing the sort order scrolls back to the first row.
    await expect.poll(() => grid.evaluate((element) => element.scrollTop)).toBe(0)
    await filter(page, 'label', "Copper fern 'Fast as a Fern'")
    await expect(page.getByText('1 row matches')).toBeVisible()
    await look('table-editor')
  })

  await test.step('a cell is edited, a row inserted and deleted', async () => {
    await page.getByRole('button', { name: /^Table bed/ }).click()
    const grid = page.getByRole('grid')
    await grid.getByRole('gridcell', { name: 'Rose walk', exact: true }).dblclick()
    const cell = page.getByRole('textbox', { name: 'name', exact: true })
    await expect(cell).toBeFocused()
    await cell.fill('Rose walk and pond')
    await cell.press('Enter')
    await expect(
      grid.getByRole('gridcell', { name: 'Rose walk and pond', exact: true }),
    ).toBeVisible()
    await expect(cell).toBeHidden()
    await page.getByRole('button', { name: 'Insert row' }).click()
    const sheet = page.getByRole('dialog')
    await sheet.getByRole('textbox', { name: 'name' }).fill('Rain garden')
    await sheet.getByRole('button', { name: 'Insert row' }).click()
    await expect(page.getByText('26 rows')).toBeVisible()
    await expect(sheet).toBeHidden()
    await page.getByRole('button', { name: 'Insert row' }).click()
    await sheet.getByRole('textbox', { name: 'name' }).fill('A mistake')
    await sheet.getByRole('button', { name: 'Insert row' }).click()
    await expect(page.getByText('27 rows')).toBeVisible()
    await expect(sheet).toBeHidden()
    await scrollToEnd(grid, 27)
    await grid.getByRole('row').filter({ hasText: 'A mistake' }).getByRole('checkbox').click()
    await page.getByRole('button', { name: 'Delete' }).click()
    await page
      .getByRole('alertdialog')
      .or(page.getByRole('dialog'))
      .getByRole('button', { name: /^Delete/ })
      .click()
    await expect(page.getByText('26 rows')).toBeVisible()
  })

  const connection =
    await test.step('URL, key and connection string are copied from Connect', async () => {
      await page.getByRole('button', { name: 'Connect' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('button', { name: 'Reveal' }).click()
      await expect(dialog.getByText('[YOUR-PASSWORD]')).toHaveCount(0)
      await look('connect')
      return {
        url: await copied(page, 'API URL'),
        key: await copied(page, 'Publishable key'),
        database: await copied(page, 'Connection string'),
      }
    })

  await test.step('an unmodified supabase-js reads and writes with them, as anon and as a user', async () => {
    expect(connection.url).toContain(ref)
    const db = createClient(connection.url, connection.key, {
      auth: { persistSession: false, autoRefreshToken: false },
    })
    // An edited cell is shown before it is saved.
    await expect
      .poll(async () => (await db.from('bed').select('name').eq('bed_id', 2).single()).data)
      .toEqual({ name: 'Rose walk and pond' })
    const inserted = await db.from('bed').insert({ name: 'From a script' }).select().single()
    expect(inserted.error).toBeNull()
    const id: unknown = inserted.data?.bed_id
    const updated = await db.from('bed').update({ name: 'Renamed' }).eq('bed_id', id).select()
    expect(updated.data).toMatchObject([{ name: 'Renamed' }])
    const deleted = await db.from('bed').delete().eq('bed_id', id)
    expect(deleted.error).toBeNull()

    const owner = new pg.Client({ connectionString: connection.database })
    await owner.connect()
    await owner.query(`alter table bed enable row level security;
      create policy members on bed for select to authenticated using (true)`)
    await owner.end()
    const { data: hidden } = await db.from('bed').select('name')
    expect(hidden).toEqual([])
    const { error } = await db.auth.signUp({ email: 'bob@example.com', password: PASSWORD })
    expect(error).toBeNull()
    const { data: shown } = await db.from('bed').select('name')
    expect(shown).toHaveLength(26)
  })

  await test.step('an unmodified psql connects with the connection string', async () => {
    if (!existsSync(PSQL)) return
    const { stdout } = await promisify(execFile)(PSQL, [
      connection.database,
      '-Atc',
      "select count(*) from bed where name = 'Rain garden'",
    ])
    expect(stdout.trim()).toBe('1')
  })

  expect(troubles).toEqual([])
})

const editor = (page: Page) => page.locator('.monaco-editor').first()

async function focusEditor(page: Page): Promise<void> {
  await editor(page).click()
  await expect(editor(page)).toHaveClass(/focused/)
}

/** Replaces the text of the SQL editor and runs it. */
async function run(page: Page, sql: string): Promise<void> {
  await focusEditor(page)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(sql)
  await expect(editor(page).locator('.view-lines')).toHaveText(sql)
  await page.keyboard.press('ControlOrMeta+Enter')
}

/** Scrolls to the last row once the grid has the expected number of rows. */
async function scrollToEnd(grid: Locator, rows: number): Promise<void> {
  await expect(grid).toHaveAttribute('aria-rowcount', String(rows + 1))
  await grid.evaluate((element) => element.scrollTo({ top: element.scrollHeight }))
}

async function filter(page: Page, column: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter' }).click()
  const panel = page.getByRole('dialog')
  await panel.getByRole('combobox').first().click()
  await page.getByRole('option', { name: column, exact: true }).click()
  // The focus returns from the list to the combobox.
  await expect(panel.getByRole('combobox').first()).toBeFocused()
  await expect(panel.getByRole('combobox').first()).toHaveText(column)
  await panel.getByRole('textbox').fill(value)
  await panel.getByRole('textbox').press('Enter')
}

async function copied(page: Page, label: string): Promise<string> {
  await page.evaluate(() => navigator.clipboard.writeText(''))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: `Copy ${label}` })
    .click()
  const read = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(read).not.toBe('')
  return read()
}
