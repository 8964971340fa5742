import { expect, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { useSession, type DashboardSession } from '../support/account.ts'
import {
  answerInstead,
  holdsFocus,
  pageErrors,
  refusal,
  requestsTo,
  settle,
  toast,
} from '../support/dashboard-page.ts'
import { joinAs } from '../support/member.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const TABLES = 1000
const shared = sharedProject('Harbour', {
  sql: `
    create table public.note (id int primary key, title text, owner_email text);
    alter table public.note enable row level security;
    create policy seen on public.note for select to anon using (id > 0);
    create policy changed on public.note for update to anon using (id > 0);
    insert into public.note values (1, 'Lighthouse', 'grace@example.com'), (-1, 'Cellar', 'alan@example.com');
    create table public.ledger (id int primary key, amount numeric);
    revoke select on public.ledger from anon;
    grant select (id) on public.ledger to anon;
    create schema attic;`,
})
// Commits in batches, because the number of locks per transaction is limited.
test.beforeAll(() =>
  inDatabase(shared.project, (database) =>
    database.query(`do $$ begin
      for n in 1..${TABLES} loop
        execute format('create table public.measure_%s ()', n);
        if n % 100 = 0 then commit; end if;
      end loop;
    end $$`),
  ),
)

const address = () => `${shared.home}/database/column-privileges`
const policies = () =>
  inDatabase(shared.project, async (database) => {
    const order = 'order by schemaname, tablename, policyname'
    return (await database.query(`select * from pg_policies ${order}`)).rows
  })

type Visit = { isOn?: boolean; as?: DashboardSession }

async function open(page: Page, path = '', { isOn = true, as = shared.session }: Visit = {}) {
  const troubles = pageErrors(page)
  await useSession(page, as)
  const key = `stoa.preview.${as.user.id}.column-level-privileges`
  await page.addInitScript(
    ([name, value]) => {
      if (name && value && localStorage.getItem(name) === null) localStorage.setItem(name, value)
    },
    [key, String(isOn)],
  )
  // All previews are off until the user's profile has loaded.
  const known = page.waitForResponse((response) => response.url().endsWith('/platform/profile'))
  await page.goto(`${address()}${path}`)
  await known
  return troubles
}

const previews = (page: Page) => page.getByRole('dialog', { name: 'Dashboard feature previews' })
const navigation = (page: Page) => page.getByRole('navigation', { name: 'Database', exact: true })
const box = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true })
const entry = (page: Page) => navigation(page).getByRole('link', { name: 'Column privileges' })
const pending = (page: Page) => page.getByRole('region', { name: 'Changes to save' })
const save = (page: Page) => page.getByRole('button', { name: 'Save', exact: true })
const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' })

