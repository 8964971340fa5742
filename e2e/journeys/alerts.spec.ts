import { expect } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Watchtower', {
  sql: `
    create table public.orders (id int primary key);
    insert into public.orders select generate_series(1, 7);
    create function public.fail() returns void language plpgsql as
      $$ begin raise sqlstate 'PT500' using message = 'Out of stock'; end $$;`,
})

test('an alert fires on real errors and sends mail, and a query runs on a schedule', async ({
  page,
}) => {
  // An alert is checked once a minute.
  test.slow()
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  const sheet = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })

  await test.step('every project has alerts from the start', async () => {
    await page.goto(`${shared.home}/alerts`)
    for (const name of ['Disk space', 'Server errors', 'Connection limit'])
      await expect(row(name)).toBeVisible()
    await expectAccessible(page, 'alerts')
  })

  await test.step('a channel sends a test message', async () => {
    await page.goto(`${shared.home}/alerts/channels?panel=new`)
    await sheet.getByLabel('Name').fill('Team')
    await sheet.getByLabel('Hold messages').check()
    await expect(sheet.getByLabel('From')).toHaveValue('22:00')
    await sheet.getByLabel('Hold messages').uncheck()
    await sheet.getByRole('button', { name: 'Create channel' }).click()
    await expect(sheet.getByText('Select a member.')).toBeVisible()
    await sheet.getByRole('group', { name: 'Members' }).getByRole('checkbox').check()
    await expectAccessible(page, 'new channel')
    await sheet.getByRole('button', { name: 'Create channel' }).click()
    await page.getByRole('button', { name: 'Send test to Team' }).click()
    await expect(page.getByText('Test message sent to Team')).toBeVisible()
    await expect(row('Team')).toContainText('Sent')
    await expectAccessible(page, 'channels')
  })

  await test.step('an alert on server errors', async () => {
    await page.goto(`${shared.home}/alerts?panel=new`)
    await sheet.getByLabel('Name').fill('Failing checkout')
    await sheet.getByLabel('Metric').click()
    await page.getByPlaceholder('Search metrics').fill('status 5xx')
    await page.getByRole('option', { name: /^Responses with status 5xx/ }).click()
    await sheet.getByLabel('Threshold').fill('0')
    await sheet.getByLabel('For', { exact: true }).fill('1')
    await sheet.getByLabel('Owners, by email').uncheck()
    await sheet.getByLabel('Team').check()
    await expectAccessible(page, 'new alert')
    await sheet.getByRole('button', { name: 'Create alert' }).click()
    await expect(toast(page, 'Alert created')).toBeVisible()
    await expect(row('Failing checkout')).toContainText('Responses with status 5xx above 0')
  })

  await test.step('a scheduled query keeps its result', async () => {
    await page.goto(`${shared.home}/alerts/queries?panel=new`)
    await sheet.getByLabel('Name').fill('Orders')
    await sheet.getByLabel('SQL').fill('select count(*) as orders from orders')
    await sheet.getByLabel('Schedule').fill('every day at 3 am')
    await expectAccessible(page, 'new scheduled query')
    await sheet.getByRole('button', { name: 'Schedule query' }).click()
    await page.getByRole('button', { name: 'Actions for Orders' }).click()
    await page.getByRole('menuitem', { name: 'Run now' }).click()
    await expect(row('Orders')).toContainText('Succeeded')
    await page.getByRole('button', { name: 'Orders', exact: true }).click()
    await expect(sheet.getByRole('cell', { name: '7', exact: true })).toBeVisible()
    await expectAccessible(page, 'runs of a query')
  })

  await test.step('requests fail, the alert fires, and the mail arrives', async () => {
    const { api_url: api, secret_key: apikey } = shared.project
    const fail = () => fetch(`${api}/rest/v1/rpc/fail`, { method: 'POST', headers: { apikey } })
    expect((await fail()).status).toBe(500)
    await page.goto(`${shared.home}/alerts`)
    // The alert counts whole minutes, so errors continue until it has been checked.
    await expect
      .poll(
        async () => {
          await fail()
          return row('Failing checkout').textContent()
        },
        { timeout: 180_000, intervals: [2000] },
      )
      .toContain('Firing')
    await page.goto(`${shared.home}/alerts/history`)
    await expect(row('Failing checkout').filter({ hasText: 'Firing' })).toBeVisible()
    await expectAccessible(page, 'alert history')
    await page.goto(`${shared.home}/mailbox`)
    await expect(page.getByText('Firing: Failing checkout').first()).toBeVisible()
  })
  expect(errors).toEqual([])
})
