import { createClient } from '@supabase/supabase-js'
import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { violations } from '../support/accessibility.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Logs')

const WITHOUT_SESSION = { auth: { persistSession: false, autoRefreshToken: false } }

/** Requests of several kinds, of which one fails in Postgres. */
async function useApp() {
  const { api_url: url, secret_key: key } = shared.project
  const supabase = createClient(url, key, WITHOUT_SESSION)
  await inDatabase(shared.project, (client) =>
    client.query(
      `create table public.todos (id int primary key, title text);
       insert into public.todos values (1, 'Read the logs');
       notify pgrst, 'reload schema'`,
    ),
  )
  await expect
    .poll(async () => (await supabase.from('todos').select('id, title')).data)
    .toEqual([{ id: 1, title: 'Read the logs' }])
  const twice = await supabase.from('todos').insert({ id: 1, title: 'Again' })
  expect(twice.error?.code).toBe('23505')
  const refused = await supabase.auth.signInWithPassword({
    email: 'nobody@example.com',
    password: 'wrong password',
  })
  expect(refused.error).not.toBeNull()
  const { error } = await supabase.storage.createBucket('pictures')
  expect(error).toBeNull()
}

// SPEC: "Users also inspect logs,"
// SPEC: "/project/{ref}/logs"
test('a member finds out why a request failed', async ({ page }) => {
  const errors = pageErrors(page)
  await useApp()
  await useSession(page, shared.session)
  const grid = (name: string) => page.getByRole('grid', { name })
  const rows = (name: string) => grid(name).getByRole('row')
  const conflict = page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: '409', exact: true }) })
  const refreshUntil = async (name: string, text: string | RegExp) => {
    await expect(async () => {
      await page.getByRole('button', { name: 'Refresh' }).click()
      await expect(rows(name).filter({ hasText: text }).first()).toBeVisible({ timeout: 2000 })
    }).toPass({ timeout: 60_000 })
  }

  await test.step('without the preview, the logs begin with the gateway', async () => {
    await page.goto(`${shared.home}/logs`)
    await expect(page).toHaveURL(/\/logs\/edge-logs$/)
    await refreshUntil('API gateway', '/rest/v1/todos')
    await expect(rows('API gateway').filter({ hasText: '/auth/v1/token' }).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('filter by a value, and by a search', async () => {
    const filters = page.getByRole('region', { name: 'Filters by value' })
    const status = filters.getByRole('group', { name: 'Status', exact: true })
    await status.getByRole('checkbox', { name: /^409/ }).click()
    await expect(page).toHaveURL(/filters=status%3D409/)
    await expect(rows('API gateway').filter({ hasText: '/auth/v1/token' })).toHaveCount(0)
    await expect(conflict).toHaveCount(1)
    await page.getByRole('button', { name: 'Remove filter: Status is 409' }).click()
    await page.getByRole('searchbox', { name: 'Search logs' }).fill('auth/v1/token')
    await expect(rows('API gateway').filter({ hasText: '/rest/v1/todos' })).toHaveCount(0)
    await expect(rows('API gateway').filter({ hasText: '/auth/v1/token' }).first()).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search logs' }).fill('')
  })

  await test.step('follow the failed request to its statement', async () => {
    await conflict.click()
    const panel = page.getByRole('complementary', { name: 'Event' })
    await expect(panel.getByText('/rest/v1/todos', { exact: true }).first()).toBeVisible()
    const steps = panel.getByRole('list', { name: 'Request' }).getByRole('listitem')
    const cause = steps
      .filter({ hasText: 'duplicate key value' })
      .filter({ has: page.getByLabel('statement', { exact: true }) })
    // Postgres writes its line a moment after the response.
    await expect(async () => {
      await panel.getByRole('radio', { name: 'Fields' }).click()
      await panel.getByRole('radio', { name: 'Request' }).click()
      await expect(cause).toBeVisible({ timeout: 3000 })
    }).toPass({ timeout: 60_000 })
    await expect(cause).toContainText('Postgres')
    await expect(cause.getByLabel('statement', { exact: true })).toContainText(/insert/i)
    expect(await violations(page)).toEqual([])
    await panel.getByRole('button', { name: 'Close' }).click()
    await expect(panel).toBeHidden()
  })

  await test.step('zoom into the chart', async () => {
    await page.getByRole('slider', { name: 'Events over time' }).focus()
    await page.keyboard.press('End')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/from=/)
    await expect(page.getByRole('button', { name: /^Time range:/ })).not.toHaveText('Last hour')
    await page.getByRole('button', { name: /^Time range:/ }).click()
    await page.getByRole('button', { name: 'Last hour' }).click()
    await expect(page).not.toHaveURL(/from=/)
  })

  await test.step('new events arrive while live mode is on', async () => {
    await page.keyboard.press('Shift+L')
    await expect(page).toHaveURL(/live=on/)
    const { api_url: url, secret_key: key } = shared.project
    await createClient(url, key, WITHOUT_SESSION).from('todos').select('id').eq('id', 4711)
    await expect(rows('API gateway').first()).toBeVisible()
    await expect(rows('API gateway').nth(1)).toContainText('/rest/v1/todos')
    await page.keyboard.press('Shift+L')
    await expect(page).not.toHaveURL(/live=on/)
  })

  await test.step('the error is on the page of Postgres, too', async () => {
    await page.getByRole('link', { name: 'Postgres', exact: true }).click()
    await refreshUntil('Postgres', 'duplicate key value')
    await page.getByRole('checkbox', { name: 'ERROR', exact: true }).click()
    await expect(rows('Postgres').filter({ hasText: 'duplicate key value' })).toHaveCount(1)
  })

  await test.step('explore it as SQL', async () => {
    await page.keyboard.press('Shift+E')
    await expect(page).toHaveURL(/\/logs\/explorer/)
    await expect(page.getByRole('button', { name: /^Run (Ctrl|⌘)/ })).toBeVisible()
    await page.getByRole('textbox', { name: 'SQL' }).focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    const results = page.getByRole('grid', { name: 'Results' })
    await expect(results.getByText(/duplicate key value/).first()).toBeVisible()
    expect(await violations(page)).toEqual([])
  })

  await test.step('run a template', async () => {
    await page.getByRole('link', { name: 'Templates' }).first().click()
    await page.getByRole('searchbox', { name: 'Search templates' }).fill('top paths')
    await page.getByRole('link', { name: 'Open Top paths in the explorer' }).click()
    await page.getByRole('textbox', { name: 'SQL' }).focus()
    await page.keyboard.press('ControlOrMeta+Enter')
    const results = page.getByRole('grid', { name: 'Results' })
    await expect(results.getByText('/rest/v1/todos').first()).toBeVisible()
  })
  expect(errors).toEqual([])
})
