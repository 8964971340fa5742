import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors, settle } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library', { sql: 'create table public.shelf (id int primary key)' })

async function ask(path: string) {
  const headers = { apikey: shared.project.service_role_key }
  const response = await fetch(`${shared.project.api_url}/rest/v1${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('the Data API is turned off and on, and its settings take effect', async ({ page }) => {
  const troubles = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/settings/data-api`)
  const save = async (summary: string) => {
    await expect(page.getByText(summary)).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    // The form is unchanged again once the server has responded.
    await expect(page.getByText(summary)).toBeHidden()
  }

  await test.step('requests are rejected while it is off and served once it is on', async () => {
    expect((await ask('/')).status).toBe(200)
    await page.getByLabel('Enable the Data API').click()
    await save('Unsaved changes: Data API availability')
    expect(await ask('/')).toMatchObject({
      status: 403,
      body: expect.stringContaining('data_api_disabled'),
    })
    await page.reload()
    await expect(page.getByLabel('Enable the Data API')).not.toBeChecked()
    await page.getByLabel('Enable the Data API').click()
    await save('Unsaved changes: Data API availability')
    expect((await ask('/')).status).toBe(200)
  })

  await test.step('at least one schema has to be exposed', async () => {
    const schemas = page.getByRole('group', { name: 'Exposed schemas' })
    await schemas.getByRole('checkbox', { name: 'public' }).click()
    await expect(page.getByRole('alert')).toContainText('Select at least one schema')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(schemas.getByRole('checkbox').first()).toBeFocused()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(schemas.getByRole('checkbox', { name: 'public' })).toBeChecked()
  })

  await test.step('a pre-request function needs a valid name', async () => {
    const name = page.getByLabel('Pre-request function')
    await name.fill('check_request()')
    await expect(page.getByRole('alert')).toContainText('without parentheses')
    await name.fill('public.check_request')
    expect((await ask('/shelf')).status).toBe(200)
    await save('Unsaved changes: pre-request function')
    // The function does not exist yet, and requests report that.
    expect(await ask('/shelf')).toMatchObject({
      status: 404,
      body: expect.stringContaining('check_request'),
    })
    await name.fill('')
    await save('Unsaved changes: pre-request function')
    expect((await ask('/shelf')).status).toBe(200)
  })

  await test.step('responses contain the requested extras', async () => {
    expect((await ask('/shelf')).headers.get('server-timing')).toBeNull()
    await page.getByLabel('Server timing').click()
    await page.getByLabel('OpenAPI document').click()
    await page.getByRole('option', { name: /Nothing/ }).click()
    await save('Unsaved changes: server timing and OpenAPI document')
    expect((await ask('/shelf')).headers.get('server-timing')).toContain('transaction')
    expect(await ask('/')).toMatchObject({
      status: 404,
      body: expect.stringContaining('PGRST126'),
    })
  })
  expect(troubles).toEqual([])
})

test('settings made in the database are listed, with the statement that resets them', async ({
  page,
}) => {
  const run = (sql: string) => inDatabase(shared.project, (database) => database.query(sql))
  await run(`alter role authenticator set pgrst.db_max_rows = '1'; notify pgrst, 'reload config'`)
  await run('insert into public.shelf values (1), (2)')
  const rows = async () => (JSON.parse((await ask('/shelf')).body) as unknown[]).length
  await expect.poll(rows).toBe(1)

  const troubles = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/settings/data-api`)
  const callout = page.getByRole('note').filter({ hasText: 'overrides these settings' })
  await expect(callout.getByRole('listitem')).toHaveText([
    'maximum rows per responsepgrst.db_max_rows = 1',
  ])

  const [, statement] = await callout.locator('code').allTextContents()
  await run(statement ?? '')
  await expect.poll(rows).toBe(2)
  await page.reload()
  await expect(page.getByLabel('Maximum rows per response')).toBeVisible()
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
  await settle(page)
  await expect(callout).toHaveCount(0)
  expect(troubles).toEqual([])
})
