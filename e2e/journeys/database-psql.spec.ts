import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { follow, pageErrors, watchArrivals } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const FIRST = 'Äpfel & "Öl" 🦆'
/** The maximum length of a name: 63 bytes. */
const SECOND = `B "x" 🦆 ${'Ä'.repeat(26)}`
const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`
const [A, B] = [quoted(FIRST), quoted(SECOND)]

const shared = sharedProject('Shed', {
  sql: `
    create table public.notes (id int, body text);
    alter table public.notes enable row level security;
    create function public.touch() returns trigger language plpgsql as 'begin return new; end'`,
})

/** Each kind of object: its page, and how psql creates, renames and drops it. */
const KINDS: readonly [path: string, create: string, rename: string, drop: string][] = [
  [
    'functions',
    `create function ${A}() returns int language sql as 'select 1'`,
    `alter function ${A}() rename to ${B}`,
    `drop function ${B}()`,
  ],
  [
    'views',
    `create view ${A} as select 1 as one`,
    `alter view ${A} rename to ${B}`,
    `drop view ${B}`,
  ],
  [
    'views',
    `create materialized view ${A} as select 1 as one`,
    `alter materialized view ${A} rename to ${B}`,
    `drop materialized view ${B}`,
  ],
  [
    'triggers',
    `create trigger ${A} before update on notes for each row execute function touch()`,
    `alter trigger ${A} on notes rename to ${B}`,
    `drop trigger ${B} on notes`,
  ],
  [
    'policies',
    `create policy ${A} on notes using (id > 1)`,
    `alter policy ${A} on notes rename to ${B}`,
    `drop policy ${B} on notes`,
  ],
  ['types', `create type ${A} as enum ('a')`, `alter type ${A} rename to ${B}`, `drop type ${B}`],
  [
    'custom-types',
    `create domain ${A} as text`,
    `alter domain ${A} rename to ${B}`,
    `drop domain ${B}`,
  ],
  [
    'custom-types',
    `create type ${A} as (one int)`,
    `alter type ${A} rename to ${B}`,
    `drop type ${B}`,
  ],
  ['sequences', `create sequence ${A}`, `alter sequence ${A} rename to ${B}`, `drop sequence ${B}`],
  [
    'indexes',
    `create index ${A} on notes (id)`,
    `alter index ${A} rename to ${B}`,
    `drop index ${B}`,
  ],
  ['schemas', `create schema ${A}`, `alter schema ${A} rename to ${B}`, `drop schema ${B}`],
  [
    'publications',
    `create publication ${A}`,
    `alter publication ${A} rename to ${B}`,
    `drop publication ${B}`,
  ],
  ['roles', `create role ${A}`, `alter role ${A} rename to ${B}`, `drop role ${B}`],
]

const run = (sql: string) => inDatabase(shared.project, (database) => database.query(sql))
const sheet = (page: Page) => page.getByRole('dialog')

/** The browser's event when its window is in front again. */
const comeBack = (page: Page) =>
  page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))

async function act(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

test.beforeEach(async ({ page }) => {
  await useSession(page, shared.session)
})

test('objects that psql creates, renames and drops appear without a reload', async ({ page }) => {
  const errors = pageErrors(page)
  const allArrived = watchArrivals(page)
  await page.goto(`${shared.home}/database/functions`)
  for (const [path, create, rename, drop] of KINDS)
    await test.step(create, async () => {
      const shown = (name: string) => page.getByRole('main').getByText(name, { exact: true })
      await run(create)
      await follow(page, `/project/${shared.project.ref}/database/${path}`)
      await comeBack(page)
      await expect(shown(FIRST)).toBeVisible()
      // A list that is being read is not read again, and may be older than the next statement.
      await allArrived()
      await run(rename)
      await comeBack(page)
      await expect(shown(SECOND)).toBeVisible()
      await expect(shown(FIRST)).toBeHidden()
      await allArrived()
      await run(drop)
      await comeBack(page)
      await expect(shown(SECOND)).toBeHidden()
    })
  expect(errors).toEqual([])
})

test('a form does not overwrite a newer definition from psql', async ({ page }) => {
  const using = () =>
    inDatabase(shared.project, async (database) => {
      const { rows } = await database.query(
        "select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = 'notes'::regclass",
      )
      return rows
    })
  await run(`create policy ${A} on notes using (id > 1)`)
  await page.goto(`${shared.home}/database/policies`)
  await act(page, FIRST, 'Edit')
  await sheet(page).getByLabel('USING expression').fill('id > 2')
  await run(`alter policy ${A} on notes using (id > 100)`)
  await sheet(page).getByRole('button', { name: 'Save policy' }).click()
  const question = page.getByRole('dialog', { name: 'Overwrite the newer definition?' })
  await expect(question.getByText('id > 100')).toBeVisible()
  expect(await using()).toEqual([{ pg_get_expr: '(id > 100)' }])
  await question.getByRole('button', { name: 'Overwrite' }).click()
  await expect(sheet(page)).toBeHidden()
  expect(await using()).toEqual([{ pg_get_expr: '(id > 2)' }])

  await act(page, FIRST, 'Edit')
  await sheet(page).getByLabel('USING expression').fill('id > 3')
  await run(`drop policy ${A} on notes`)
  await sheet(page).getByRole('button', { name: 'Save policy' }).click()
  await expect(
    sheet(page).getByText('The definition was changed or dropped after you opened it.', {
      exact: true,
    }),
  ).toBeVisible()
})

/** The edit in the browser, the concurrent change in psql, and the final state. */
const OVERTAKEN: readonly {
  what: string
  path: string
  open: (page: Page) => Promise<void>
  type: (page: Page) => Promise<void>
  theirs: string
  shown: string
  save: string
  now: string
}[] = [
  {
    what: 'the comment of a function',
    path: 'database/functions',
    open: (page) => act(page, 'touch', 'Edit comment'),
    type: (page) => sheet(page).getByLabel('Comment').fill('mine'),
    theirs: `comment on function touch() is 'theirs'`,
    shown: 'theirs',
    save: 'Save comment',
    now: `select obj_description('touch'::regproc, 'pg_proc') as now`,
  },
  {
    what: 'the comment of a role',
    path: 'database/roles',
    open: (page) => act(page, 'clerk', 'Edit comment'),
    type: (page) => sheet(page).getByLabel('Comment').fill('mine'),
    theirs: `comment on role clerk is 'theirs'`,
    shown: 'theirs',
    save: 'Save comment',
    now: `select shobj_description('clerk'::regrole, 'pg_authid') as now`,
  },
  {
    what: 'a scheduled job',
    path: 'integrations/cron',
    open: (page) => act(page, 'nightly', 'Edit'),
    type: (page) => sheet(page).getByLabel('Command').fill('mine'),
    theirs: `select cron.alter_job(jobid, command => 'theirs') from cron.job`,
    shown: 'command: theirs',
    save: 'Save job',
    now: 'select command as now from cron.job',
  },
  {
    what: 'a secret',
    path: 'settings/vault/secrets',
    open: (page) => page.getByRole('button', { name: 'Edit token' }).click(),
    type: (page) => page.getByRole('dialog').getByLabel('Description').fill('mine'),
    theirs: `select vault.update_secret(id, null, null, 'theirs') from vault.secrets`,
    shown: 'description: theirs',
    save: 'Save secret',
    now: 'select description as now from vault.secrets',
  },
]

test('an editor shows a newer version from psql, and overwrites it only when told to', async ({
  page,
}) => {
  await run(`create role clerk; select cron.schedule('nightly', '0 3 * * *', 'select 1');
    select vault.create_secret('value', 'token')`)
  for (const { what, path, open, type, theirs, shown, save, now } of OVERTAKEN)
    await test.step(what, async () => {
      const value = () =>
        inDatabase(shared.project, async (database) => (await database.query(now)).rows)
      await page.goto(`${shared.home}/${path}`)
      await open(page)
      await type(page)
      await run(theirs)
      await page.getByRole('button', { name: save }).click()
      const question = page.getByRole('dialog', { name: 'Overwrite the newer definition?' })
      await expect(question.getByText(shown)).toBeVisible()
      expect(await value()).toEqual([{ now: 'theirs' }])
      await question.getByRole('button', { name: 'Overwrite' }).click()
      await expect(sheet(page)).toBeHidden()
      expect(await value()).toEqual([{ now: 'mine' }])
    })
})

test('a column that psql has changed is not overwritten', async ({ page }) => {
  const change = `alter table notes alter column body set default 'theirs'`
  await page.goto(shared.home)
  const { id } = await inDatabase(shared.project, async (database) => {
    const { rows } = await database.query(`select 'notes'::regclass::oid::int as id`)
    return rows[0]
  })
  await page.goto(`${shared.home}/editor/${id}`)
  await page.getByRole('button', { name: 'Column body' }).click()
  await page.getByRole('menuitem', { name: 'Edit column' }).click()
  await sheet(page).getByLabel('Comment').fill('mine')
  await run(change)
  await sheet(page).getByRole('button', { name: 'Save changes' }).click()
  const question = page.getByRole('dialog', { name: 'Overwrite the newer definition?' })
  await expect(question.getByText("default value: 'theirs'::text")).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(sheet(page).getByLabel('Comment')).toHaveValue('mine')
})
