import { expect, type Page } from '@playwright/test'
import pg from 'pg'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, requestsTo, settle } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Engine room', {
  sql: `
    create table public.note (id int primary key, text text, owner uuid);
    insert into public.note select i, 'a note' from generate_series(1, 1000) i;
    delete from public.note where id > 500;`,
})

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function confirm(page: Page, name: string) {
  await dialog(page).getByRole('button', { name, exact: true }).click()
  await expect(dialog(page)).toBeHidden()
}

async function act(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

/** A session of an application with its pid. */
async function connect(application: string) {
  const client = new pg.Client({
    connectionString: shared.project.connection_string,
    application_name: application,
  })
  client.on('error', () => undefined)
  await client.connect()
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return { client, pid: String(rows[0]?.pid) }
}

test('shows which session waits for which and lets a member end one', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  const blocker = await connect('blocking app')
  const blocked = await connect('waiting app')
  await blocker.client.query('begin; lock table public.note in access exclusive mode')
  const failure = blocked.client.query('select count(*) from public.note').then(
    () => 'finished',
    (error: { code?: string }) => error.code,
  )
  await page.goto(`${shared.home}/database/activity`)
  const tree = page.getByRole('list', { name: `Sessions that wait for ${blocker.pid}` })
  await expect(tree.getByText(blocked.pid)).toBeVisible()

  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('waiting app')
  await expect(row(page, 'blocking app')).toBeHidden()
  await act(page, blocked.pid, 'Cancel statement')
  await confirm(page, 'Cancel statement')
  expect(await failure).toBe('57014')
  await expect(tree).toBeHidden()

  await page.getByRole('searchbox', { name: 'Search sessions' }).fill('blocking app')
  await act(page, blocker.pid, 'Terminate session')
  await confirm(page, 'Terminate session')
  await expect(page.getByText('No session contains “blocking app”.')).toBeVisible()
  await blocked.client.end()

  await page.getByRole('tab', { name: 'Sizes' }).click()
  await page.getByRole('searchbox', { name: 'Search tables' }).fill('public.note')
  await expect(row(page, 'note')).toBeVisible()
  await act(page, 'note', 'Vacuum')
  await expect(dialog(page).getByText('vacuum (analyze) "public"."note";')).toBeVisible()
  await confirm(page, 'Vacuum')
  await expect
    .poll(() =>
      inDatabase(shared.project, async (database) => {
        const { rows } = await database.query<{ count: string }>(
          `select vacuum_count::text as count from pg_stat_user_tables where relname = 'note'`,
        )
        return rows[0]?.count
      }),
    )
    .toBe('1')
  await page.getByRole('tab', { name: 'Write-ahead log' }).click()
  await expect(page.getByText('WAL level')).toBeVisible()
  expect(errors).toEqual([])
})

test('reads the activity only while the page is visible', async ({ page }) => {
  await useSession(page, shared.session)
  await page.clock.install()
  const reads = requestsTo(page, `/platform/meta/${shared.project.ref}/activity`)
  await page.goto(`${shared.home}/database/activity`)
  await expect.poll(() => reads.length).toBeGreaterThan(2)
  await page.getByRole('tab', { name: 'Sizes' }).click()
  await expect(page.getByRole('searchbox', { name: 'Search tables' })).toBeVisible()
  await settle(page)
  const before = reads.length
  await page.clock.runFor(30_000)
  await settle(page)
  expect(reads).toHaveLength(before)
})

