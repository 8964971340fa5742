import { createServer } from 'node:http'
import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

// The project reads its own tables through the front door, which is at a private address.
const shared = sharedProject('Wrappers', {
  env: { STOA_ALLOW_PRIVATE_ADDRESSES: 'on' },
  sql: `create schema shop; create table shop.orders (id int primary key, note text);
    create table shop.customers (id int primary key);
    insert into shop.orders values (1, 'one'), (2, 'two')`,
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

// SPEC: "/project/{ref}/database/wrappers"
test('a member connects a Postgres server and imports its tables', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/database/wrappers`)
  await expect(page.getByText('No foreign servers yet')).toBeVisible()

  await test.step('create a server, after an error that explains what is wrong', async () => {
    await page.getByRole('button', { name: 'New foreign server' }).first().click()
    const form = dialog(page, 'New foreign server')
    await form.getByLabel('Name', { exact: true }).fill('remote')
    await form.getByLabel('Host').fill('localhost')
    await form.getByLabel('Port').fill(String(shared.server.postgresPort))
    await form.getByLabel('User').fill(`postgres.${shared.project.ref}`)
    await form.getByLabel('Password', { exact: true }).fill('wrong')
    await form.getByRole('combobox', { name: 'TLS' }).click()
    await page.getByRole('option', { name: /^Off/ }).click()
    await form.getByRole('button', { name: 'Create server' }).click()
    await expect(form.getByText(/password authentication failed/).first()).toBeVisible()
    const password = new URL(shared.project.connection_string).password
    await form.getByLabel('Password', { exact: true }).fill(decodeURIComponent(password))
    await form.getByRole('button', { name: 'Create server' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('import one of its tables', async () => {
    await page.getByRole('button', { name: 'remote', exact: true }).click()
    const details = dialog(page, 'remote')
    await details.getByRole('button', { name: 'Test connection' }).click()
    await expect(details.getByText(/Connected to Postgres 18/)).toBeVisible()
    await details.getByRole('button', { name: 'Import tables' }).click()
    const form = dialog(page, 'Import tables from remote')
    await form.getByRole('combobox', { name: 'Schema on the server' }).click()
    await page.getByRole('option', { name: 'shop' }).click()
    await form.getByRole('checkbox', { name: 'orders' }).click()
    await form.getByRole('button', { name: 'Import 1 table' }).click()
    await expect(form).toBeHidden()
    await inDatabase(shared.project, async (database) => {
      const { rows } = await database.query('select note from remote.orders where id = 2')
      expect(rows).toEqual([{ note: 'two' }])
      await database.query('grant usage on schema remote to anon')
      await database.query('grant select on remote.orders to anon')
    })
  })

  await test.step('see which API roles can read it without row level security', async () => {
    await page.reload()
    await page.getByRole('button', { name: 'remote', exact: true }).click()
    const details = dialog(page, 'remote')
    await expect(details.getByText('remote.orders')).toBeVisible()
    await expect(details.getByText('Readable by anon')).toBeVisible()
    await page.keyboard.press('Escape')
  })

  await test.step('delete the server with its table', async () => {
    await page.getByRole('button', { name: 'Actions for remote' }).click()
    await page.getByRole('menuitem', { name: 'Delete server' }).click()
    const confirm = dialog(page, 'Delete remote')
    await expect(confirm.getByText('remote.orders')).toBeVisible()
    await confirm.getByRole('textbox').fill('remote')
    await confirm.getByRole('button', { name: 'Delete server' }).click()
    await expect(page.getByText('No foreign servers yet')).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('a member loads a CSV file into a table, refreshes it, and deletes it', async ({ page }) => {
  const errors = pageErrors(page)
  let csv = 'id,note\n1,one\n2,two\n'
  const files = createServer((_request, response) => response.end(csv))
  await new Promise<void>((resolve) => files.listen(0, '127.0.0.1', resolve))
  const address = files.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const notes = () =>
    inDatabase(shared.project, async (database) => {
      const { rows } = await database.query<{ note: string }>(
        'select note from shop.letters order by number',
      )
      return rows.map(({ note }) => note)
    })
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/database/wrappers`)
  await expect(page.getByText('No files yet')).toBeVisible()

  await test.step('preview the file and create its table', async () => {
    await page.getByRole('button', { name: 'Import file' }).first().click()
    const form = dialog(page, 'Import file')
    await form.getByLabel('URL').last().fill(`http://127.0.0.1:${port}/letters.csv`)
    await form.getByRole('button', { name: 'Preview' }).click()
    await expect(form.getByRole('cell', { name: 'two' })).toBeVisible()
    await expect(form.getByLabel('Table')).toHaveValue('letters')
    await form.getByLabel('Name of id').fill('number')
    await form.getByLabel('Schema').fill('shop')
    await form.getByLabel('Schedule').fill('every day at 3:00')
    await form.getByRole('button', { name: 'Create table' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('table', { name: 'Files' }).getByText('Loaded')).toBeVisible()
    expect(await notes()).toEqual(['one', 'two'])
  })

  await test.step('refresh it after the file has changed', async () => {
    csv += '3,three\n'
    await page.getByRole('button', { name: 'shop.letters', exact: true }).click()
    const details = dialog(page, 'shop.letters')
    await expect(details.getByText('Every day at 03:00 UTC')).toBeVisible()
    await details.getByRole('button', { name: 'Refresh now' }).click()
    await expect(details.getByText(/^3 rows/)).toBeVisible()
    expect(await notes()).toEqual(['one', 'two', 'three'])
  })

  await test.step('see in which row a value is wrong', async () => {
    csv = 'id,note\n1,one\nx,two\n'
    const details = dialog(page, 'shop.letters')
    await details.getByRole('button', { name: 'Refresh now' }).click()
    await expect(details.getByText(/Row 2, column “number”/)).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await notes()).toEqual(['one', 'two', 'three'])
  })

  await test.step('delete it with its table', async () => {
    await page.getByRole('button', { name: 'Actions for shop.letters' }).click()
    await page.getByRole('menuitem', { name: 'Delete file' }).click()
    const confirm = dialog(page, 'Delete shop.letters')
    await confirm.getByRole('switch').click()
    await confirm.getByRole('textbox').fill('shop.letters')
    await confirm.getByRole('button', { name: 'Delete file' }).click()
    await expect(page.getByText('No files yet')).toBeVisible()
    await expect(notes()).rejects.toThrow('does not exist')
  })
  files.close()
  expect(errors).toEqual([])
})
