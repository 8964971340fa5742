import { expect, type Locator, type Page } from '@playwright/test'
import { expectAccessible, violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import {
  follow,
  holdsFocus,
  openPalette,
  pageErrors,
  settle,
  stored,
} from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Lighthouse', {
  sql: `
    create table public.lamp (id int primary key, name text not null, spare_for int references public.lamp);
    insert into public.lamp select n, 'Lamp ' || n from generate_series(1, 300) n;
    create table public.keeper (id int primary key, name text);
    create function public.add(a integer, b integer) returns integer
      language sql immutable as $$ select a + b $$;
    create schema attic;
    create table attic.box (id int primary key);`,
})
let table = ''

test.beforeAll(async () => {
  table = `${shared.home}/editor/${await oidOf(shared.project, 'lamp')}`
})

const setting = () => `stoa.preview.${shared.session.user.id}.api-side-panel`

async function open(page: Page, { isOn }: { isOn: boolean }): Promise<string[]> {
  await useSession(page, shared.session)
  await page.addInitScript(
    ([key, value]) => {
      if (key && value && localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    [setting(), String(isOn)],
  )
  return pageErrors(page)
}

const pathOf = (address: string) => new URL(address).pathname
const panel = (page: Page) => page.getByRole('dialog', { name: 'API docs' })
const heading = (page: Page, name: string) => panel(page).getByRole('heading', { name, level: 3 })
const contents = (page: Page) => panel(page).getByRole('navigation', { name: 'API docs' })
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Products' }).getByRole('link', { name: 'API docs' })

const expectShown = (page: Page, place: string) =>
  expect(page).toHaveURL(({ searchParams }) => searchParams.get('apiDocs') === place)

// SPEC: "Optional feature previews can be switched on per user."
test('the API docs panel is turned on and off in the feature previews, without a reload', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: false })
  await page.goto(shared.home)
  await expect(entry(page)).toHaveAttribute('href', `/project/${shared.project.ref}/api`)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  const modal = page.getByRole('dialog', { name: 'Dashboard feature previews' })
  await modal.getByRole('button', { name: /^Project API documentation\s*Not enabled/ }).click()
  await modal.getByRole('button', { name: 'Enable', exact: true }).click()
  await modal.getByRole('link', { name: 'Open the API docs' }).click()
  await expect(modal).toBeHidden()
  await expect(heading(page, 'Introduction')).toBeVisible()
  await expect(panel(page)).toBeFocused()

  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  await modal.getByRole('button', { name: /^Project API documentation/ }).click()
  await modal.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.keyboard.press('Escape')
  await expect(modal).toBeHidden()
  await entry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Introduction' })).toBeVisible()
  await expect(page).toHaveURL(`${shared.home}/api`)
  expect(troubles).toEqual([])
})