test('creates, changes and deletes a policy, and enables row level security', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/database/policies`)
  const bare = page.getByRole('listitem', { name: 'note', exact: true })
  const section = page.getByRole('region', { name: 'note', exact: true }).or(bare)
  await expect(section.getByText('RLS disabled')).toBeVisible()
  await act(page, 'note', 'Enable row level security')
  await confirm(page, 'Enable row level security')
  await expect(section.getByText('RLS enabled')).toBeVisible()

  await act(page, 'note', 'Test policies')
  await dialog(page).getByRole('button', { name: 'Run test' }).click()
  await expect(dialog(page).getByText('0 rows are readable.')).toBeVisible()
  await dialog(page).getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'service_role' }).click()
  await dialog(page).getByRole('button', { name: 'Run test' }).click()
  await expect(dialog(page).getByText('500 rows are readable.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()

  await section.getByRole('button', { name: 'New policy on note' }).click()
  await dialog(page).getByRole('radio', { name: 'Update own rows' }).click()
  await dialog(page).getByRole('button', { name: 'Customize' }).click()
  await dialog(page).getByLabel('Policy name').fill('Small notes')
  await dialog(page).getByRole('radio', { name: 'Restrictive' }).click()
  await dialog(page).getByLabel('USING expression').fill('id < 10')
  await confirm(page, 'Create policy')
  await expect(section.getByText('Small notes')).toBeVisible()
  const policies = () =>
    inDatabase(shared.project, async (database) => {
      const { rows } = await database.query<{ text: string }>(
        `select concat_ws(' ', policyname, permissive, cmd, roles, qual) as text
         from pg_policies where tablename = 'note'`,
      )
      return rows.map(({ text }) => text)
    })
  expect(await policies()).toEqual(['Small notes RESTRICTIVE UPDATE {authenticated} (id < 10)'])

  await act(page, 'Small notes', 'Edit')
  await dialog(page).getByLabel('Roles').fill('anon')
  await confirm(page, 'Save policy')
  expect(await policies()).toEqual(['Small notes RESTRICTIVE UPDATE {anon} (id < 10)'])
  await act(page, 'Small notes', 'Delete policy')
  await confirm(page, 'Delete policy')
  await expect(bare.getByText('RLS enabled')).toBeVisible()
  expect(await policies()).toEqual([])
  expect(errors).toEqual([])
})

test('shows which policy allows each row, for each operation of a user', async ({ page }) => {
  const errors = pageErrors(page)
  const user = '00000000-0000-4000-8000-000000000001'
  await inDatabase(shared.project, (database) =>
    database.query(`
      create table public.letter (id int primary key, owner uuid, room int);
      create table public.member (room int, user_id uuid);
      alter table public.letter enable row level security;
      alter table public.member enable row level security;
      create policy own on public.member using (user_id = auth.uid());
      create policy "Own letters" on public.letter using (owner = (select auth.uid()));
      create policy "Letters of rooms" on public.letter for select
        using (exists (select from public.member m where m.room = letter.room));
      create policy "Not the last" on public.letter as restrictive using (id < 4);
      insert into public.letter values (1, '${user}', 1), (2, null, 1), (3, null, 2), (4, '${user}', 1);
      insert into public.member values (1, '${user}'), (2, null)`),
  )
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/database/policies`)
  await act(page, 'letter', 'Test policies')
  const tested = dialog(page).getByRole('table', { name: 'Tested rows' })
  const verdicts = async () => {
    const rows = await tested.getByRole('row').all()
    return Promise.all(
      rows.slice(1).map(async (each) => {
        const images = await each.getByRole('img').all()
        return Promise.all(images.map((image) => image.getAttribute('aria-label')))
      }),
    )
  }
  const choose = async (field: string, option: string) => {
    await dialog(page).getByRole('combobox', { name: field }).click()
    await page.getByRole('option', { name: option, exact: true }).click()
  }
  const run = async (result: string) => {
    await dialog(page).getByRole('button', { name: 'Run test' }).click()
    await expect(dialog(page).getByRole('status')).toHaveText(result)
  }
  const [T, F] = ['True', 'Not true']

  await dialog(page).getByLabel('User').click()
  await page.getByPlaceholder('Email, phone, or user ID').fill(user)
  await page.getByRole('option', { name: user }).click()
  await run('2 rows are readable.')
  // Letters of rooms, Not the last, Own letters.
  expect(await verdicts()).toEqual([
    ['Allowed', T, T, T],
    ['Allowed', T, T, F],
    ['Denied', F, T, F],
    ['Denied', T, F, T],
  ])
  await expectAccessible(page, 'the test of policies')
  await choose('Operation', 'DELETE')
  await run('1 of 4 rows can be deleted.')
  await choose('Operation', 'INSERT')
  await dialog(page).getByLabel('New row').fill(`{"id": 3, "owner": "${user}"}`)
  await run('The row can be inserted.')
  await dialog(page).getByLabel('New row').fill('{"id": 3}')
  await run('The row cannot be inserted.')
  await choose('Role', 'anon')
  await choose('Operation', 'SELECT')
  await run('0 rows are readable.')
  const rows = await inDatabase(shared.project, async (database) => {
    const { rows } = await database.query<{ n: number }>(
      'select count(*)::int as n from public.letter',
    )
    return rows
  })
  expect(rows).toEqual([{ n: 4 }])
  expect(errors).toEqual([])
})
