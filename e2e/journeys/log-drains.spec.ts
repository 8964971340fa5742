import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { violations } from '../support/accessibility.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

// The project receives its own logs: rows of a table, which its data API accepts as JSON.
const shared = sharedProject('Log drains', {
  sql: `create table public.received (
      id text primary key, timestamp bigint, event_message text, severity text, source text,
      project text, metadata jsonb
    );
    notify pgrst, 'reload schema'`,
})

const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

test('a member sends the logs of a project to another service', async ({ page }) => {
  const errors = pageErrors(page)
  const { api_url: api, secret_key: key } = shared.project
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/logs/drains`)
  await expect(page.getByText('No log drains yet')).toBeVisible()

  await test.step('create a drain', async () => {
    await page.getByRole('button', { name: 'New log drain' }).first().click()
    const form = dialog(page, 'New log drain')
    await form.getByLabel('Name').fill('Ours')
    await form.getByLabel('URL').fill(`${api}/rest/v1/received`)
    await form.getByLabel('Headers').fill(`apikey: ${key}`)
    await form.getByLabel('Compress').click()
    await form.getByRole('checkbox', { name: 'API Gateway' }).click()
    expect(await violations(page)).toEqual([])
    await form.getByRole('button', { name: 'Create log drain' }).click()
    await expect(form).toBeHidden()
  })

  await test.step('test it, and see the response', async () => {
    await page.getByRole('button', { name: 'Actions for Ours' }).click()
    await page.getByRole('menuitem', { name: 'Send a test event' }).click()
    const result = dialog(page, 'Test Ours')
    await result.getByRole('button', { name: 'Send test event' }).click()
    await expect(result.getByText(/Accepted with status 201/)).toBeVisible()
    await result.getByRole('button', { name: 'Close' }).first().click()
  })

  await test.step('it sends the requests of the project', async () => {
    await fetch(`${api}/rest/v1/received?select=id&id=eq.marker`, { headers: { apikey: key } })
    await expect
      .poll(() =>
        inDatabase(shared.project, async (database) => {
          const { rows } = await database.query(
            `select count(*)::int as count from public.received
             where source = 'edge_logs' and metadata::text like '%eq.marker%'`,
          )
          return rows
        }),
      )
      .toEqual([{ count: 1 }])
    await expect(page.getByRole('row', { name: /Ours/ })).toContainText('Active')
  })

  await test.step('the secret is not shown, and is kept by a change', async () => {
    await page.getByRole('button', { name: 'Actions for Ours' }).click()
    await page.getByRole('menuitem', { name: 'Edit' }).click()
    const form = dialog(page, 'Edit Ours')
    await expect(form.getByLabel('Headers')).toHaveValue('apikey:')
    await form.getByLabel('Name').fill('Renamed')
    await form.getByRole('button', { name: 'Save' }).click()
    await expect(form).toBeHidden()
    await expect(page.getByRole('row', { name: /Renamed/ })).toContainText('Active')
  })

  await test.step('pause and delete it on a phone', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.getByRole('button', { name: 'Actions for Renamed' }).click()
    await page.getByRole('menuitem', { name: 'Pause' }).click()
    await expect(page.getByText('Paused by a member')).toBeVisible()
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Actions for Renamed' }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete log drain' }).click()
    await expect(page.getByText('No log drains yet')).toBeVisible()
  })
  expect(errors).toEqual([])
})
