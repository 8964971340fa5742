import { expect } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { violations } from '../support/accessibility.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Cron')

const run = (text: string) => inDatabase(shared.project, (client) => client.query(text))

// SPEC: "/project/{ref}/integrations/cron"
test('a member schedules jobs, reads their runs and pauses them', async ({ page }) => {
  const errors = pageErrors(page)
  await run(
    `create table public.ticks (at timestamptz default now());
     create function public.tick() returns void language sql as 'insert into ticks default values'`,
  )
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/integrations/cron`)
  await expect(page.getByText('No jobs yet')).toBeVisible()
  const sheet = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  const choose = async (action: string, name: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).click()
    await page.getByRole('menuitem', { name: action }).click()
  }

  await test.step('schedule a function', async () => {
    await page.getByRole('button', { name: 'New job' }).click()
    await sheet.getByLabel('Name').fill('tick')
    await sheet.getByLabel('Schedule').fill('61 * * * *')
    await expect(sheet.getByText(/Not recognized/)).toBeVisible()
    await sheet.getByLabel('Schedule').fill('0 0 30 2 *')
    await expect(sheet.getByText(/never runs/)).toBeVisible()
    await sheet.getByLabel('Schedule').fill('weekdays at 9:30 am')
    await expect(sheet.getByText('At 09:30 UTC from Monday to Friday: 30 9 * * 1-5')).toBeVisible()
    await sheet.getByLabel('Schedule').fill('every second')
    await expect(sheet.getByText('Every second: 1 second')).toBeVisible()
    await sheet.getByLabel('If still running').click()
    await page.getByRole('option', { name: 'Skip until the next time' }).click()
    await sheet.getByLabel('Type').click()
    await page.getByRole('option', { name: 'Database function' }).click()
    await sheet.getByLabel('Function', { exact: true }).click()
    await page.getByRole('option', { name: 'tick' }).click()
    await expect(sheet.getByLabel('SQL', { exact: true })).toHaveText('select "public"."tick"()')
    expect(await violations(page)).toEqual([])
    await sheet.getByRole('button', { name: 'Create job' }).click()
    await expect(row('tick')).toContainText('Succeeded')
    const stored = await run(
      `select schedule, policy from cron.job join cron.stoa_overlap using (jobid)`,
    )
    expect(stored.rows).toEqual([{ schedule: '1 second', policy: 'skip' }])
  })

  await test.step('a new job leaves the search of the list alone', async () => {
    const search = page.getByRole('searchbox', { name: 'Search jobs' })
    await search.fill('ti')
    await expect(page).toHaveURL(/search=ti/)
    await page.getByRole('button', { name: 'New job' }).click()
    await sheet.getByRole('button', { name: 'Cancel' }).click()
    await expect(sheet).toBeHidden()
    await expect(page).toHaveURL(/search=ti/)
    await expect(search).toHaveValue('ti')
    await search.fill('')
  })

  await test.step('pause it, and run it by hand', async () => {
    await page.getByRole('switch', { name: 'tick is active' }).click()
    await expect(row('tick').getByRole('switch')).not.toBeChecked()
    await expect(row('tick')).toContainText('Paused')
    // A run that was due just before the pause may start after it.
    const isQuiet = async () =>
      (
        await run(`select bool_and(coalesce(end_time < now() - interval '2 seconds', false)) as quiet
          from cron.job_run_details`)
      ).rows
    await expect.poll(isQuiet).toEqual([{ quiet: true }])
    await choose('Runs', 'tick')
    await expect(sheet.getByRole('listitem').first()).toContainText('1 row')
    const before = await sheet.getByRole('listitem').count()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await choose('Run now', 'tick')
    await choose('Runs', 'tick')
    await expect(sheet.getByRole('listitem')).toHaveCount(before + 1)
    await page.keyboard.press('Escape')
  })

  await test.step('see a SQL job that fails, and fix it', async () => {
    await run(`select cron.schedule('broken', '1 second', 'select 1/0')`)
    await expect(row('broken')).toContainText('Failed')
    await choose('Edit', 'broken')
    await sheet.getByLabel('Command').fill('select 1')
    await sheet.getByRole('button', { name: 'Save job' }).click()
    await expect(row('broken')).toContainText('Succeeded')
    await choose('Runs', 'broken')
    await sheet.getByLabel('Status').click()
    await page.getByRole('option', { name: 'Failed' }).click()
    await expect(sheet.getByRole('listitem').first()).toContainText('division by zero')
    await page.keyboard.press('Escape')
    await choose('Delete job', 'broken')
    await page.getByRole('button', { name: 'Delete job' }).click()
    await expect(row('broken')).toHaveCount(0)
  })

  await test.step('schedule a request', async () => {
    await page.getByRole('button', { name: 'New job' }).click()
    await sheet.getByLabel('Name').fill('ping')
    await sheet.getByRole('button', { name: 'Day' }).click()
    await expect(sheet.getByText('Every day at 03:00 UTC')).toBeVisible()
    await sheet.getByLabel('Type').click()
    await page.getByRole('option', { name: 'HTTP request' }).click()
    await sheet.getByLabel('URL').fill('https://example.com/ping')
    await sheet.getByLabel('Body').fill('{"from":"cron"')
    await expect(sheet.getByText('Enter valid JSON.')).toBeVisible()
    await sheet.getByLabel('Body').fill('{"from":"cron"}')
    await sheet.getByRole('button', { name: 'Create job' }).click()
    await expect(row('ping')).toContainText('net.http_post')
    // A toast that fades out during the contrast check would fail it.
    await expect(toast(page, 'Job created')).toBeHidden()
  })
  expect(await violations(page)).toEqual([])
  expect(errors).toEqual([])
})
