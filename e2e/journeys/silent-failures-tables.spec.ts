import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { requestsTo, settle } from '../support/dashboard-page.ts'
import { joinAs } from '../support/member.ts'
import { inDatabase, oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const WIDE = Array.from({ length: 30 }, (_, index) => `field_${index + 1} text`).join(', ')
const LONG_TYPE = `size_${'of_the_parcel_'.repeat(4)}`.slice(0, 60)
const shared = sharedProject('Tables', {
  sql: `
    create table public.employee (id int primary key, name text);
    insert into public.employee values (1, 'Ada');
    create type public.${LONG_TYPE} as enum ('small');
    create table public.wide (id int generated always as identity primary key, ${WIDE},
      size public.${LONG_TYPE},
      employee_id int not null references public.employee);
    create table public.note (id int primary key, user_id uuid);
    alter table public.note enable row level security;
    create table public.doomed (id int primary key);
    insert into public.doomed values (1);`,
})

async function open(page: Page, table: string, search = '') {
  await useSession(page, shared.session)
  await page.goto(`${shared.home}/editor/${await oidOf(shared.project, table)}${search}`)
}

test('an insert that a foreign key refuses shows the reason at its field and goes there', async ({
  page,
}) => {
  await open(page, 'public.wide')
  await page.getByRole('button', { name: 'Insert row' }).first().click()
  const panel = page.getByRole('dialog', { name: 'Insert row into wide' })
  const field = panel.getByRole('textbox', { name: 'employee_id', exact: true })
  await expect(field).toBeFocused()
  // The long name of a type wraps instead of widening the form.
  const body = panel.locator('[data-slot=sheet-body]')
  expect(await body.evaluate((it) => it.scrollWidth - it.clientWidth)).toBe(0)
  await field.fill('99')
  // The last field takes the required one out of view.
  await panel.getByRole('textbox', { name: 'field_30', exact: true }).focus()
  await expect(field).not.toBeInViewport()
  await panel.getByRole('button', { name: 'Insert row' }).click()
  await expect(field).toBeFocused()
  await expect(field).toBeInViewport()
  await expect(field).toHaveAttribute('aria-invalid', 'true')
  const reason =
    /^employee_id of public\.wide refers to public\.employee\. Key \(employee_id\)=\(99\)/
  await expect(page.getByText(reason)).toHaveCount(1)
})

test('an empty table wider than the window shows its message in the middle of the window', async ({
  page,
}) => {
  await open(page, 'public.wide')
  const grid = page.getByRole('grid', { name: 'Rows of wide' })
  const notice = grid.getByText('No rows yet.')
  await expect(notice).toBeInViewport()
  const center = async (locator: typeof grid) => {
    const box = await locator.boundingBox()
    return box === null ? Number.NaN : box.x + box.width / 2
  }
  expect(Math.abs((await center(notice)) - (await center(grid)))).toBeLessThan(12)
  await grid.evaluate((element) => element.scrollTo({ left: 900 }))
  await expect(notice).toBeInViewport()
  expect(Math.abs((await center(notice)) - (await center(grid)))).toBeLessThan(12)
})

test('a filter with a value of another type is refused at the filter', async ({ page }) => {
  await open(page, 'public.wide', '?filter=employee_id:eq:abc')
  const alert = page.getByRole('alert').filter({ hasText: 'Could not load the rows' })
  await expect(alert).toContainText('invalid input syntax for type integer: "abc"')
  await expect(page.getByRole('grid')).toHaveCount(0)
  await page.getByRole('button', { name: 'Remove filter', exact: true }).click()
  await expect(page.getByText('No rows yet.')).toBeVisible()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: 'employee_id' }).click()
  const value = page.getByRole('textbox', { name: 'Value' })
  await value.fill('abc')
  await value.press('Enter')
  await expect(page.getByText('“abc” is not an integer.')).toBeVisible()
  await expect(value).toHaveAttribute('aria-invalid', 'true')
  await value.fill('1')
  await value.press('Enter')
  await expect(page.getByText('No rows match these filters.')).toBeVisible()
})

test('a table without policies explains what that means and gets one from a template', async ({
  page,
}) => {
  await open(page, 'public.note')
  await page.getByRole('button', { name: 'RLS · no policies' }).click()
  await expect(page.getByText('API clients can’t read or change any row')).toBeVisible()
  await page.getByRole('button', { name: 'Create policy' }).click()
  const panel = page.getByRole('dialog', { name: 'Create policy on note' })
  await panel.getByRole('radio', { name: 'Delete own rows' }).click()
  await expect(panel.getByLabel('SQL', { exact: true })).toContainText(
    'using ((select auth.uid()) = "user_id")',
  )
  await panel.getByRole('button', { name: 'Create policy' }).click()
  await expect(page.getByRole('button', { name: 'RLS · 1 policy' })).toBeVisible()
  const policies = await inDatabase(shared.project, async (database) => {
    const { rows } = await database.query(
      "select cmd, roles::text from pg_policies where tablename = 'note'",
    )
    return rows
  })
  expect(policies).toEqual([{ cmd: 'DELETE', roles: '{authenticated}' }])
})

test('a deleted table is reported as gone and not requested again', async ({ page }) => {
  const id = await oidOf(shared.project, 'public.doomed')
  await open(page, 'public.doomed')
  await expect(page.getByRole('heading', { name: 'doomed' })).toBeVisible()
  await inDatabase(shared.project, (database) => database.query('drop table public.doomed'))
  await page.getByRole('button', { name: 'Refresh' }).click()
  const gone = page.getByText('This table no longer exists')
  await expect(gone).toBeVisible()

  const requests = requestsTo(page, `/platform/meta/${shared.project.ref}/tables/${id}`)
  await page
    .getByRole('navigation', { name: 'Tables' })
    .getByRole('button')
    .filter({ hasText: 'employee' })
    .click()
  await expect(page.getByRole('grid', { name: 'Rows of employee' })).toBeVisible()
  await page.goBack()
  await expect(gone).toBeVisible()
  await settle(page)
  expect(requests).toHaveLength(0)
  await page.goto(`${shared.home}/editor`)
  await expect(
    page
      .getByRole('navigation', { name: 'Tables' })
      .getByRole('button', { name: /^Table employee/ }),
  ).toBeVisible()
  await settle(page)
  await expect(gone).toBeHidden()
  expect(requests).toHaveLength(0)
})

test('a read-only member runs statements that only read', async ({ page }) => {
  await useSession(page, await joinAs(shared, 'read_only'))
  await page.goto(`${shared.home}/sql/new`)
  await expect(page.getByText('queries can read but not change the database')).toBeVisible()
  const run = async (sql: string) => {
    await page.locator('.monaco-editor').first().click()
    await page.keyboard.press('Control+A')
    await page.keyboard.insertText(sql)
    await page.keyboard.press('Control+Enter')
  }
  await run('select name from employee')
  await expect(page.getByRole('grid').getByText('Ada')).toBeVisible()
  await run('delete from note')
  await expect(page.getByText('cannot execute DELETE in a read-only transaction')).toBeVisible()
})
