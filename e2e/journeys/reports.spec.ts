import { createClient } from '@supabase/supabase-js'
import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { violations } from '../support/accessibility.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Reports')

const WITHOUT_SESSION = { auth: { persistSession: false, autoRefreshToken: false } }

/** Requests to the Data API, of which one fails. */
async function useApp() {
  const { api_url: url, secret_key: key } = shared.project
  const supabase = createClient(url, key, WITHOUT_SESSION)
  await inDatabase(shared.project, (client) =>
    client.query(
      `create table public.todos (id int primary key, title text);
       insert into public.todos select id, 'Read the reports' from generate_series(1, 20000) id;
       notify pgrst, 'reload schema'`,
    ),
  )
  await expect
    .poll(async () => (await supabase.from('todos').select('id').eq('id', 1)).data)
    .toEqual([{ id: 1 }])
  const twice = await supabase.from('todos').insert({ id: 1, title: 'Again' })
  expect(twice.error?.code).toBe('23505')
}

test('a member sees the requests of an app, and finds the failed ones in the logs', async ({
  page,
}) => {
  const errors = pageErrors(page)
  await useApp()
  await useSession(page, shared.session)
  const refreshUntil = (check: () => Promise<void>) =>
    expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await check()
    }).toPass({ timeout: 120_000 })

  await test.step('the overview counts them for their service', async () => {
    await page.goto(`${shared.home}/reports`)
    const service = page
      .getByRole('table', { name: 'Services' })
      .getByRole('row', { name: /^Data API/ })
    await refreshUntil(async () => {
      await expect(service).toContainText(/Data API\s*[1-9]/, { timeout: 2000 })
      const failed = page.getByRole('table', { name: 'Top errors' })
      await expect(failed.getByRole('row', { name: /POST \/rest\/v1\/todos/ })).toContainText(
        '409',
        { timeout: 5000 },
      )
    })
    expect(await violations(page)).toEqual([])
    await service.getByRole('link', { name: 'Data API' }).click()
  })

  await test.step('the report of the service zooms to the minutes of the requests', async () => {
    await expect(page.getByRole('heading', { name: 'Data API', level: 1 })).toBeVisible()
    const chart = page.getByRole('slider', { name: 'Time of Requests' })
    await refreshUntil(() => expect(chart).toBeVisible({ timeout: 2000 }))
    expect(await violations(page)).toEqual([])
    await chart.focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Shift+Home')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=.*to=/)
    await page.getByRole('button', { name: 'Table of Requests' }).click()
    await expect(page.getByRole('table', { name: 'Requests' })).toBeVisible()
  })

  await test.step('the same minutes open in the logs', async () => {
    await page.getByRole('link', { name: 'Open this time in Logs' }).click()
    await expect(page).toHaveURL(/\/logs\/edge-logs\?.*from=/)
    await expect(
      page.getByRole('grid', { name: 'API gateway' }).getByText('/rest/v1/todos').first(),
    ).toBeVisible()
  })

  await test.step('the report of the database has its load, tables and roles', async () => {
    await page.goto(`${shared.home}/reports/database`)
    await expect(
      page.getByRole('table', { name: 'Largest tables' }).getByText('public.todos'),
    ).toBeVisible()
    await expect(page.getByRole('table', { name: 'Connections by role' })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('home has the chart of the service', async () => {
    await page.goto(shared.home)
    await expect(page.getByRole('img', { name: /^Data API: \d+ requests/ })).toBeVisible()
    expect(await violations(page)).toEqual([])
  })
  expect(errors).toEqual([])
})
