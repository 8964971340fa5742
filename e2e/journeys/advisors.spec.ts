import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Lighthouse', {
  sql: `
    create table public.customers (id int primary key);
    create table public.orders (
      id int primary key, "customer id" int references public.customers, note text);
    alter table public.customers enable row level security;
    alter table public.orders enable row level security;
    create policy "own, 😀" on public.orders using (note = auth.uid()::text);
    create table public."Open 😀" (id int primary key, password text);
    create view public.everyone as select id from public.orders;`,
})

const sheet = (page: Page) => page.getByRole('dialog')
const finding = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function openFinding(page: Page, title: string, name: string) {
  await finding(page, name).getByRole('button', { name: title, exact: true }).click()
  await expect(sheet(page).getByRole('heading', { name: title })).toBeVisible()
}

// SPEC: "use advisors, and"
test('findings are explained, corrected, and ignored', async ({ page }) => {
  const troubles = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/advisors/security`)
  await page.getByRole('button', { name: /^Check/ }).click()

  await test.step('a table without row level security', async () => {
    await expect(finding(page, 'Row level security is disabled on public.Open 😀')).toBeVisible()
    await expectAccessible(page, 'security advisor')
    await openFinding(page, 'Table without row level security', 'public.Open 😀')
    await sheet(page).getByRole('button', { name: 'Show fix' }).click()
    await expect(sheet(page)).toContainText(
      'alter table "public"."Open 😀" enable row level security;',
    )
    await expectAccessible(page, 'fix')
    await sheet(page).getByRole('button', { name: 'Apply fix' }).click()
    await expect(toast(page, 'Fix applied and recorded as a migration')).toBeVisible()
    await expect(sheet(page)).toContainText('This finding no longer exists')
    await page.keyboard.press('Escape')
    await expect(finding(page, 'public.Open 😀').filter({ hasText: 'disabled' })).toHaveCount(0)
  })

  await test.step('a view that is meant to be read by everyone', async () => {
    await openFinding(page, 'View bypasses row level security', 'public.everyone')
    await sheet(page).getByRole('button', { name: 'Ignore finding' }).click()
    await sheet(page).last().getByLabel('Reason').fill('Numbers only')
    await sheet(page).last().getByRole('button', { name: 'Ignore', exact: true }).click()
    await expect(sheet(page).getByRole('button', { name: 'Stop ignoring' })).toBeVisible()
    await expect(sheet(page)).toContainText('Numbers only')
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /^Ignored/ }).click()
    await expect(finding(page, 'public.everyone')).toContainText('Ignored: Numbers only')
  })

  await test.step('an index for a foreign key, recorded as a migration', async () => {
    await page.goto(`${shared.home}/advisors/performance?level=INFO`)
    await openFinding(page, 'Foreign key without an index', 'public.orders')
    await sheet(page).getByRole('button', { name: 'Show fix' }).click()
    await sheet(page).getByRole('button', { name: 'Apply fix' }).click()
    await expect(sheet(page)).toContainText('This finding no longer exists')
    const migrations = await inDatabase(shared.project, async (database) => {
      const { rows } = await database.query<{ name: string; rollback: string[] }>(
        'select name, rollback from supabase_migrations.schema_migrations order by version',
      )
      return rows
    })
    expect(migrations.map(({ rollback }) => rollback)).toEqual([
      ['alter table "public"."Open 😀" disable row level security;'],
      ['drop index if exists "public"."orders_customer id_idx";'],
    ])
    await page.keyboard.press('Escape')
  })

  await test.step('a policy that calls a function for each row, from its documentation', async () => {
    await page.getByRole('tab', { name: /^Warnings/ }).click()
    await openFinding(page, 'Policy calls a function for each row', 'own, 😀')
    await sheet(page).getByRole('link', { name: 'About this rule' }).click()
    await expect(page.getByText('Write the call as a sub-select')).toBeVisible()
    await expectAccessible(page, 'rules')
  })

  await test.step('the home and the top bar', async () => {
    await page.goto(shared.home)
    await page.setViewportSize({ width: 1440, height: 900 })
    const section = page.getByRole('region', { name: 'Advisor findings' })
    await expect(section.getByRole('listitem')).toHaveCount(3)
    await page.getByRole('link', { name: /advisor findings: 0 errors/ }).click()
    await expect(page.getByRole('heading', { name: 'Security advisor', level: 1 })).toBeVisible()
  })
  expect(troubles).toEqual([])
})