test('the navigation opens the API docs panel beside the page, and closing it returns to the page', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(`${table}?sort=id:desc`)
  await expect(page.getByText('300 rows')).toBeVisible()
  await expect(page.getByText('Lamp 300', { exact: true })).toBeVisible()
  // The preview is off until the user's profile has loaded.
  await expect(entry(page)).toHaveAttribute('href', /apiDocs=introduction/)
  const grid = page.getByRole('grid').first()
  await grid.hover()
  await page.mouse.wheel(0, 2000)
  await expect(page.getByText('Lamp 230', { exact: true })).toBeVisible()

  await test.step('by keyboard, with the focus moved into the panel and back', async () => {
    await entry(page).press('Enter')
    await expect(heading(page, 'Introduction')).toBeVisible()
    await expect(panel(page)).toBeFocused()
    await expectShown(page, 'introduction')
    await expect(page).toHaveTitle(/lamp in the table editor/)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(entry(page)).toBeFocused()
    await expect(page).toHaveURL(`${table}?sort=id:desc`)
  })

  await test.step('going back once closes it, whatever was read in it', async () => {
    await entry(page).click()
    await contents(page).getByRole('link', { name: 'keeper' }).click()
    await expect(heading(page, 'keeper')).toBeVisible()
    await expectShown(page, 'table.public.keeper')
    await contents(page).getByRole('link', { name: 'add' }).click()
    await expect(panel(page).locator('[data-sample=call]')).toContainText('add')
    await contents(page).getByRole('link', { name: 'Authentication' }).click()
    await expect(heading(page, 'Authentication')).toBeVisible()
    await page.goBack()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(`${table}?sort=id:desc`)
    await page.goForward()
    await expect(heading(page, 'Authentication')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toBeHidden()
  })

  await test.step("with the table's scroll position kept and the table usable beside it", async () => {
    await expect(page.getByText('Lamp 230', { exact: true })).toBeVisible()
    await entry(page).click()
    await expect(heading(page, 'Introduction')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the sort by id' }).click()
    await expect(page.getByText('Lamp 1', { exact: true })).toBeVisible()
    await expect(heading(page, 'Introduction')).toBeVisible()
    const cell = page.getByRole('gridcell', { name: 'Lamp 1', exact: true })
    // The panel covers the rest of the cell.
    await cell.click({ position: { x: 12, y: 12 } })
    await expect(cell).toBeFocused()
    await page.keyboard.press('Escape')
    await settle(page)
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(table)
  })
  expect(troubles).toEqual([])
})

test('the table editor opens the API docs panel at the open table', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(table)
  await page.getByRole('link', { name: 'API docs of this table' }).click()
  await expect(heading(page, 'lamp')).toBeVisible()
  await expectShown(page, 'table.public.lamp')
  await expect(panel(page).locator('[data-sample=read]')).toContainText(".from('lamp')")
  for (const [language, kinds] of [
    ['Python', ['"lamp"', '"*"']],
    ['JavaScript', ['const', 'await', "'lamp'", "'*'"]],
  ] as const)
    await test.step(`with keywords and strings of ${language} in their own colors`, async () => {
      await panel(page).getByRole('radio', { name: language }).click()
      const parts = panel(page).locator('[data-sample=read] code span')
      await expect.poll(() => parts.allTextContents()).toEqual(kinds)
      const code = panel(page).locator('[data-sample=read] code')
      const coloured = () =>
        code.evaluate((element) => {
          const colourOf = (part: Element) => getComputedStyle(part).color
          const plain = colourOf(element)
          return [...element.children].filter((part) => colourOf(part) !== plain).length
        })
      await expect.poll(coloured).toBe(kinds.length)
    })
  await panel(page).getByRole('radio', { name: 'curl' }).click()
  await expect(panel(page).locator('[data-sample=read]')).toContainText(
    shared.project.publishable_key,
  )
  const keys = page.getByRole('listbox')
  await panel(page).getByLabel('Key in samples').click()
  await expect(keys.getByRole('option', { name: 'Publishable key' })).toBeFocused()
  // The list is open over the panel: Escape closes only the list.
  await page.keyboard.press('Escape')
  await expect(keys).toBeHidden()
  await settle(page)
  await expect(heading(page, 'lamp')).toBeVisible()
  await panel(page).getByLabel('Key in samples').click()
  await keys.getByRole('option', { name: 'Hide key' }).click()
  await expect(panel(page).locator('[data-sample=read]')).not.toContainText(
    shared.project.publishable_key,
  )
  expect(troubles).toEqual([])
})

test('the command palette opens the API docs panel, and a table while it is open', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(`${shared.home}/settings/general`)
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  await openPalette(page)
  await page.getByRole('option', { name: /^API docs G/ }).click()
  await expect(heading(page, 'Introduction')).toBeVisible()
  await expect(panel(page)).toBeFocused()
  await openPalette(page)
  await page.getByRole('option', { name: 'API docs: keeper' }).click()
  await expect(heading(page, 'keeper')).toBeVisible()
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL(`${shared.home}/settings/general`)
  expect(troubles).toEqual([])
})

