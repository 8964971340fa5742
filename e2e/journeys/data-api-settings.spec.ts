import { expect, test } from '@playwright/test'
import { signIn, useSession } from '../support/account.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer()
})
test.afterAll(() => discard(server))

async function ask(path: string) {
  const headers = { apikey: project.service_role_key }
  const response = await fetch(`${project.api_url}/rest/v1${path}`, { headers })
  return { status: response.status, headers: response.headers, body: await response.text() }
}

test('the Data API is switched off and on, and its switches take effect', async ({ page }) => {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  await useSession(page, await signIn(server))
  project = await createProject(server, 'Library')
  await page.goto(`${server.url}/project/${project.ref}/settings/data-api`)
  const save = async (summary: string) => {
    await expect(page.getByText(summary)).toBeVisible()
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByText(summary)).toBeHidden()
  }

  await test.step('off, every request is refused; on, it is served again', async () => {
    expect((await ask('/')).status).toBe(200)
    await page.getByLabel('Enable the Data API').click()
    await save('Changes whether the Data API answers')
    expect(await ask('/')).toMatchObject({
      status: 403,
      body: expect.stringContaining('data_api_disabled'),
    })
    await page.reload()
    await expect(page.getByLabel('Enable the Data API')).not.toBeChecked()
    await page.getByLabel('Enable the Data API').click()
    await save('Changes whether the Data API answers')
    expect((await ask('/')).status).toBe(200)
  })

  await test.step('one schema at least is exposed', async () => {
    const schemas = page.getByRole('group', { name: 'Exposed schemas' })
    await schemas.getByRole('checkbox', { name: 'public' }).click()
    await expect(page.getByRole('alert')).toContainText('Choose one at least')
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeDisabled()
    await page.getByRole('button', { name: 'Discard' }).click()
    await expect(schemas.getByRole('checkbox', { name: 'public' })).toBeChecked()
  })

  await test.step('a pre-request function is called by a name that is one', async () => {
    const name = page.getByLabel('Pre-request function')
    await name.fill('check_request()')
    await expect(page.getByRole('alert')).toContainText('without parentheses')
    await name.fill('public.check_request')
    await save('Changes pre-request function')
    // There is no such function yet, and requests say so.
    expect(await ask('/nothing')).toMatchObject({ status: 404 })
    await page.getByLabel('Pre-request function').fill('')
    await save('Changes pre-request function')
  })

  await test.step('answers carry what they are asked to', async () => {
    await page.getByLabel('Server timing').click()
    await page.getByLabel('OpenAPI document shows').click()
    await page.getByRole('option', { name: /Nothing/ }).click()
    await save('Changes server timing and OpenAPI document')
    expect(await ask('/')).toMatchObject({
      status: 404,
      body: expect.stringContaining('PGRST126'),
    })
  })
  expect(troubles).toEqual([])
})
