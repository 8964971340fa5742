import { readFile } from 'node:fs/promises'
import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, settle } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const TABLES = 1000

const shared = sharedProject('Workshop', {
  sql: `
    create table customer (id bigint generated always as identity primary key, email text unique);
    create table "order" (
      id bigint generated always as identity primary key,
      customer_id bigint references customer,
      placed_at timestamptz not null
    );
    create table note (id bigint primary key, order_id bigint, body text);
    alter table customer enable row level security;
    create policy own on customer for select to authenticated using (true);
    create schema large;
    do $$ begin
      for i in 1..${TABLES} loop
        execute format(
          'create table large.t%s (id int primary key, a text, b int, c timestamptz%s)', i,
          case when i > 1 then format(', parent int references large.t%s', i / 3 + 1) end
        );
      end loop;
    end $$;`,
})

const node = (page: Page, name: string) => page.getByRole('group', { name: `Table ${name}` })
const nodes = (page: Page) => page.locator('[data-slot=table-node]')
const picture = (page: Page) => page.locator('.schema-picture')
const list = (page: Page) => page.getByRole('navigation', { name: 'Tables of the schema' })

async function open(page: Page, search = '') {
  await page.goto(`${shared.home}/database/visualizer${search}`)
  await expect(picture(page)).toBeVisible()
  await settle(page)
}

/** The point of a column's row from which lines are drawn, at one of its sides. */
const handle = (page: Page, table: string, column: string, side: 'left' | 'right'): Locator =>
  node(page, table).locator(`.react-flow__handle[data-handleid="${side}:${column}"]`)

async function drag(page: Page, from: Locator, to: Locator) {
  await from.hover({ force: true })
  await page.mouse.down()
  await to.hover({ force: true })
  await page.mouse.up()
}

test('a schema is seen, arranged, edited and exported as a picture', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)

  await test.step('shows tables, keys and access', async () => {
    await page.goto(`${shared.home}/database/tables`)
    await page
      .getByRole('navigation', { name: 'Database', exact: true })
      .getByRole('link', { name: 'Schema visualizer' })
      .click()
    await expect(node(page, 'order')).toContainText('customer_id')
    await expect(node(page, 'customer')).toContainText('Row level security is on, 1 policy')
    await expect(node(page, 'note')).toContainText('Row level security is off')
    await expect(page.locator('.react-flow__edge')).toHaveCount(1)
    await expect(page.getByText('3 tables, 1 foreign key')).toBeVisible()
  })

  await test.step('keeps a table where it was put', async () => {
    await settle(page)
    const before = await node(page, 'note').boundingBox()
    await node(page, 'note').hover({ position: { x: 60, y: 12 } })
    await page.mouse.down()
    await page.mouse.move((before?.x ?? 0) + 200, (before?.y ?? 0) - 60, { steps: 4 })
    const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
    await page.mouse.up()
    expect((await saved).status()).toBe(200)
    const { own } = (await (await saved).json()) as { own: { table: string; x: number }[] }
    const placed = own.find(({ table }) => table === 'note')
    await open(page)
    await expect(node(page, 'note')).toBeVisible()
    await expect(node(page, 'note')).toHaveCSS('transform', new RegExp(`, ${placed?.x}, `))
  })

  await test.step('writes a foreign key between two columns, as a migration', async () => {
    await drag(page, handle(page, 'note', 'order_id', 'left'), handle(page, 'order', 'id', 'right'))
    const sheet = page.getByRole('dialog', { name: 'Add foreign key to note' })
    await expect(sheet.getByLabel('SQL', { exact: true })).toContainText('foreign key')
    await sheet.getByRole('button', { name: 'Add foreign key' }).click()
    await expect(sheet).toBeHidden()
    await expect(page.locator('.react-flow__edge')).toHaveCount(2)
    await inDatabase(shared.project, async (database) => {
      const { rows } = await database.query<{ statements: string[] }>(
        'select statements from supabase_migrations.schema_migrations order by version desc limit 1',
      )
      expect(rows[0]?.statements.join()).toContain('foreign key')
    })
  })

  await test.step('does the same from the list, by keyboard', async () => {
    await list(page).getByRole('button', { name: /^note/ }).press('Enter')
    await expect(list(page).getByRole('button', { name: 'order_id → order.id' })).toBeVisible()
    await list(page).getByRole('button', { name: 'Add foreign key' }).press('Enter')
    const sheet = page.getByRole('dialog', { name: 'Add foreign key to note' })
    await expect(sheet.getByLabel('Referenced table')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeHidden()
  })

  await test.step('is exported as a picture and as SQL', async () => {
    const exported = async (item: string) => {
      await page.getByRole('button', { name: 'Export' }).click()
      const download = page.waitForEvent('download')
      await page.getByRole('menuitem', { name: item }).click()
      return readFile(await (await download).path())
    }
    expect((await exported('Download SVG')).toString()).toContain('customer_id')
    expect((await exported('Download PNG')).subarray(1, 4).toString()).toBe('PNG')
    expect((await exported('Download SQL')).toString()).toContain('create table public.note')
  })

  await test.step('is accessible in every theme and on a narrow window', async () => {
    await expectAccessible(page, 'the picture')
    await page.getByRole('radio', { name: 'List' }).click()
    await expect(list(page)).toBeVisible()
    await expectAccessible(page, 'the list')
  })
  expect(errors).toEqual([])
})

test('a schema of 1,000 tables draws only the tables in view', async ({ page }) => {
  await useSession(page, shared.session)
  await open(page, '?schema=large')
  await expect(page.getByText('1,000 tables, 999 foreign keys')).toBeVisible()
  // From afar, all tables are one drawing.
  await expect(page.locator('[data-slot=diagram-overview]')).toBeVisible()
  await expect(nodes(page)).toHaveCount(0)
  await list(page).getByRole('searchbox', { name: 'Find a table' }).fill('t777')
  await list(page).getByRole('button', { name: 't777' }).click()
  await expect(node(page, 't777')).toBeInViewport()
  await expect(page.locator('[data-slot=diagram-overview]')).toBeHidden()
  const count = await nodes(page).count()
  expect(count).toBeGreaterThan(0)
  expect(count).toBeLessThan(60)
})