test('a link opens the API docs panel, or says that the preview is off', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  const link = `${shared.home}/settings/general?apiDocs=table.public.lamp`

  await test.step('at the page the link names', async () => {
    await page.goto(link)
    await expect(heading(page, 'lamp')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(`${shared.home}/settings/general`)
    await follow(page, `${pathOf(shared.home)}?apiDocs=table.attic.box`)
    await expect(panel(page)).toContainText('The Data API does not expose the schema attic')
    await panel(page).getByRole('link', { name: 'Data API settings' }).click()
    await expect(page).toHaveURL(`${shared.home}/settings/data-api`)
    await follow(page, `${pathOf(shared.home)}?apiDocs=nonsense`)
    await expect(heading(page, 'Introduction')).toBeVisible()
  })

  await test.step('not in another project, which may not have the same table', async () => {
    // It does not matter whether its database is running.
    const other = await askPlatform<{ ref: string }>(shared.server, 'POST', '/projects', {
      organization_slug: shared.project.organization_slug,
      name: 'Anchor',
      db_pass: 'gusty-Walrus-40-orbits-plinth',
    })
    await page.goto(`${shared.home}?apiDocs=table.public.lamp`)
    await expect(heading(page, 'lamp')).toBeVisible()
    await (await openPalette(page)).fill('Anchor')
    await page.getByRole('option', { name: 'Anchor Lighthouse org', exact: true }).click()
    await expect(page).toHaveURL(`${shared.server.url}/project/${other.ref}`)
    await askPlatform(shared.server, 'DELETE', `/projects/${other.ref}`)
  })

  await test.step('with links to the preview and to the full page while the preview is off', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'false'), setting())
    await page.goto(link)
    await expect(panel(page)).toContainText('The preview “Project API documentation” is off')
    await panel(page).getByRole('button', { name: 'Show the preview' }).click()
    const modal = page.getByRole('dialog', { name: 'Dashboard feature previews' })
    await expect(modal.getByRole('region', { name: 'Project API documentation' })).toBeVisible()
    await holdsFocus(modal)
    await page.keyboard.press('Escape')
    await expect(modal).toBeHidden()
    await panel(page).getByRole('link', { name: 'Open as a page' }).click()
    await expect(page).toHaveURL(`${shared.home}/api/tables/lamp?schema=public`)
    await expect(page.getByRole('heading', { level: 1, name: 'lamp' })).toBeVisible()
    await expect(panel(page)).toBeHidden()
  })
  expect(troubles).toEqual([])
})

// SPEC: "/project/{ref}/api/graphiql"
// SPEC: "/project/{ref}/database/graphiql"
// SPEC: "project API documentation (API side panel) | Moves GraphiQL to
// /project/{ref}/database/graphiql."
test('GraphiQL is a database page while the panel preview is on, and each URL redirects to the other', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: true })
  const question = page.locator('.graphiql-query-editor')
  await page.goto(shared.home)
  await page
    .getByRole('navigation', { name: 'Products' })
    .getByRole('link', { name: 'Integrations' })
    .click()
  await page
    .getByRole('navigation', { name: 'Integrations' })
    .getByRole('link', { name: 'GraphiQL' })
    .click()
  await expect(page).toHaveURL(`${shared.home}/database/graphiql`)
  await expect(question).toBeVisible()
  await page.goto(`${shared.home}/api/graphiql?from=mail`)
  await expect(page).toHaveURL(`${shared.home}/database/graphiql?from=mail`)
  await expect(question).toBeVisible()

  await test.step('the link in the panel opens GraphiQL and closes the panel', async () => {
    await page.goto(`${shared.home}?apiDocs=introduction`)
    await contents(page).getByRole('link', { name: 'GraphiQL' }).click()
    await expect(page).toHaveURL(`${shared.home}/database/graphiql`)
    await expect(panel(page)).toBeHidden()
  })

  await test.step('the command palette lists GraphiQL once', async () => {
    await page.goto(shared.home)
    await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse' })).toBeVisible()
    await (await openPalette(page)).fill('graphiql')
    await expect(page.getByRole('option', { name: 'GraphiQL' })).toHaveCount(1)
    await page.getByRole('option', { name: 'GraphiQL' }).click()
    await expect(page).toHaveURL(`${shared.home}/database/graphiql`)
  })

  await test.step('GraphiQL is part of the API docs while the preview is off', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'false'), setting())
    await page.goto(`${shared.home}/database/graphiql?from=mail`)
    await expect(page).toHaveURL(`${shared.home}/api/graphiql?from=mail`)
    await expect(question).toBeVisible()
  })
  expect(troubles).toEqual([])
})

