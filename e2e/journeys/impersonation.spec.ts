import { createClient } from '@supabase/supabase-js'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Lagoon', {
  sql: `
    create table public.note (
      id bigint generated always as identity primary key,
      owner uuid not null references auth.users (id),
      body text not null
    );
    alter table public.note enable row level security;
    create policy own on public.note for select using (owner = (select auth.uid()));`,
})

test.beforeAll(async () => {
  for (const [email, body] of [
    ['grace@example.com', 'Lighthouse'],
    ['alan@example.com', 'Anchor'],
  ] as const) {
    const options = { auth: { persistSession: false, autoRefreshToken: false } }
    const { api_url: url, publishable_key: key } = shared.project
    const client = createClient(url, key, options)
    const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' })
    if (error) throw error
    await inDatabase(shared.project, (database) =>
      database.query('insert into public.note (owner, body) values ($1, $2)', [
        data.user?.id,
        body,
      ]),
    )
  }
})

const bar = (page: Page) => page.getByRole('region', { name: 'Impersonation' })
const cell = (page: Page, text: string) => page.getByRole('gridcell', { name: text, exact: true })

test('a member sees the data as one of the users, in the table editor and the SQL editor', async ({
  page,
}) => {
  const troubles = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/auth/users`)
  await page.getByRole('row', { name: /grace@example.com/ }).click()
  await page.getByRole('button', { name: 'Open table editor' }).click()
  await expect(bar(page)).toBeVisible()
  await page.getByText('note', { exact: true }).click()
  await expect(bar(page)).toContainText('Viewing rows as grace@example.com (authenticated)')
  await expect(cell(page, 'Lighthouse')).toBeVisible()
  await expect(cell(page, 'Anchor')).toHaveCount(0)
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Role: grace@example.com' }).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: /^Anonymous/ }).click()
  await expect(bar(page)).toContainText('Viewing rows as anon')
  await page.keyboard.press('Escape')
  await expect(page.getByText('No rows that this role can read.')).toBeVisible()

  await bar(page).getByRole('button', { name: 'Stop' }).click()
  await expect(cell(page, 'Anchor')).toBeVisible()
  await expect(bar(page)).toHaveCount(0)

  await page.goto(`${shared.home}/sql/new`)
  await page.getByRole('button', { name: 'Role: postgres' }).click()
  await page.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: /^Signed-in user/ }).click()
  await page.getByRole('button', { name: /^User/ }).click()
  await page.getByPlaceholder('Email, phone, or user ID').fill('alan')
  await page.getByRole('option', { name: /alan@example.com/ }).click()
  await page.keyboard.press('Escape')
  await expect(bar(page)).toContainText('Running queries as alan@example.com')
  await page.locator('.monaco-editor').first().click()
  await page.keyboard.insertText('select body, current_user from public.note')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(cell(page, 'Anchor')).toBeVisible()
  await expect(cell(page, 'authenticated')).toBeVisible()
  await expect(cell(page, 'Lighthouse')).toHaveCount(0)
  await expectAccessible(page)
  expect(troubles).toEqual([])
})
