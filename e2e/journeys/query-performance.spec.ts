import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Harbor', {
  sql: `
    create table public.orders (id int primary key, customer int, note text);
    insert into public.orders select n, n % 2000, 'note ' || n from generate_series(1, 20000) as n;
    analyze public.orders;`,
})

const sheet = (page: Page) => page.getByRole('dialog', { name: 'Query', exact: true })

// SPEC: "/project/{ref}/advisors/query-performance"
test('a slow query is found, explained, and made faster', async ({ page }) => {
  const troubles = pageErrors(page)
  await inDatabase(shared.project, async (database) => {
    for (const customer of [7, 8, 9])
      await database.query(`select count(*) from orders where customer = ${customer}`)
  })
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/advisors/query-performance`)
  const row = page.getByRole('row').filter({ hasText: 'from orders where customer = $1' })

  await test.step('the list', async () => {
    await expect(row).toContainText('postgres')
    await expect(row).toContainText('3')
    await page.getByRole('radio', { name: 'Most calls' }).click()
    await expect(page).toHaveURL(/sort=calls/)
    await page.getByLabel('Search queries').fill('customer')
    await expect(page.getByRole('row').filter({ hasText: 'insert into' })).toHaveCount(0)
    await expectAccessible(page, 'query performance')
  })

  await test.step('its plan, which a reload shows again', async () => {
    await row.getByRole('button', { name: /^select count/ }).click()
    await page.reload()
    const plan = sheet(page).getByRole('table', { name: 'Steps of the plan' })
    await expect(plan).toContainText('Seq Scan on orders')
    await expect(sheet(page).getByRole('region', { name: 'Callers' })).toContainText('3 calls')
    await expectAccessible(page, 'a query')
  })

  await test.step('an index, recorded as a migration', async () => {
    await sheet(page).getByRole('button', { name: 'Find indexes' }).click()
    await sheet(page).getByRole('button', { name: 'Create index' }).click()
    const question = page.getByRole('dialog', { name: 'Create an index on orders?' })
    await expect(question).toContainText('create index concurrently')
    await question.getByRole('button', { name: 'Create index' }).click()
    await expect(toast(page, 'Index created')).toBeVisible()
    const plan = sheet(page).getByRole('table', { name: 'Steps of the plan' })
    await expect(plan).toContainText('orders_customer_idx')
    await expect(sheet(page)).toContainText('Migrations in this span')
    await page.keyboard.press('Escape')
    await expect(sheet(page)).toHaveCount(0)
  })

  await test.step('a query that waits for a lock', async () => {
    await inDatabase(shared.project, async (holder) => {
      await holder.query('begin; lock table orders in access exclusive mode')
      await inDatabase(shared.project, async (waiter) => {
        const ended = waiter.query('select count(*) from orders').catch((error: unknown) => error)
        const live = page.getByRole('region', { name: 'Running now' })
        await expect(live).toContainText('1 waiting for a lock')
        await live.getByRole('button', { name: 'Running queries' }).click()
        const entry = page.getByRole('listitem').filter({ hasText: 'select count(*) from orders' })
        await entry.getByRole('button', { name: 'Cancel query' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Cancel query' }).click()
        expect(String(await ended)).toContain('canceling statement')
      })
      await holder.query('rollback')
    })
  })

  await test.step('a reset', async () => {
    await page.getByLabel('Search queries').fill('')
    await page.getByRole('button', { name: 'Reset statistics' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Reset statistics' }).click()
    await expect(toast(page, 'Statistics reset')).toBeVisible()
    await expect(row).toHaveCount(0)
  })
  expect(troubles).toEqual([])
})