test('the pages of the API docs redirect to the panel', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(shared.home)
  await expect(entry(page)).toHaveAttribute('href', /apiDocs=introduction/)
  for (const [path, parameter, title] of [
    ['api?from=mail', 'introduction', 'Introduction'],
    ['api/authentication', 'authentication', 'Authentication'],
    ['api/tables/lamp?schema=public', 'table.public.lamp', 'lamp'],
    ['api/functions/add', 'function..add', 'add'],
  ] as const) {
    await follow(page, `${pathOf(shared.home)}/${path}`)
    await expect(heading(page, title)).toBeVisible()
    await expect(page).toHaveURL(
      ({ pathname, searchParams }) =>
        pathname === `/project/${shared.project.ref}` &&
        searchParams.get('apiDocs') === parameter &&
        searchParams.get('from') === (path.includes('mail') ? 'mail' : null),
    )
  }
  expect(troubles).toEqual([])
})

test('the width of the API docs panel is changed by keyboard and pointer, and saved', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: true })
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(`${shared.home}?apiDocs=introduction`)
  const edge = panel(page).getByRole('separator', { name: 'Width of API docs' })
  const isWide = (pixels: number) => expect(panel(page)).toHaveCSS('width', `${pixels}px`)
  await expect(panel(page)).toBeFocused()
  await isWide(800)
  await edge.press('ArrowLeft')
  await isWide(840)
  await edge.press('Home')
  await isWide(400)
  // The panel is too narrow for two columns, so the contents replace the text.
  await expect(contents(page)).toBeHidden()
  await panel(page).getByRole('button', { name: 'Contents' }).click()
  await contents(page).getByRole('link', { name: 'keeper' }).click()
  await expect(heading(page, 'keeper')).toBeVisible()
  await edge.hover()
  await page.mouse.down()
  await page.mouse.move(500, 400)
  await isWide(1400 - 500)
  await page.mouse.up()
  await expect.poll(() => stored(page, 'stoa.panel-width.apiDocs')).toBe(1400 - 500)
  await page.reload()
  await isWide(1400 - 500)
  await test.step('a wide window shows the panel beside the page instead of over it', async () => {
    const edgeOf = (part: Locator) => part.evaluate((element) => element.getBoundingClientRect())
    await page.setViewportSize({ width: 1500, height: 900 })
    await isWide(630)
    await page.setViewportSize({ width: 1700, height: 900 })
    await isWide(850)
    const { right } = await edgeOf(page.getByRole('main'))
    await expect.poll(async () => (await edgeOf(panel(page))).left).toBe(right)
  })
  expect(troubles).toEqual([])
})

test('the API docs panel has no accessibility violation in any theme and no sideways scroll', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: true })
  const arrived = {
    introduction: '[data-sample=first-request] code span >> nth=0',
    'table.public.lamp': '[data-sample=delete] code span >> nth=0',
    types: '[aria-label="Types in TypeScript"]',
    'function.public.add': '[data-sample=call] code span >> nth=0',
  }
  await page.goto(table)
  await expect(entry(page)).toHaveAttribute('href', /apiDocs=introduction/)
  for (const [place, sign] of Object.entries(arrived))
    await test.step(place, async () => {
      await follow(page, `${pathOf(table)}?apiDocs=${place}`)
      await expect(panel(page).locator(sign)).toBeVisible()
      await expect(page.getByText('300 rows')).toBeAttached()
      await expectAccessible(page, place)
    })
  await page.setViewportSize({ width: 360, height: 740 })
  await panel(page).getByRole('button', { name: 'Contents' }).click()
  await expect(contents(page)).toBeVisible()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(panel(page)).toBeHidden()
  expect(troubles).toEqual([])
})