/** Turns the preview off the way a user does: from the account menu. */
async function switchOff(page: Page) {
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  await previews(page)
    .getByRole('button', { name: /^Column-level privileges/ })
    .click()
  await previews(page).getByRole('button', { name: 'Disable', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(previews(page)).toBeHidden()
}

/** A Data API client without a session. */
const api = () =>
  createClient(shared.project.api_url, shared.project.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  })

// SPEC: "/project/{ref}/database/column-privileges"
// SPEC: "List size: 280px wide, 550px high."
// SPEC: "column-level privileges (CLS) | /project/{ref}/database/column-privileges."
test('column privileges are turned on and off in the feature previews, without a reload', async ({
  page,
}) => {
  const troubles = await open(page, '', { isOn: false })
  await expect(page.getByText('The preview “Column-level privileges” is off')).toBeVisible()
  await expect(navigation(page).getByRole('link', { name: 'Policies' })).toBeVisible()
  await expect(entry(page)).toHaveCount(0)
  await page.getByRole('button', { name: 'Show the preview' }).press('Enter')
  const modal = previews(page)
  await expect(modal.getByRole('heading', { name: 'Column-level privileges' })).toBeVisible()
  await holdsFocus(modal)
  const list = await modal.getByRole('list', { name: 'Previews' }).boundingBox()
  expect(list).toMatchObject({ width: 280, height: 550 })
  const details = modal.getByRole('region', { name: 'Column-level privileges' })
  expect((await details.boundingBox())?.x).toBeGreaterThanOrEqual((list?.x ?? 0) + 280)
  await modal.getByRole('button', { name: 'Enable', exact: true }).press('Enter')
  await expect(modal.getByRole('button', { name: 'Disable', exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await expect(page.getByText('No table selected')).toBeVisible()
  await expect(entry(page)).toHaveAttribute('aria-current', 'page')

  await page.goto(shared.home)
  await page
    .getByRole('navigation', { name: 'Products' })
    .getByRole('link', { name: 'Database' })
    .click()
  await entry(page).click()
  await expect(page).toHaveURL(address())
  await switchOff(page)
  await expect(entry(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: 'Show the preview' })).toBeVisible()
  expect(troubles).toEqual([])
})

test('a table among a thousand is found by typing, and the URL keeps the selection', async ({
  page,
}) => {
  const troubles = await open(page)
  const picker = page.getByRole('button', { name: 'Table: select a table' })
  await expect(picker).toBeEnabled()
  await picker.press('Enter')
  const list = page.getByRole('dialog', { name: 'Tables' })
  await expect(list.getByRole('option')).toHaveCount(50)
  await expect(list.getByRole('status')).toContainText('952 more')
  await list.getByRole('combobox').fill('NOTE')
  await expect(list.getByRole('option')).toHaveCount(1)
  await expect(list.getByRole('option', { name: 'note', selected: true })).toBeVisible()
  await list.getByRole('combobox').press('Enter')
  await expect(page.getByRole('button', { name: 'Table: note' })).toBeFocused()
  await expect(box(page, 'Select on owner_email')).toBeChecked()
  await page.getByRole('button', { name: 'Role: anon' }).press('Enter')
  await page.getByPlaceholder('Search roles').fill('auth')
  await page.getByRole('option', { name: /^authenticated/ }).click()
  await expect(page).toHaveURL(`${address()}?schema=public&table=note&role=authenticated`)
  await page.reload()
  await expect(
    page.getByRole('table', { name: 'Privileges of authenticated on note' }),
  ).toBeVisible()
  await page.goto(`${address()}?table=gone`)
  await expect(page.getByText('No table gone in public')).toBeVisible()
  await page.goto(`${address()}?table=note&role=gone`)
  await expect(page.getByText('No role gone')).toBeVisible()
  await page.goto(`${address()}?schema=attic`)
  await expect(page.getByText('No tables in attic')).toBeVisible()
  await page.goto(`${address()}?table=measure_7`)
  await expect(page.getByText('measure_7 has no columns')).toBeVisible()
  expect(troubles).toEqual([])
})

test('revoking a column denies a role that column over the Data API, and nothing else', async ({
  page,
}) => {
  const before = await policies()
  const note = () => api().from('note')
  expect((await note().select()).data).toEqual([
    { id: 1, title: 'Lighthouse', owner_email: 'grace@example.com' },
  ])
  const troubles = await open(page, '?table=note&role=anon')

  await test.step('the page describes the change before it is saved', async () => {
    await expect(page.getByText('revoke a table privilege on a single column')).toBeVisible()
    await box(page, 'Select on owner_email').press('Space')
    await expect(box(page, 'Select on owner_email')).not.toBeChecked()
    await expect(box(page, 'Select on the whole table')).toHaveAttribute('aria-checked', 'mixed')
    await expect(page.getByText('Select: whole table → 2 columns')).toBeVisible()
    await expect(pending(page)).toContainText(
      'Replaces Select on the whole table with Select on id and title. Columns added later are not included.',
    )
    await expect(pending(page).getByLabel('SQL', { exact: true })).toHaveText(
      'revoke select on table "public"."note" from "anon";\ngrant select ("id", "title") on table "public"."note" to "anon";',
    )
    await expect(page.getByRole('note')).toContainText('fails with error 42501')
    await expect(page.getByRole('note')).toContainText(".select('id, title')")
    // Nothing has been saved yet.
    expect((await note().select('owner_email')).error).toBeNull()
    // The toast disappears by itself, so the wait for it starts before the click.
    await Promise.all([
      expect(toast(page, 'Privileges saved')).toBeVisible(),
      save(page).press('Enter'),
    ])
    await expect(save(page)).toHaveCount(0)
    await expect(box(page, 'Select on owner_email')).not.toBeChecked()
  })

  await test.step('selecting the column or * fails', async () => {
    for (const columns of ['owner_email', '*', 'id,owner_email'])
      expect(await note().select(columns)).toMatchObject({ status: 401, error: { code: '42501' } })
    expect(await note().select('id').eq('owner_email', 'grace@example.com')).toMatchObject({
      error: { code: '42501' },
    })
    const returned = await note().update({ title: 'Beacon' }).eq('id', 1).select()
    expect(returned.error).toMatchObject({ code: '42501' })
  })

  await test.step('the other columns can be read, in the rows that the policy allows', async () => {
    expect((await note().select('id, title')).data).toEqual([{ id: 1, title: 'Lighthouse' }])
    expect((await note().update({ title: 'Beacon' }).eq('id', 1)).error).toBeNull()
    expect((await note().select('title')).data).toEqual([{ title: 'Beacon' }])
    expect(await policies()).toEqual(before)
  })

  await test.step('other roles keep the column', async () => {
    const service = createClient(shared.project.api_url, shared.project.service_role_key)
    expect((await service.from('note').select('owner_email')).data).toHaveLength(2)
  })

  await test.step('writing to a column can be revoked, too', async () => {
    await box(page, 'Update on title').click()
    await expect(pending(page)).toContainText('revoke update on table')
    await save(page).click()
    await expect(save(page)).toHaveCount(0)
    const refused = await note().update({ title: 'Mole' }).eq('id', 1)
    expect(refused).toMatchObject({ status: 401, error: { code: '42501' } })
  })

  await test.step('the whole table is granted again in one step', async () => {
    await box(page, 'Select on the whole table').press('Space')
    await expect(box(page, 'Select on the whole table')).toBeChecked()
    await box(page, 'Update on the whole table').press('Space')
    await expect(box(page, 'Update on the whole table')).toBeChecked()
    await save(page).click()
    await expect(save(page)).toHaveCount(0)
    expect((await note().select()).data).toMatchObject([{ owner_email: 'grace@example.com' }])
    expect(await policies()).toEqual(before)
  })
  expect(troubles).toEqual([])
})

test('unsaved changes are not lost by accident: leaving asks for confirmation, Cancel discards them', async ({
  page,
}) => {
  const troubles = await open(page, '?table=note')
  await box(page, 'Insert on title').click()
  await box(page, 'Select on the whole table').click()
  await expect(page.getByText('Select: whole table → none')).toBeVisible()
  const chooseRole = async () => {
    await page.getByRole('button', { name: 'Role: anon' }).click()
    await page.getByRole('option', { name: /^service_role/ }).click()
  }
  await chooseRole()
  await holdsFocus(question(page))
  await page.keyboard.press('Escape')
  await expect(question(page)).toHaveCount(0)
  await expect(box(page, 'Insert on title')).not.toBeChecked()
  await page.getByRole('link', { name: 'row level security' }).click()
  await question(page).getByRole('button', { name: 'Stay' }).click()
  await expect(question(page)).toHaveCount(0)
  // Granting the column again restores the whole-table grant, so there is nothing to save.
  await box(page, 'Insert on title').click()
  await expect(page.getByText('Select: whole table → none')).toBeVisible()
  await expect(page.getByText(/Insert:/)).toHaveCount(0)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(save(page)).toHaveCount(0)
  await expect(box(page, 'Select on the whole table')).toBeChecked()
  await box(page, 'Insert on title').click()
  await chooseRole()
  await question(page).getByRole('button', { name: 'Discard and leave' }).click()
  await expect(
    page.getByRole('table', { name: 'Privileges of service_role on note' }),
  ).toBeVisible()
  await expect(page.getByText('service_role bypasses')).toBeVisible()
  expect(troubles).toEqual([])
})

test('after the preview is turned off, the page stays until changes are saved or canceled', async ({
  page,
}) => {
  const troubles = await open(page, '?table=note')
  await box(page, 'Insert on title').click()
  await expect(save(page)).toBeVisible()
  await switchOff(page)
  await expect(page.getByRole('note').filter({ hasText: 'The preview is off' })).toBeVisible()
  await expect(box(page, 'Insert on title')).not.toBeChecked()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(page.getByRole('button', { name: 'Show the preview' })).toBeVisible()
  await expect(box(page, 'Insert on title')).toHaveCount(0)
  expect(troubles).toEqual([])
})

test('inherited privileges are shown, and concurrent changes of privileges are not overwritten', async ({
  page,
}) => {
  const troubles = await open(page, '?table=ledger')
  await expect(box(page, 'Select on id')).toBeChecked()
  await expect(box(page, 'Select on amount')).not.toBeChecked()
  await expect(page.getByRole('note')).toContainText('anon cannot use * on this table')
  await box(page, 'Select on id').click()
  await expect(pending(page)).toContainText('revoke select')
  // Another user grants the whole table in the meantime.
  await inDatabase(shared.project, (database) =>
    database.query('grant select on public.ledger to anon, public'),
  )
  await save(page).click()
  const alert = page.getByRole('alert').filter({ hasText: 'Could not save the privileges' })
  await expect(alert).toContainText('The definition was changed or dropped after you opened it.')
  // The page shows the current grants and the same change applied to them.
  await expect(page.getByText('Select: whole table → none')).toBeVisible()
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(box(page, 'Select on amount')).toBeChecked()
  await box(page, 'Select on amount').click()
  await expect(page.getByRole('cell', { name: 'via PUBLIC' })).toHaveCount(1)
  await page.getByRole('button', { name: 'Cancel' }).click()
  await expect(save(page)).toHaveCount(0)
  expect(troubles).toEqual([])
})

test('a read-only member can view privileges but not change them, on the page or over the API', async ({
  page,
}) => {
  const reader = await joinAs(shared, 'read_only')
  const troubles = await open(page, '?table=note', { as: reader })
  await expect(box(page, 'Select on title')).toBeChecked()
  await expect(box(page, 'Select on title')).toBeDisabled()
  await expect(page.getByText('Your role can view privileges but not change them.')).toBeVisible()
  const headers = {
    authorization: `Bearer ${reader.access_token}`,
    'content-type': 'application/json',
  }
  const { server, project } = shared
  const path = `/platform/pg-meta/${project.ref}`
  const read = await fetch(`${server.url}/platform/projects/${project.ref}`, { headers })
  const { connection_handle } = (await read.json()) as { connection_handle: string }
  const ask = async (method: string, list: string, body?: object) => {
    const answer = await fetch(`${server.url}${path}/${list}`, {
      method,
      headers: { ...headers, 'x-connection-encrypted': connection_handle },
      ...(body && { body: JSON.stringify(body) }),
    })
    return answer.status
  }
  const grant = { grantee: 'anon', privilege_type: 'SELECT' }
  for (const list of ['column-privileges', 'table-privileges', 'roles'])
    expect(await ask('GET', list)).toBe(200)
  for (const method of ['POST', 'DELETE']) {
    expect(await ask(method, 'column-privileges', [{ ...grant, column_id: '1.1' }])).toBe(403)
    expect(await ask(method, 'table-privileges', [{ ...grant, relation_id: 1 }])).toBe(403)
  }
  expect(await ask('PATCH', 'column-privileges', { revoke: {}, grant: {} })).toBe(403)
  // As with every database call, requests without the project's connection handle are rejected.
  const without = await fetch(`${server.url}${path}/roles`, { headers })
  expect(without.status).toBe(400)
  expect(troubles).toEqual([])
})

test("the platform's tables are shown read-only", async ({ page }) => {
  const troubles = await open(page, '?schema=auth&table=users')
  await expect(page.getByText('Managed by the platform; read-only here')).toBeVisible()
  await expect(box(page, 'Select on email')).toBeDisabled()
  // A table with this many columns has a search field.
  await page.getByRole('searchbox', { name: 'Search columns' }).fill('phone')
  await expect(box(page, 'Select on phone')).toBeVisible()
  await expect(box(page, 'Select on email')).toHaveCount(0)
  expect(troubles).toEqual([])
})

test('a failed load is reported and can be retried', async ({ page }) => {
  let isLocked = true
  await answerInstead(page, `/platform/pg-meta/${shared.project.ref}/table-privileges`, (route) =>
    isLocked ? route.fulfill(refusal(400, 'lock_timeout', 'A lock is held.')) : route.continue(),
  )
  const troubles = await open(page, '?table=note')
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load the privileges' })
  await expect(alert).toContainText('A lock is held.')
  isLocked = false
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(box(page, 'Select on title')).toBeChecked()
  expect(troubles).toEqual([])
})

test('the page sends no requests while the preview is off', async ({ page }) => {
  const asked = requestsTo(page, `/platform/pg-meta/${shared.project.ref}/roles`)
  await open(page, '?table=note', { isOn: false })
  await expect(page.getByRole('button', { name: 'Show the preview' })).toBeVisible()
  // The project has loaded, which is when the requests would be sent.
  await expect(page).toHaveTitle(/Harbour/)
  await settle(page)
  expect(asked).toEqual([])
})
