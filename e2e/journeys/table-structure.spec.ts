import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { toast } from '../support/dashboard-page.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Structure', {
  sql: `
    create table public.events (at date not null, body text) partition by range (at);
    create table public.events_2025 (like public.events);
    insert into public.events_2025 values ('2025-05-01', 'old');
    create table public.people (id bigint primary key, city text, code text, email text);
    insert into public.people select n, 'x', 'y', null from generate_series(1, 3000) n;`,
})

async function openDefinition(page: Page, table: string) {
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, table)}`)
  await page.getByRole('radio', { name: 'Definition' }).click()
}

test('a table gets partitions, settings and statistics, and is filled in the background', async ({
  page,
}) => {
  await useSession(page, shared.session)

  await test.step('creates, attaches and detaches partitions', async () => {
    await openDefinition(page, 'public.events')
    await expect(page.getByText('No partitions yet')).toBeVisible()
    await page.getByRole('button', { name: 'Add partition' }).click()
    const sheet = page.getByRole('dialog', { name: 'Add partition to events' })
    await sheet.getByRole('textbox', { name: 'Name' }).fill('events_2026')
    await sheet.getByRole('textbox', { name: 'From' }).fill('2026-01-01')
    await sheet.getByRole('textbox', { name: 'To' }).fill('2027-01-01')
    await expect(sheet.getByLabel('SQL', { exact: true })).toContainText(
      "for values from ('2026-01-01') to ('2027-01-01')",
    )
    await expect(sheet.getByRole('list', { name: 'Locks' })).toContainText('public.events')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Create partition' }).click()
    await expect(toast(page, 'Partition created')).toBeVisible()

    await page.getByRole('button', { name: 'Add partition' }).click()
    await sheet.getByRole('radio', { name: 'Existing table' }).click()
    await sheet.getByRole('button', { name: 'Table' }).click()
    await page.getByRole('option', { name: 'events_2025' }).click()
    await sheet.getByRole('textbox', { name: 'To' }).fill('2026-01-01')
    await sheet.getByRole('button', { name: 'Attach partition' }).click()
    const list = page.getByRole('list', { name: 'Partitions' })
    await expect(list.getByRole('listitem')).toHaveCount(2)
    await expect(list).toContainText("FOR VALUES FROM (MINVALUE) TO ('2026-01-01')")

    await page.getByRole('button', { name: 'Actions for events_2025' }).click()
    await page.getByRole('menuitem', { name: 'Detach partition' }).click()
    const dialog = page.getByRole('dialog', { name: 'Detach events_2025 from events?' })
    await expect(dialog.getByRole('list', { name: 'Locks' })).toContainText(
      'reads and writes continue',
    )
    await dialog.getByRole('button', { name: 'Detach partition' }).click()
    await expect(list.getByRole('listitem')).toHaveCount(1)
  })

  await test.step('changes the settings and maintains the table', async () => {
    await openDefinition(page, 'public.people')
    await page.getByRole('button', { name: 'Edit settings' }).click()
    const sheet = page.getByRole('dialog', { name: 'Settings of people' })
    await sheet.getByRole('textbox', { name: 'fillfactor' }).fill('70')
    await expect(sheet.getByLabel('SQL', { exact: true })).toContainText('set (fillfactor = 70)')
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByText('fillfactor = 70')).toBeVisible()

    await page.getByRole('button', { name: 'Maintain' }).click()
    await page
      .getByRole('dialog', { name: 'Maintain people' })
      .getByRole('button', { name: 'Run' })
      .click()
    await expect(toast(page, 'Vacuum and analyze: done for people')).toBeVisible()

    await page.getByRole('button', { name: 'Add statistics' }).click()
    const statistics = page.getByRole('dialog', { name: 'Add statistics to people' })
    await statistics.getByRole('checkbox', { name: 'city' }).click()
    await statistics.getByRole('checkbox', { name: 'code' }).click()
    await statistics.getByRole('button', { name: 'Add statistics' }).click()
    await expect(page.getByRole('list', { name: 'Extended statistics' })).toContainText(
      'people_stat',
    )
  })

  await test.step('fills a column and makes it NOT NULL', async () => {
    await page.getByRole('button', { name: 'Backfill a column' }).click()
    const sheet = page.getByRole('dialog', { name: 'Backfill a column of people' })
    await sheet.getByRole('button', { name: 'Column' }).click()
    await page.getByRole('option', { name: 'email' }).click()
    await sheet.getByRole('textbox', { name: 'Value' }).fill('none')
    await sheet.getByRole('checkbox', { name: 'NOT NULL' }).click()
    await expect(sheet.getByText('3,000 rows change.')).toBeVisible()
    await expectAccessible(page)
    await sheet.getByRole('button', { name: 'Start backfill' }).click()
    const item = page.getByRole('list', { name: 'Backfills' }).getByRole('listitem')
    await expect(item).toContainText('Done')
    await expect(item).toContainText('3,000 of 3,000 rows changed')
    await inDatabase(shared.project, async (database) => {
      const { rows } = await database.query(
        `select attnotnull, (select count(*)::int from people where email = 'none') as filled
         from pg_attribute where attrelid = 'people'::regclass and attname = 'email'`,
      )
      expect(rows).toEqual([{ attnotnull: true, filled: 3000 }])
    })
    await expectAccessible(page)
  })
})
