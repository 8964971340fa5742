import { createClient } from '@supabase/supabase-js'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { openPalette, pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const NOTE_OF = { grace: 'Lighthouse', alan: 'Anchor' } as const

const shared = sharedProject('Harbour', {
  sql: `
    create table public.note (
      id bigint generated always as identity primary key,
      owner uuid not null references auth.users (id),
      body text not null
    );
    alter table public.note enable row level security;
    create policy own on public.note for select using (owner = (select auth.uid()));
    create table public.ledger (id bigint primary key, amount numeric not null);
    revoke all on public.ledger from anon, authenticated;
    insert into public.ledger values (1, 12.5);`,
})
const address = () => `${shared.home}/api/graphiql`

test.beforeAll(async () => {
  for (const [name, body] of Object.entries(NOTE_OF)) {
    const id = await signUp(`${name}@example.com`)
    await inDatabase(shared.project, (database) =>
      database.query('insert into public.note (owner, body) values ($1, $2)', [id, body]),
    )
  }
})

async function signUp(email: string): Promise<string> {
  const options = { auth: { persistSession: false, autoRefreshToken: false } }
  const client = createClient(shared.project.api_url, shared.project.publishable_key, options)
  const { data, error } = await client.auth.signUp({ email, password: 'correct horse battery' })
  if (error) throw error
  return data.user?.id ?? ''
}

async function open(page: Page, path = address()): Promise<string[]> {
  const troubles = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(path)
  return troubles
}

const question = (page: Page) => page.locator('.graphiql-query-editor')
const answer = (page: Page) => page.locator('.result-window')

/** Replaces the current operation and runs the new one. */
async function run(page: Page, operation: string) {
  const text = question(page).locator('.view-lines')
  // Pasted instead of typed, because the editor closes typed brackets.
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), operation)
  await text.click()
  await expect(question(page).locator('.monaco-editor')).toHaveClass(/focused/)
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
  await expect(text).toHaveText(operation)
  await execute(page)
}

const execute = (page: Page) => page.getByRole('button', { name: /^Execute query/ }).click()

async function runAs(page: Page, role: string) {
  await page.getByLabel('Run as').click()
  await page.getByRole('option', { name: role }).click()
  await expect(page.getByLabel('Run as')).toHaveText(role)
}

const NOTES = '{ noteCollection { edges { node { body } } } }'
const LEDGER = '{ ledgerCollection { edges { node { amount } } } }'

// SPEC: "/project/{ref}/api/graphiql"
test('an operation runs as any role and as any user', async ({ page }) => {
  const troubles = await open(page, `${shared.home}/api`)

  await test.step('GraphiQL is among the API docs', async () => {
    await page
      .getByRole('navigation', { name: 'API docs' })
      .getByRole('link', { name: 'GraphiQL' })
      .click()
    await expect(page).toHaveURL(address())
    await expect(question(page)).toBeVisible()
  })

  await test.step('the service role reads every row', async () => {
    await run(page, NOTES)
    await expect(answer(page)).toContainText(NOTE_OF.grace)
    await expect(answer(page)).toContainText(NOTE_OF.alan)
    await run(page, LEDGER)
    await expect(answer(page)).toContainText('12.5')
  })

  await test.step('an anonymous request reads no rows, and gets an error for a table it has no access to', async () => {
    await runAs(page, 'Anonymous')
    await execute(page)
    await expect(answer(page)).toContainText('errors')
    await expect(answer(page)).toContainText('ledgerCollection')
    await expect(answer(page)).not.toContainText('12.5')
    await run(page, NOTES)
    await expect(answer(page)).toContainText('"edges": []')
  })

  await test.step('a user reads their own rows', async () => {
    await runAs(page, 'Signed-in user')
    for (const [name, other] of [
      ['grace', 'alan'],
      ['alan', 'grace'],
    ] as const) {
      await page.getByRole('button', { name: /^User/ }).click()
      await page.getByRole('option', { name: `${name}@example.com` }).click()
      await expect(page.getByRole('button', { name: `User: ${name}@example.com` })).toBeVisible()
      await execute(page)
      await expect(answer(page)).toContainText(NOTE_OF[name])
      await expect(answer(page)).not.toContainText(NOTE_OF[other])
    }
  })

  await test.step('it checks operations also if it is left at once and opened again', async () => {
    await page.goBack()
    await page.goForward()
    await expect(question(page)).toBeVisible()
    await page.goBack()
    await page.goForward()
    await run(page, '{ nothing }')
    await expect(question(page).locator('.squiggly-error')).toBeVisible()
  })
  expect(troubles).toEqual([])
})

test('the schema explorer shows only what the role can access', async ({ page }) => {
  const troubles = await open(page)
  await expect(question(page)).toBeVisible()
  await page.getByRole('button', { name: 'Show Documentation Explorer' }).click()
  const explorer = page.locator('.graphiql-doc-explorer')
  await explorer.getByRole('link', { name: 'Query', exact: true }).click()
  const fields = explorer.getByRole('link', { name: /Collection$/ })
  await expect(fields.filter({ hasText: 'noteCollection' })).toBeVisible()
  await expect(fields.filter({ hasText: 'ledgerCollection' })).toBeVisible()
  await runAs(page, 'Anonymous')
  // After the role changes, the explorer starts at the root of the new schema.
  await expect(explorer.getByText('Root Types')).toBeVisible()
  await explorer.getByRole('link', { name: 'Query', exact: true }).click()
  await expect(fields.filter({ hasText: 'noteCollection' })).toBeVisible()
  await expect(fields.filter({ hasText: 'ledgerCollection' })).toBeHidden()
  expect(troubles).toEqual([])
})

test('the command palette opens GraphiQL', async ({ page }) => {
  const troubles = await open(page, shared.home)
  await expect(page.getByRole('heading', { level: 1, name: 'Harbour' })).toBeVisible()
  await (await openPalette(page)).fill('graphiql')
  await page.getByRole('option', { name: 'GraphiQL' }).click()
  await expect(page).toHaveURL(address())
  await expect(question(page)).toBeVisible()
  expect(troubles).toEqual([])
})

test('GraphiQL has no accessibility violation in any theme and no sideways scroll', async ({
  page,
}) => {
  const troubles = await open(page)
  await expect(question(page)).toBeVisible()
  await run(page, NOTES)
  await expect(answer(page)).toContainText(NOTE_OF.grace)
  await expectAccessible(page)
  expect(troubles).toEqual([])
})
