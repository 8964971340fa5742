import { readFile } from 'node:fs/promises'
import { expect, type Page } from '@playwright/test'
import { expectAccessible } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('History')

const dialog = (page: Page) => page.getByRole('dialog')
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name })

async function act(page: Page, name: string, item: string) {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: item, exact: true }).click()
}

const exists = (table: string) =>
  inDatabase(shared.project, async (database) => {
    const { rows } = await database.query<{ found: boolean }>(
      'select to_regclass($1) is not null as found',
      [table],
    )
    return rows[0]?.found
  })

const call = <T>(method: 'GET' | 'POST', path: string, body?: object) =>
  askPlatform<T>(shared.server, method, `/meta/${shared.project.ref}${path}`, body)

test('migrations are applied from a file, reverted, squashed and downloaded', async ({ page }) => {
  const errors = pageErrors(page)
  await useSession(page, shared.session)
  const columns = [{ name: 'id', type: 'int', is_primary_key: true }]
  const table = await call<{ id: number }>('POST', '/tables', {
    schema: 'public',
    name: 'notes',
    columns,
  })
  await call('POST', `/tables/${table.id}/columns`, { name: 'title', type: 'text' })
  await page.goto(`${shared.home}/database/migrations`)
  await expect(row(page, 'create_table_public_notes')).toContainText('Table editor')

  await test.step('a file', async () => {
    await page.getByRole('button', { name: 'Apply a file' }).click()
    await dialog(page)
      .getByLabel('File', { exact: true })
      .setInputFiles({
        name: '20990101000000_create_tags.sql',
        mimeType: 'application/sql',
        buffer: Buffer.from('create table public.tags (id int);'),
      })
    await expect(dialog(page)).toContainText('create table public.tags')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Apply', exact: true }).click()
    await expect(toast(page, 'Applied create_tags')).toBeVisible()
    await expect(row(page, 'create_tags')).toContainText('Migration file')
    expect(await exists('public.tags')).toBe(true)
  })

  await test.step('a rollback that a person writes, and its revert', async () => {
    await act(page, 'create_tags', 'View SQL')
    await dialog(page).getByLabel('Rollback SQL').fill('drop table public.tags')
    await dialog(page).getByRole('button', { name: 'Save rollback' }).click()
    await expect(dialog(page).getByRole('button', { name: 'Save rollback' })).toBeHidden()
    await page.keyboard.press('Escape')
    await act(page, 'create_tags', 'Revert')
    await expect(dialog(page)).toContainText('drop table public.tags')
    await expectAccessible(page)
    await dialog(page).getByRole('button', { name: 'Revert', exact: true }).click()
    await expect(row(page, '20990101000000')).toContainText('Reverted')
    expect(await exists('public.tags')).toBe(false)
  })

  await test.step('a squash', async () => {
    await act(page, 'alter_table_public_notes_add_column', 'Squash with earlier')
    await expect(dialog(page)).toContainText('create table "public"."notes"')
    await dialog(page).getByRole('button', { name: 'Squash 2 migrations' }).click()
    await expect(row(page, 'squashed_create_table')).toContainText('Squash')
    await expect(row(page, '_add_column')).toHaveCount(1)
  })

  await test.step('a download', async () => {
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      act(page, 'create_tags', 'Download file'),
    ])
    expect(file.suggestedFilename()).toBe('20990101000000_create_tags.sql')
    expect(await readFile(await file.path(), 'utf8')).toBe('create table public.tags (id int);\n')
    const [archive] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download all' }).click(),
    ])
    const content = await readFile(await archive.path(), 'latin1')
    expect(content).toContain('supabase/migrations/20990101000000_create_tags.sql')
  })

  await test.step('a repair', async () => {
    await act(page, 'create_tags', 'Mark as reverted')
    await dialog(page).getByRole('button', { name: 'Mark as reverted' }).click()
    await expect(row(page, '20990101000000')).toBeHidden()
  })

  await test.step('a difference between the history and the database', async () => {
    await inDatabase(shared.project, (database) =>
      database.query('create table public.stray (id serial primary key)'),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Show differences' }).click()
    await expect(dialog(page)).toContainText('In the database, but in no migration')
    await expect(dialog(page)).toContainText('drop table "public"."stray"')
    await expectAccessible(page)
    await dialog(page)
      .getByRole('button', { name: 'Record as migration: table public.stray' })
      .click()
    await expect(dialog(page)).toContainText('The database matches its migrations.')
    await page.keyboard.press('Escape')
    await expect(row(page, 'create_sequence_public_stray_id_seq')).toContainText('Repair')
  })
  expect(errors).toEqual([])
})
