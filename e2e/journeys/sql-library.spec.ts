import { expect, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { joinAs } from '../support/member.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library', {
  sql: `create table stone (id int primary key);
    alter table stone enable row level security;
    insert into stone values (1), (2)`,
})
test.beforeEach(({ page }) => useSession(page, shared.session))

async function write(page: Page, sql: string) {
  await page.locator('.monaco-editor').click()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.insertText(sql)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}

const tabs = (page: Page) => page.getByRole('list', { name: 'Open queries' })
const queries = (page: Page) => page.getByRole('navigation', { name: 'Queries' })
const choose = async (page: Page, name: string, action: string) => {
  await page.getByRole('button', { name: `Actions for ${name}`, exact: true }).click()
  await page.getByRole('menuitem', { name: action, exact: true }).click()
}

test('a query is shared, and a member who can only read copies it', async ({ page, browser }) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select count(*) as stones from stone')
  await choose(page, 'Select from stone', 'Share with the project…')
  const dialog = page.getByRole('dialog', { name: 'Share “Select from stone”?' })
  await expect(dialog).toContainText('All members of this project can read and copy it')
  await dialog.getByRole('button', { name: 'Share' }).click()
  await expect(queries(page).getByText('Shared with the project')).toBeVisible()
  expect(await violations(page)).toEqual([])

  const reader = await joinAs(shared, 'read_only')
  const context = await browser.newContext()
  const theirs = await context.newPage()
  await useSession(theirs, reader)
  await theirs.goto(page.url())
  await expect(theirs.getByText('your role can run but not change it')).toBeVisible()
  await theirs.getByRole('button', { name: 'Copy to private' }).click()
  await expect(theirs.getByRole('heading', { name: 'Select from stone copy' })).toBeVisible()
  await expect(theirs.getByText('your role can run but not change it')).toHaveCount(0)
  await context.close()
})

test('folders, search, deletion and restoring', async ({ page }) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select 1 as granite')
  await page.getByRole('button', { name: 'New private folder' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Reports')
  await page.getByRole('button', { name: 'Create folder' }).click()
  await choose(page, 'Select', 'Move to…')
  await page.getByRole('combobox', { name: 'Folder' }).click()
  await page.getByRole('option', { name: 'Private / Reports' }).click()
  await page.getByRole('button', { name: 'Move', exact: true }).click()
  const folder = queries(page).getByRole('button', { name: 'Reports 1', exact: true })
  await expect(folder).toHaveAttribute('aria-expanded', 'false')
  await page.getByRole('searchbox', { name: 'Search queries' }).fill('GRANITE')
  await expect(queries(page).getByText('select 1 as granite')).toBeVisible()
  await page.getByRole('searchbox', { name: 'Search queries' }).fill('')

  await choose(page, 'Reports', 'Delete')
  await expect(page.getByRole('dialog')).toContainText('It contains 1 query.')
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await expect(folder).toHaveCount(0)
  await page.getByRole('button', { name: 'Recently deleted' }).click()
  await page.getByRole('button', { name: 'Restore Select', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Actions for Select', exact: true })).toBeAttached()
  expect(await violations(page)).toEqual([])
})

test('tabs stay over a reload, close with the middle button and open again', async ({ page }) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select 1 from stone')
  const first = page.url()
  await page.getByRole('button', { name: 'New query' }).first().click()
  await expect(page).not.toHaveURL(first)
  await write(page, 'select 2 from stone')
  const names = tabs(page).getByRole('button', { name: 'Select from stone', exact: true })
  const before = await names.count()
  await page.reload()
  await expect(names).toHaveCount(before)
  await names.last().click({ button: 'middle' })
  await expect(names).toHaveCount(before - 1)
  await expect(page).toHaveURL(first)
  await names.last().click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Reopen closed query' }).click()
  await expect(names).toHaveCount(before)
})

test('an earlier version is restored, and a run is repeated from the history', async ({ page }) => {
  await page.goto(`${shared.home}/sql/new`)
  await write(page, 'select id from stone')
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(page.getByRole('gridcell', { name: '2' })).toBeVisible()
  const id = page.url().split('/').at(-1) ?? ''
  // A save of somebody else is a version of its own.
  const put = await page.request.put(
    `${shared.server.url}/platform/projects/${shared.project.ref}/content/${id}`,
    {
      headers: { authorization: `Bearer ${shared.session.access_token}` },
      data: { name: 'Changed', sql: 'select 42', version: 1, keeps_previous: true },
    },
  )
  expect(put.status()).toBe(200)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Changed' })).toBeVisible()
  await choose(page, 'Changed', 'Versions')
  const dialog = page.getByRole('dialog', { name: 'Versions of “Changed”' })
  await expect(dialog.locator('.monaco-diff-editor')).toContainText('select 42')
  expect(await violations(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Restore this version' }).click()
  await expect(page.locator('.monaco-editor').first()).toContainText('select id from stone')

  await page.getByRole('button', { name: 'Run history' }).click()
  const history = page.getByRole('dialog', { name: 'Run history' })
  await history
    .getByRole('button', { name: /select id from stone/ })
    .first()
    .click()
  expect(await violations(page)).toEqual([])
  await history.getByRole('button', { name: 'Run again' }).click()
  await expect(page.getByRole('gridcell', { name: '2' })).toBeVisible()
  await expect(page).not.toHaveURL(new RegExp(id))
})
