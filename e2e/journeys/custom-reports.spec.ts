import { expect, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { pageErrors } from '../support/dashboard-page.ts'
import { joinAs } from '../support/member.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Custom reports', {
  sql: `create table stone (name text primary key, price int);
    alter table stone enable row level security;
    insert into stone values ('Flint', 3), ('Granite', 5), ('Marble', 9)`,
})
test.beforeEach(({ page }) => useSession(page, shared.session))

const block = (page: Page, name: string) =>
  page.getByRole('region', { name: new RegExp(`^${name}, block`) })

async function add(page: Page, content: { metric: string; view: string } | { query: string }) {
  await page.getByRole('button', { name: 'Add block' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a block' })
  const isMetric = 'metric' in content
  if (!isMetric) await dialog.getByRole('radio', { name: 'Saved query' }).click()
  await dialog
    .getByLabel(isMetric ? 'Metric' : 'Saved query', { exact: true })
    .last()
    .click()
  await page
    .getByRole('option', { name: isMetric ? content.metric : content.query })
    .first()
    .click()
  if (isMetric) await dialog.getByRole('radio', { name: content.view }).click()
  await dialog.getByRole('button', { name: 'Add block' }).click()
  await expect(dialog).toHaveCount(0)
}

test('a report is composed, arranged, kept over a reload, and shared with readers', async ({
  page,
  browser,
}) => {
  const errors = pageErrors(page)
  await page.goto(`${shared.home}/sql/new`)
  await page.locator('.monaco-editor').click()
  await page.keyboard.insertText('select name, price from stone order by price')
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()

  await page.goto(`${shared.home}/reports`)
  await page
    .getByRole('navigation', { name: 'Reports' })
    .getByRole('link', { name: 'New report' })
    .click()
  await expect(page.getByText('No blocks yet')).toBeVisible()
  await add(page, { metric: 'Connections Database', view: 'Line' })
  await add(page, { metric: 'Database size', view: 'Number' })
  await add(page, { query: 'Select from stone' })
  await expect(
    block(page, 'Select from stone').getByText('price by name', { exact: true }),
  ).toBeVisible()
  await block(page, 'Select from stone')
    .getByRole('button', { name: /^Table of/ })
    .click()
  await expect(page.getByRole('gridcell', { name: 'Marble' })).toBeVisible()

  await test.step('blocks are arranged by keyboard and by pointer', async () => {
    const size = block(page, 'Database size')
    await size.focus()
    await page.keyboard.press('Alt+ArrowLeft')
    await expect(block(page, 'Database size')).toHaveAccessibleName(/block 1 of 3$/)
    await expect(size).toBeFocused()
    const before = await size.boundingBox()
    await page.keyboard.press('Shift+ArrowRight')
    await expect
      .poll(async () => (await size.boundingBox())?.width)
      .toBeGreaterThan((before?.width ?? 0) + 50)
    const query = block(page, 'Select from stone')
    await query.hover()
    const box = await query.boundingBox()
    const handle = await query.locator('[data-slot=resize-handle]').boundingBox()
    if (!box || !handle) throw new Error('The block has no handle.')
    await page.mouse.move(handle.x + 8, handle.y + 8)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 2, box.y + box.height + 128, { steps: 5 })
    await page.mouse.up()
    await expect.poll(async () => (await query.boundingBox())?.height).toBe(box.height + 128)
  })

  await page.getByRole('button', { name: 'Actions for Untitled report' }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Stones')
  await page.getByRole('button', { name: 'Rename' }).click()
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: /^Stones/, level: 1 })).toBeVisible()
  await expect(block(page, 'Database size')).toHaveAccessibleName(/block 1 of 3$/)
  await expect(
    page.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Stones' }),
  ).toHaveAttribute('aria-current', 'page')
  expect(await violations(page)).toEqual([])

  await page.getByRole('button', { name: 'Actions for Stones' }).click()
  await page.getByRole('menuitem', { name: 'Share with the project…' }).click()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(
    page.getByRole('list', { name: 'Shared' }).getByRole('link', { name: 'Stones' }),
  ).toBeVisible()

  const reader = await joinAs(shared, 'read_only')
  const context = await browser.newContext({ viewport: { width: 360, height: 740 } })
  const theirs = await context.newPage()
  await useSession(theirs, reader)
  await theirs.goto(page.url())
  await expect(block(theirs, 'Database size')).toBeVisible()
  // The query is private.
  await expect(theirs.getByText('This query was deleted, or its author')).toBeVisible()
  await expect(theirs.getByRole('button', { name: 'Add block' })).toHaveCount(0)
  // The account's button shows the first letter of a random address, which its label may not contain.
  expect(await violations(theirs, { without: ['label-content-name-mismatch'] })).toEqual([])
  await context.close()
  expect(errors).toEqual([])
})
