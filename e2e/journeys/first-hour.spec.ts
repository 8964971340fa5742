import { expect, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { courierDatabase } from '../../server/test/sample-database/courier-database.ts'
import { useSession } from '../support/account.ts'
import { openPalette, pageErrors } from '../support/dashboard-page.ts'
import { inDatabase, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

// `first-project.spec.ts` covers the path from the setup link to the clients of a first database.
// This one uses a different database; the screenshots of both record a newcomer's first hour.
const shared = sharedProject('Courier', { sql: courierDatabase() })

test('a newcomer finds their way in a database with schemas, partitions, JSON, and keys of several columns', async ({
  page,
}, info) => {
  test.slow()
  const look = async (name: string) => {
    await page.screenshot({ path: info.outputPath(`${name}.png`) })
  }
  const troubles = pageErrors(page)
  await useSession(page, shared.session)

  await test.step('the home page counts the existing objects', async () => {
    await page.goto(shared.home)
    await expect(page.getByText('4 tables created')).toBeVisible()
    await look('home')
  })

  await test.step('the palette finds a table in another schema', async () => {
    const field = await openPalette(page)
    await field.fill('parcel')
    await page
      .getByRole('option', { name: /depot\.parcel/ })
      .first()
      .click()
    await expect(page.getByRole('heading', { name: 'parcel' })).toBeVisible()
    await expect(page.getByText('2,500 rows')).toBeVisible()
    await look('parcel')
  })

  await test.step('a value of an enum filters the rows, and an invalid UUID is refused at the filter', async () => {
    await filter(page, 'state', 'returned')
    await expect(page.getByText('625 rows match')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the filter on state' }).click()
    await filter(page, 'id', 'not-a-uuid')
    await expect(page.getByText('“not-a-uuid” is not a UUID.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('2,500 rows')).toBeVisible()
  })

  await test.step('a domain explains why it refuses a value, and accepts another one', async () => {
    await edit(page, { row: '0005bbe7', column: 'weight', value: '40000' })
    const problem = page.getByRole('button', { name: 'This edit was rejected' })
    await expect(problem).toBeVisible()
    await problem.hover()
    await look('refused')
    await edit(page, { row: '0005bbe7', column: 'weight', value: '250' })
    await expect(problem).toBeHidden()
    // Postgres generates the postage.
    await expect(cell(page, '0005bbe7', 'postage')).toHaveText('1.00')
  })

  await test.step('a foreign key lists the rows of the table that it refers to', async () => {
    await cell(page, '0005bbe7', 'to_station').dblclick()
    await expect(page.getByRole('option', { name: /^AAA Station 0/ })).toBeVisible()
    await look('reference')
    await page.getByRole('combobox', { name: 'Rows of Station' }).fill('QIW')
    await page.getByRole('option', { name: /^QIW Station/ }).click()
    await expect(cell(page, '0005bbe7', 'to_station')).toContainText('QIW')
  })

  await test.step('a row of a partitioned table is edited by its key of three columns', async () => {
    await page.getByRole('button', { name: /^Partitioned table scan/ }).click()
    await expect(page.getByText('10,000 rows')).toBeVisible()
    await page.getByRole('gridcell', { name: 'Scan 1', exact: true }).first().dblclick()
    await page.getByRole('textbox', { name: 'remark' }).fill('Wet')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('gridcell', { name: 'Wet', exact: true })).toBeVisible()
    await look('scan')
  })

  await test.step('a table without a key says why its rows cannot be edited', async () => {
    await page.getByRole('button', { name: /^Table temperature/ }).click()
    await expect(page.getByText('300 rows')).toBeVisible()
    await expect(
      page.getByText('Rows can’t be edited because the table has no primary key'),
    ).toBeVisible()
    await look('temperature')
  })

  await test.step('JSON is checked while it is typed, in a table whose name needs quotes', async () => {
    await page.getByRole('button', { name: /^Table Station/ }).click()
    await expect(page.getByText('20 rows')).toBeVisible()
    await cell(page, 'AAA', 'hours').dblclick()
    const field = page.getByRole('textbox', { name: 'hours' })
    await field.fill('{ "open": ')
    await expect(page.getByRole('alert')).toBeVisible()
    await look('json')
    await field.fill('{ "open": "07:30" }')
    await field.press('Enter')
    await expect(cell(page, 'AAA', 'hours')).toContainText('07:30')
  })

  await test.step('a materialized view is read', async () => {
    await page.getByRole('button', { name: /^Materialized view volume/ }).click()
    await expect(page.getByRole('heading', { name: 'volume' })).toBeVisible()
    await expect(page.getByText('20 rows')).toBeVisible()
    await look('volume')
  })

  await test.step('the edits are in the database, and the trigger has run', async () => {
    const edited = () =>
      inDatabase(shared.project, async (database) => {
        const { rows } = await database.query(`
          select weight, to_station, (select hours ->> 'open' from depot."Station" where "Code" = 'AAA') as open,
            (select count(*)::int from depot.scan where remark = 'Wet') as wet
          from depot.parcel where id::text like '0005bbe7%'`)
        return rows
      })
    // An edited cell is shown before it is saved.
    await expect.poll(edited).toEqual([{ weight: 250, to_station: 'QIW', open: '07:30', wet: 1 }])
  })

  await test.step('a schema is exposed, after which its tables need attention and a client reads one', async () => {
    const { project } = shared
    await inDatabase(project, (database) =>
      database.query(`grant usage on schema depot to anon;
        grant select on depot.parcel, depot.scan to anon`),
    )
    await page.goto(`${shared.home}/settings/data-api`)
    await page
      .getByRole('group', { name: 'Exposed schemas' })
      .getByRole('checkbox', { name: 'depot' })
      .click()
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
    await page.goto(shared.home)
    const attention = page.getByRole('region', { name: 'Needs attention' })
    await expect(attention.getByRole('link', { name: 'depot.scan' })).toBeVisible()
    await look('attention')
    const client = createClient(project.api_url, project.publishable_key, {
      db: { schema: 'depot' },
    })
    const { data, error } = await client.from('parcel').select('state').limit(1)
    expect({ data, error }).toEqual({ data: [{ state: 'in transit' }], error: null })
  })
  expect(troubles).toEqual([])
})

test('the palette opens the dialogs of its actions, and the role of an invitation is read and changed at 360 px', async ({
  page,
}) => {
  await useSession(page, shared.session)
  const choose = async (action: string) => {
    const field = await openPalette(page)
    await field.fill(action)
    await page.getByRole('option', { name: action }).first().click()
    return page.getByRole('dialog', { name: action })
  }
  await page.goto(shared.home)
  await expect(page.getByRole('heading', { name: 'Courier' })).toBeVisible()
  await expect((await choose('Create API key')).getByLabel('Name')).toBeFocused()
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${shared.server.url}/org/${shared.project.organization_slug}`)
  await expect(page.getByRole('heading', { name: 'Projects' })).toBeVisible()
  const invitation = page.getByRole('row').filter({ hasText: 'grace@example.com' })
  for (const role of ['Read-only', 'Administrator']) {
    const dialog = await choose('Invite member')
    await dialog.getByLabel('Email').fill('grace@example.com')
    await dialog.getByLabel('Role').click()
    await page.getByRole('option', { name: role }).click()
    await expect(dialog.getByLabel('Role')).toHaveText(role)
    await expect(dialog.getByLabel('Role')).toBeInViewport({ ratio: 1 })
    await dialog.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByRole('button', { name: 'Done' }).click()
    await expect(invitation.getByText(`${role}, expires`)).toBeInViewport({ ratio: 1 })
  }
})

/** The cell of a column in the row with a cell that begins with a text. */
function cell(page: Page, row: string, column: keyof typeof COLUMNS) {
  return page
    .getByRole('row')
    .filter({ has: page.getByRole('gridcell', { name: new RegExp(`^${row}`) }) })
    .locator(`[role=gridcell][aria-colindex="${COLUMNS[column]}"]`)
}

/** The first column has the checkboxes. */
const COLUMNS = { to_station: 4, weight: 6, postage: 7, hours: 5 }

async function filter(page: Page, column: string, value: string): Promise<void> {
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('combobox', { name: 'Column' }).click()
  await page.getByRole('option', { name: column, exact: true }).click()
  const field = page.getByLabel('Value')
  await field.fill(value)
  await field.press('Enter')
}

async function edit(
  page: Page,
  { row, column, value }: { row: string; column: keyof typeof COLUMNS; value: string },
) {
  await cell(page, row, column).dblclick()
  const field = page.getByRole('textbox', { name: column, exact: true })
  await field.fill(value)
  await field.press('Enter')
}
