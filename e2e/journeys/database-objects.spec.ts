import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Workshop', {
  sql: `
    create table public."Order" (id int primary key, status text, changed_at timestamptz);
    create function public.touch() returns trigger language plpgsql
      as 'begin new.changed_at = now(); return new; end';
    create function public.note_change() returns event_trigger language plpgsql as 'begin end';
    insert into public."Order" select n, 'open' from generate_series(1, 20000) n;`,
})

const sheet = (page: Page) => page.getByRole('dialog')
const primary = (page: Page, name: string) => page.getByRole('button', { name }).first()
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })
const gone = (page: Page) => expect(sheet(page)).toBeHidden()

/** Opens a menu item of a row. */
async function act(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** Presses a button of the open sheet or dialog and waits until it has closed. */
async function confirm(page: Page, name: string) {
  await sheet(page).getByRole('button', { name, exact: true }).click()
  await gone(page)
}

const values = (text: string) =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query<{ value: string }>(text)
    return rows.map(({ value }) => value)
  })

async function open(page: Page, name: string) {
  await page
    .getByRole('navigation', { name: 'Database', exact: true })
    .getByRole('link', { name, exact: true })
    .click()
  await expect(page.getByRole('heading', { name, level: 1, exact: true })).toBeVisible()
}

test('objects of the database are created, changed and deleted', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(shared.home)
  await page
    .getByRole('navigation', { name: 'Products' })
    .getByRole('link', { name: 'Database' })
    .click()

  await test.step('a table and its realtime', async () => {
    await expect(row(page, 'Order')).toContainText('Disabled')
    await act(page, 'Order', 'Enable realtime')
    await confirm(page, 'Enable realtime')
    await expect(row(page, 'Order').getByText('Enabled', { exact: true })).toBeVisible()
    await act(page, 'Order', 'Disable realtime')
    await confirm(page, 'Disable realtime')
  })

  await test.step('create a function and read its definition', async () => {
    await open(page, 'Functions')
    await primary(page, 'New function').click()
    await expect(sheet(page).getByText('new_function')).toBeVisible()
    await confirm(page, 'Create function')
    await act(page, 'new_function', 'View definition')
    await expect(sheet(page).getByText('CREATE OR REPLACE FUNCTION')).toBeVisible()
    await page.keyboard.press('Escape')
    expect(await values(`select public.new_function('Ada') as value`)).toEqual(['Hello, Ada'])
  })

  await test.step('a definition that somebody else changed is not overwritten silently', async () => {
    await act(page, 'new_function', 'Edit')
    await expect(sheet(page).getByText('CREATE OR REPLACE FUNCTION')).toBeVisible()
    await inDatabase(shared.project, (database) =>
      database.query(`create or replace function public.new_function(name text) returns text
        language sql stable set search_path = '' as $$ select 'Welcome, ' || name $$`),
    )
    await sheet(page).getByRole('button', { name: 'Save function' }).click()
    const question = page.getByRole('dialog', { name: 'Overwrite the newer definition?' })
    await expect(question.getByText(`'Welcome, '`)).toBeVisible()
    await question.getByRole('button', { name: 'Keep editing' }).click()
    expect(await values(`select public.new_function('Ada') as value`)).toEqual(['Welcome, Ada'])
    await sheet(page).getByRole('button', { name: 'Save function' }).click()
    await question.getByRole('button', { name: 'Overwrite' }).click()
    await gone(page)
    expect(await values(`select public.new_function('Ada') as value`)).toEqual(['Hello, Ada'])
  })

  await test.step('a list names the current page on a narrow window and opens the others', async () => {
    await page.setViewportSize({ width: 360, height: 740 })
    await page.goto(`${shared.home}/database/activity`)
    const list = page.getByRole('button', { name: 'Database: Activity' })
    await expect(list).toBeInViewport({ ratio: 1 })
    await list.press('Enter')
    await page.getByRole('menuitem', { name: 'Parameters' }).press('Enter')
    await expect(page.getByRole('heading', { name: 'Parameters', level: 1 })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Database: Parameters' })).toBeInViewport()
    await page.setViewportSize({ width: 1440, height: 900 })
  })

  await test.step('create a trigger, disable it and drop it', async () => {
    await open(page, 'Triggers')
    await primary(page, 'New trigger').click()
    await sheet(page).getByLabel('Name').fill('touch Order')
    await sheet(page)
      .getByRole('button', { name: /^Table/ })
      .click()
    await page.getByRole('option', { name: 'Order' }).click()
    await sheet(page).getByRole('checkbox', { name: 'update' }).click()
    await sheet(page).getByRole('combobox', { name: 'Fires' }).click()
    await page.getByRole('option', { name: 'Before the change' }).click()
    await sheet(page).getByRole('button', { name: 'Function: Select a function' }).click()
    await page.getByRole('option', { name: 'touch' }).click()
    await expect(sheet(page).getByLabel('SQL', { exact: true })).toContainText(
      'before insert or update on "public"."Order"',
    )
    await confirm(page, 'Create trigger')
    await act(page, 'touch Order', 'Disable')
    await confirm(page, 'Disable trigger')
    await expect(row(page, 'touch Order').getByText('Disabled')).toBeVisible()
    const state = `select tgenabled::text as value from pg_trigger where tgname = 'touch Order'`
    expect(await values(state)).toEqual(['D'])
  })

  await test.step('create an event trigger, describe it, rename it, disable it and drop it', async () => {
    await open(page, 'Event triggers')
    await primary(page, 'New event trigger').click()
    await sheet(page).getByLabel('Name').fill('Note it')
    await sheet(page).getByLabel('Commands').fill('create table')
    await sheet(page).getByRole('button', { name: 'Function: Select a function' }).click()
    await page.getByRole('option', { name: 'note_change' }).click()
    await expect(sheet(page).getByLabel('SQL', { exact: true })).toContainText(
      `when tag in ('CREATE TABLE')`,
    )
    await confirm(page, 'Create event trigger')
    await act(page, 'Note it', 'Edit comment')
    await sheet(page).getByLabel('Comment', { exact: true }).fill("it's mine")
    await confirm(page, 'Save comment')
    await expect(row(page, 'Note it')).toContainText("it's mine")
    await act(page, 'Note it', 'Rename')
    await sheet(page).getByLabel('Name').fill('Note that')
    await confirm(page, 'Rename')
    await act(page, 'Note that', 'Disable')
    await confirm(page, 'Disable event trigger')
    const state = `select evtenabled::text || obj_description(oid, 'pg_event_trigger') as value
      from pg_event_trigger where evtname = 'Note that'`
    expect(await values(state)).toEqual(["Dit's mine"])
    await act(page, 'Note that', 'Delete event trigger')
    await confirm(page, 'Delete event trigger')
    expect(await values(state)).toEqual([])
  })

  await test.step('a function that a trigger calls is deleted with it', async () => {
    await open(page, 'Functions')
    await act(page, 'touch', 'Delete function')
    const drop = sheet(page).getByRole('button', { name: 'Delete function' })
    await expect(sheet(page).getByRole('listitem')).toHaveText(
      'trigger touch Order on table public."Order"',
    )
    await expect(drop).toBeDisabled()
    await sheet(page).getByRole('checkbox').click()
    await confirm(page, 'Delete function')
    expect(
      await values(`select tgname as value from pg_trigger where tgname = 'touch Order'`),
    ).toEqual([])
  })

  await test.step('create an enumerated type and add a value', async () => {
    await open(page, 'Enumerated types')
    await primary(page, 'New type').click()
    await sheet(page).getByLabel('Name').fill('Mood')
    await sheet(page).getByLabel('Values').fill("sad\nit's ok")
    await confirm(page, 'Create type')
    await act(page, 'Mood', 'Add value')
    await sheet(page).getByLabel('Value', { exact: true }).fill('meh')
    await sheet(page)
      .getByRole('button', { name: /^Position/ })
      .click()
    await page
      .getByRole('option', { name: 'Before it’s ok' })
      .or(page.getByRole('option', { name: "Before it's ok" }))
      .click()
    await confirm(page, 'Add value')
    const order = `select unnest(enum_range(null::public."Mood"))::text as value`
    expect(await values(order)).toEqual(['sad', 'meh', "it's ok"])
    await act(page, 'Mood', 'Delete type')
    await confirm(page, 'Delete type')
    await expect(page.getByText('No enumerated types in public')).toBeVisible()
  })

  await test.step('create a domain and a composite type, and change both', async () => {
    await open(page, 'Custom types')
    await primary(page, 'New domain').click()
    await expect(sheet(page).getByText('new_domain')).toBeVisible()
    await confirm(page, 'Create domain')
    await primary(page, 'New composite type').click()
    await expect(sheet(page).getByText('new_type')).toBeVisible()
    await confirm(page, 'Create type')
    for (const name of ['new_domain', 'new_type']) {
      await act(page, name, 'Change')
      await expect(sheet(page).getByText('add')).toBeVisible()
      await confirm(page, 'Change type')
    }
    await expect(row(page, 'new_domain')).toContainText('new_rule')
    await expect(row(page, 'new_type')).toContainText('new_attribute')
    expect(await values(`select ('a', 1, 'b')::public.new_type::text as value`)).toEqual([
      '(a,1,b)',
    ])
    for (const name of ['new_domain', 'new_type']) {
      await act(page, name, 'Delete type')
      await confirm(page, 'Delete type')
    }
    await expect(page.getByText('No custom types in public')).toBeVisible()
  })

  await test.step('create a view and drop it', async () => {
    await open(page, 'Views')
    await primary(page, 'New view').click()
    await expect(sheet(page).getByText('new_view')).toBeVisible()
    await confirm(page, 'Create view')
    expect(await values('select example::text as value from public.new_view')).toEqual(['1'])
    await act(page, 'new_view', 'View definition')
    await expect(sheet(page).getByText('security_invoker=true')).toBeVisible()
    await page.keyboard.press('Escape')
    await act(page, 'new_view', 'Delete view')
    await confirm(page, 'Delete view')
    await expect(page.getByText('No views in public')).toBeVisible()
  })

  await test.step('create a sequence and set its next value', async () => {
    await open(page, 'Sequences')
    await primary(page, 'New sequence').click()
    await sheet(page).getByLabel('Name').fill('Tickets')
    await confirm(page, 'Create sequence')
    await act(page, 'Tickets', 'Set next value')
    await sheet(page).getByLabel('Next value').fill('1000')
    await confirm(page, 'Set next value')
    expect(await values(`select nextval('"Tickets"')::text as value`)).toEqual(['1000'])
  })

  await test.step('create an index concurrently and drop it', async () => {
    await open(page, 'Indexes')
    await primary(page, 'New index').click()
    await sheet(page)
      .getByRole('button', { name: /^Table/ })
      .click()
    await page.getByRole('option', { name: 'Order' }).click()
    await sheet(page)
      .getByRole('group', { name: 'Columns' })
      .getByRole('checkbox', { name: 'status' })
      .click()
    await expect(sheet(page).getByRole('list', { name: 'Locks' })).toHaveText(
      /SHARE UPDATE EXCLUSIVE lock on public\."Order": reads and writes continue/,
    )
    await confirm(page, 'Create index')
    const names = `select indexname as value from pg_indexes where tablename = 'Order' order by 1`
    expect(await values(names)).toEqual(['Order_pkey', 'Order_status_idx'])
    await page.getByRole('searchbox', { name: 'Search indexes' }).fill('STATUS')
    await expect(row(page, 'Order_pkey')).toBeHidden()
    await act(page, 'Order_status_idx', 'Edit comment')
    await sheet(page).getByLabel('Comment', { exact: true }).fill('for the list')
    await confirm(page, 'Save comment')
    await expect(row(page, 'Order_status_idx')).toContainText('for the list')
    await act(page, 'Order_status_idx', 'Delete index')
    await confirm(page, 'Delete index')
    expect(await values(names)).toEqual(['Order_pkey'])
  })

  await test.step('create an index that the advisor suggests', async () => {
    await primary(page, 'Index advisor').click()
    await sheet(page)
      .getByRole('textbox', { name: 'Statement' })
      .fill('select * from "Order" where changed_at > $1 order by changed_at limit 5')
    await sheet(page).getByRole('button', { name: 'Find indexes' }).click()
    const suggestions = sheet(page).getByRole('region', { name: 'Suggestions' })
    await expect(suggestions.getByText(/Cost [\d,]+ → [\d,]+, \d+% less/)).toBeVisible()
    await suggestions.getByRole('button', { name: 'Create index' }).click()
    const question = page.getByRole('dialog', { name: 'Create an index on Order?' })
    // The button moves down until the preview is complete.
    await expect(question.getByText(/^The last change of this kind took/)).toBeVisible()
    await question.getByRole('button', { name: 'Create index' }).click()
    await expect(question).toBeHidden()
    const created = `select indexdef as value from pg_indexes where indexdef like '%(changed_at)%'`
    await expect.poll(() => values(created)).toHaveLength(1)
    await sheet(page).getByRole('button', { name: 'Close' }).click()
    await gone(page)
  })

  await test.step('create a schema and drop it with what is in it', async () => {
    await open(page, 'Schemas')
    await page.getByRole('searchbox', { name: 'Search schemas' }).fill('old')
    await expect(page.getByText('No results')).toBeVisible()
    await page.getByRole('searchbox', { name: 'Search schemas' }).clear()
    await primary(page, 'New schema').click()
    await sheet(page).getByLabel('Name').fill('Old stuff')
    await confirm(page, 'Create schema')
    await inDatabase(shared.project, (database) =>
      database.query('create table "Old stuff".thing (id int)'),
    )
    await act(page, 'Old stuff', 'Rename')
    await sheet(page).getByLabel('Name').fill("Ada's attic")
    await confirm(page, 'Rename')
    await act(page, "Ada's attic", 'Delete schema')
    await expect(sheet(page).getByRole('listitem')).toHaveText(`table "Ada's attic".thing`)
    await sheet(page).getByRole('checkbox').click()
    await confirm(page, 'Delete schema')
    await expect(row(page, "Ada's attic")).toBeHidden()
    expect(
      await values(`select nspname as value from pg_namespace where nspname like '%attic'`),
    ).toEqual([])
  })

  await test.step('install an extension and drop it', async () => {
    await open(page, 'Extensions')
    await page.getByRole('searchbox', { name: 'Search extensions' }).fill('citext')
    await row(page, 'citext').getByRole('button', { name: 'Install', exact: true }).click()
    await expect(sheet(page).getByLabel('SQL', { exact: true })).toContainText('citext')
    await confirm(page, 'Install extension')
    await expect(row(page, 'citext').getByText('Installed')).toBeVisible()
    const installed = `select extname as value from pg_extension where extname = 'citext'`
    expect(await values(installed)).toEqual(['citext'])
    // SPEC: "Guide links sit under /guides/database/extensions/{name}."
    const guide = row(page, 'citext').getByRole('link', { name: 'citext', exact: true })
    await guide.click()
    await expect(page).toHaveURL(/\/guides\/database\/extensions\/citext$/)
    await expect(page.getByLabel('Example', { exact: true })).toContainText('citext unique')
    await page.goBack()
    await act(page, 'citext', 'Delete extension')
    await confirm(page, 'Delete extension')
    expect(await values(installed)).toEqual([])
  })

  await test.step('create a publication and switch a table on', async () => {
    await open(page, 'Publications')
    await primary(page, 'New publication').click()
    await sheet(page).getByLabel('Name').fill('news')
    await confirm(page, 'Create publication')
    await act(page, 'news', 'Select tables')
    await sheet(page).getByRole('switch', { name: 'Publish public.Order' }).click()
    await confirm(page, 'Save tables')
    const tables = `select tablename as value from pg_publication_tables where pubname = 'news'`
    expect(await values(tables)).toEqual(['Order'])
  })

  await test.step('create a role and drop it with what it owns', async () => {
    await open(page, 'Roles')
    await primary(page, 'New role').click()
    await sheet(page).getByLabel('Name').fill('Clerk')
    await confirm(page, 'Create role')
    await inDatabase(shared.project, (database) =>
      database.query(
        'grant create on schema public to "Clerk"; grant select on "Order" to "Clerk"',
      ),
    )
    await act(page, 'Clerk', 'Edit')
    await sheet(page).getByRole('checkbox', { name: 'Can create databases' }).click()
    await confirm(page, 'Save role')
    expect(
      await values(`select rolcreatedb::text as value from pg_roles where rolname = 'Clerk'`),
    ).toEqual(['true'])
    await act(page, 'Clerk', 'Delete role')
    await sheet(page).getByRole('button', { name: 'Delete role' }).click()
    await expect(
      sheet(page)
        .getByText(/cannot be dropped/)
        .first(),
    ).toBeVisible()
    await sheet(page)
      .getByRole('checkbox', { name: /First transfer its objects/ })
      .click()
    await confirm(page, 'Delete role')
    expect(await values(`select rolname as value from pg_roles where rolname = 'Clerk'`)).toEqual(
      [],
    )
  })

  await test.step('set a parameter for the sessions of a role, and reset it', async () => {
    await open(page, 'Parameters')
    const parameters = page.getByRole('table', { name: 'Parameters' })
    await parameters.getByRole('row').last().scrollIntoViewIfNeeded()
    // The header stays in view while a long list scrolls.
    await expect(parameters.getByRole('columnheader', { name: 'Name' })).toBeInViewport()
    await page.getByRole('searchbox', { name: 'Search parameters' }).fill('lock_timeout')
    const choose = async (value: string) => {
      await act(page, 'lock_timeout', 'Set')
      await sheet(page).getByRole('combobox', { name: 'Sessions' }).click()
      await page.getByRole('option', { name: 'Sessions of the role anon' }).click()
      await sheet(page).getByLabel('Value').fill(value)
    }
    await choose('2s')
    await confirm(page, 'Set')
    await expect(row(page, 'lock_timeout').first()).toContainText('anon: 2s')
    const setting = `select setting as value from pg_db_role_setting, unnest(setconfig) as setting
      where setrole = 'anon'::regrole and setting like 'lock_timeout%'`
    expect(await values(setting)).toEqual(['lock_timeout=2s'])
    await choose('')
    await confirm(page, 'Reset')
    expect(await values(setting)).toEqual([])
  })

  await test.step('every change is a recorded migration, except those of roles', async () => {
    await open(page, 'Migrations')
    await page.getByRole('searchbox', { name: 'Search migrations' }).fill('create_')
    await expect(row(page, 'create_publication_news')).toBeVisible()
    // The menu of a row moves with it while the list is filtered.
    await expect(page.getByRole('row').filter({ hasText: /^drop_/ })).toHaveCount(0)
    await expect(row(page, 'create_role')).toBeHidden()
    await act(page, 'create_schema_old_stuff', 'View SQL')
    await expect(sheet(page).getByLabel('SQL', { exact: true })).toContainText('"Old stuff"')
    await page.keyboard.press('Escape')
  })
  expect(errors).toEqual([])
})
