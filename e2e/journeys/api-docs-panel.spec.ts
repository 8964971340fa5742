import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import pg from 'pg'
import { signIn, useSession, type DashboardSession } from '../support/account.ts'
import { openPalette } from '../support/dashboard-page.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let project: ProjectInfo
let session: DashboardSession
let home = ''
let table = ''

test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
  project = await createProject(server, 'Lighthouse')
  home = `${server.url}/project/${project.ref}`
  const database = new pg.Client({ connectionString: project.connection_string })
  await database.connect()
  await database.query(`
    create table public.lamp (id int primary key, name text not null, spare_for int references public.lamp);
    insert into public.lamp select n, 'Lamp ' || n from generate_series(1, 300) n;
    create table public.keeper (id int primary key, name text);
    create function public.add(a integer, b integer) returns integer
      language sql immutable as $$ select a + b $$;
    create schema attic;
    create table attic.box (id int primary key);`)
  const { rows } = await database.query<{ id: string }>("select 'lamp'::regclass::oid::text as id")
  table = `${home}/editor/${rows[0]?.id}`
  await database.end()
})
test.afterAll(() => discard(server))

const setting = () => `stoa.preview.${session.user.id}.api-side-panel`

async function open(page: Page, { isOn }: { isOn: boolean }): Promise<string[]> {
  const troubles: string[] = []
  page.on('pageerror', (error) => troubles.push(error.message))
  await useSession(page, session)
  await page.addInitScript(
    ([key, value]) => {
      if (key && value && localStorage.getItem(key) === null) localStorage.setItem(key, value)
    },
    [setting(), String(isOn)],
  )
  return troubles
}

const panel = (page: Page) => page.getByRole('dialog', { name: 'API docs' })
const heading = (page: Page, name: string) => panel(page).getByRole('heading', { name, level: 3 })
const contents = (page: Page) => panel(page).getByRole('navigation', { name: 'API docs' })
const entry = (page: Page) =>
  page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'API docs' })

const shown = (page: Page) => new URL(page.url()).searchParams.get('apiDocs')

// SPEC: "Optional feature previews can be switched on per user."
test('it is switched on and off in the previews, at once', async ({ page }) => {
  const troubles = await open(page, { isOn: false })
  await page.goto(home)
  await expect(entry(page)).toHaveAttribute('href', `/project/${project.ref}/api`)
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  const modal = page.getByRole('dialog', { name: 'Dashboard feature previews' })
  await modal.getByRole('button', { name: /^Project API documentation\s*not enabled/ }).click()
  await modal.getByRole('button', { name: 'Enable', exact: true }).click()
  await modal.getByRole('link', { name: 'Open the API docs' }).click()
  await expect(modal).toBeHidden()
  await expect(heading(page, 'Introduction')).toBeVisible()
  await expect(panel(page)).toBeFocused()
  await expect(
    page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'GraphiQL' }),
  ).toBeVisible()

  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Account' }).click()
  await page.getByRole('menuitem', { name: 'Feature previews' }).click()
  await modal.getByRole('button', { name: /^Project API documentation/ }).click()
  await modal.getByRole('button', { name: 'Disable', exact: true }).click()
  await page.keyboard.press('Escape')
  await entry(page).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Introduction' })).toBeVisible()
  expect(new URL(page.url()).pathname).toBe(`/project/${project.ref}/api`)
  expect(troubles).toEqual([])
})

test('the navigation opens it over the page, and leaving it goes back there', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(`${table}?sort=id:desc`)
  await expect(page.getByText('300 rows')).toBeVisible()
  const grid = page.getByRole('grid').first()
  await grid.hover()
  await page.mouse.wheel(0, 2000)
  await expect(page.getByText('Lamp 230', { exact: true })).toBeVisible()

  await test.step('by keyboard, with the focus in it and back', async () => {
    await entry(page).focus()
    await page.keyboard.press('Enter')
    await expect(heading(page, 'Introduction')).toBeVisible()
    await expect(panel(page)).toBeFocused()
    expect(shown(page)).toBe('introduction')
    await expect(page).toHaveTitle(/lamp in the table editor/)
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(entry(page)).toBeFocused()
    await expect(page).toHaveURL(`${table}?sort=id:desc`)
  })

  await test.step('whatever is read in it, going back once closes it', async () => {
    await entry(page).click()
    await contents(page).getByRole('link', { name: 'keeper' }).click()
    await expect(heading(page, 'keeper')).toBeVisible()
    expect(shown(page)).toBe('table.public.keeper')
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

  await test.step('the rows are where they were, and in use beside it', async () => {
    await expect(page.getByText('Lamp 230', { exact: true })).toBeVisible()
    await entry(page).click()
    await expect(heading(page, 'Introduction')).toBeVisible()
    await page.getByRole('button', { name: 'Remove the sort by id' }).click()
    await expect(page.getByText('Lamp 1', { exact: true })).toBeVisible()
    await expect(heading(page, 'Introduction')).toBeVisible()
    await page.getByText('Lamp 1', { exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(panel(page)).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(panel(page)).toBeHidden()
    await expect(page).toHaveURL(table)
  })
  expect(troubles).toEqual([])
})

test('the table editor opens it at the open table', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(table)
  await page.getByRole('link', { name: 'API docs of this table' }).click()
  await expect(heading(page, 'lamp')).toBeVisible()
  expect(shown(page)).toBe('table.public.lamp')
  await expect(panel(page).locator('[data-sample=read]')).toContainText(".from('lamp')")
  for (const [language, kinds] of [
    ['Python', ['"lamp"', '"*"']],
    ['JavaScript', ['const', 'await', "'lamp'", "'*'"]],
  ] as const)
    await test.step(`with words and strings of ${language} in colours of their own`, async () => {
      await panel(page).getByRole('radio', { name: language }).click()
      const parts = panel(page).locator('[data-sample=read] code span')
      await expect.poll(() => parts.allTextContents()).toEqual(kinds)
      const code = panel(page).locator('[data-sample=read] code')
      const colour = (element: Element) => getComputedStyle(element).color
      expect(await parts.first().evaluate(colour)).not.toBe(await code.evaluate(colour))
    })
  await panel(page).getByRole('radio', { name: 'curl' }).click()
  await expect(panel(page).locator('[data-sample=read]')).toContainText(project.publishable_key)
  await panel(page).getByLabel('Key in samples').click()
  // The list is open over the panel: Escape closes the list alone.
  await page.keyboard.press('Escape')
  await expect(heading(page, 'lamp')).toBeVisible()
  await panel(page).getByLabel('Key in samples').click()
  await page.getByRole('option', { name: 'Hide key' }).click()
  await expect(panel(page).locator('[data-sample=read]')).not.toContainText(project.publishable_key)
  expect(troubles).toEqual([])
})

test('the palette opens it, and a table while it is open', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(`${home}/settings/general`)
  await expect(page.getByRole('heading', { level: 1, name: 'General' })).toBeVisible()
  await openPalette(page)
  await page.getByRole('option', { name: 'API docs', exact: true }).click()
  await expect(heading(page, 'Introduction')).toBeVisible()
  await expect(panel(page)).toBeFocused()
  await openPalette(page)
  await page.getByRole('option', { name: 'API docs: keeper' }).click()
  await expect(heading(page, 'keeper')).toBeVisible()
  await page.goBack()
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL(`${home}/settings/general`)
  expect(troubles).toEqual([])
})

test('a link opens it for whoever has the preview, and says so to others', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  const link = `${home}/settings/general?apiDocs=table.public.lamp`

  await test.step('at what it names', async () => {
    await page.goto(link)
    await expect(heading(page, 'lamp')).toBeVisible()
    await panel(page).getByRole('button', { name: 'Close' }).click()
    await expect(page).toHaveURL(`${home}/settings/general`)
    await page.goto(`${home}?apiDocs=table.attic.box`)
    await expect(panel(page)).toContainText('The Data API does not expose the schema attic')
    await panel(page).getByRole('link', { name: 'Data API settings' }).click()
    await expect(page).toHaveURL(`${home}/settings/data-api`)
    await page.goto(`${home}?apiDocs=nonsense`)
    await expect(heading(page, 'Introduction')).toBeVisible()
  })

  await test.step('not to where another project has nothing', async () => {
    const other = await createProject(server, 'Anchor')
    await page.goto(`${home}?apiDocs=table.public.lamp`)
    await expect(heading(page, 'lamp')).toBeVisible()
    await (await openPalette(page)).fill('Anchor')
    await page.getByRole('option', { name: 'Anchor', exact: true }).click()
    await expect(page).toHaveURL(`${server.url}/project/${other.ref}`)
  })

  await test.step('switched off, with the way to the preview and to the page', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'false'), setting())
    await page.goto(link)
    await expect(panel(page)).toContainText('The preview “Project API documentation” is off')
    await panel(page).getByRole('button', { name: 'Show the preview' }).click()
    const modal = page.getByRole('dialog', { name: 'Dashboard feature previews' })
    await expect(modal.getByRole('region', { name: 'Project API documentation' })).toBeVisible()
    await page.keyboard.press('Escape')
    await panel(page).getByRole('link', { name: 'Open as a page' }).click()
    await expect(page).toHaveURL(`${home}/api/tables/lamp?schema=public`)
    await expect(page.getByRole('heading', { level: 1, name: 'lamp' })).toBeVisible()
    await expect(panel(page)).toBeHidden()
  })
  expect(troubles).toEqual([])
})

// SPEC: "/project/{ref}/api/graphiql"
// SPEC: "/project/{ref}/database/graphiql"
// SPEC: "Moves GraphiQL to /project/{ref}/database/graphiql."
test('GraphiQL is among the database pages while it is on, and each address leads to the other', async ({
  page,
}) => {
  const troubles = await open(page, { isOn: true })
  const question = page.locator('.graphiql-query-editor')
  await page.goto(home)
  await page
    .getByRole('navigation', { name: 'Pages' })
    .getByRole('link', { name: 'GraphiQL' })
    .click()
  await expect(page).toHaveURL(`${home}/database/graphiql`)
  await expect(question).toBeVisible()
  await page.goto(`${home}/api/graphiql?from=mail`)
  await expect(page).toHaveURL(`${home}/database/graphiql?from=mail`)
  await expect(question).toBeVisible()

  await test.step('the panel leads to it, and closes', async () => {
    await page.goto(`${home}?apiDocs=introduction`)
    await contents(page).getByRole('link', { name: 'GraphiQL' }).click()
    await expect(page).toHaveURL(`${home}/database/graphiql`)
    await expect(panel(page)).toBeHidden()
  })

  await test.step('the palette names it once', async () => {
    await page.goto(home)
    await expect(page.getByRole('heading', { level: 1, name: 'Lighthouse' })).toBeVisible()
    await (await openPalette(page)).fill('graphiql')
    await expect(page.getByRole('option', { name: 'GraphiQL' })).toHaveCount(1)
    await page.getByRole('option', { name: 'GraphiQL' }).click()
    await expect(page).toHaveURL(`${home}/database/graphiql`)
  })

  await test.step('off, it is among the API docs', async () => {
    await page.evaluate((key) => localStorage.setItem(key, 'false'), setting())
    await page.goto(`${home}/database/graphiql?from=mail`)
    await expect(page).toHaveURL(`${home}/api/graphiql?from=mail`)
    await expect(question).toBeVisible()
  })
  expect(troubles).toEqual([])
})

test('the pages of the API docs lead to the panel', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  for (const [path, parameter, title] of [
    ['api?from=mail', 'introduction', 'Introduction'],
    ['api/authentication', 'authentication', 'Authentication'],
    ['api/tables/lamp?schema=public', 'table.public.lamp', 'lamp'],
    ['api/functions/add', 'function..add', 'add'],
  ] as const) {
    await page.goto(`${home}/${path}`)
    await expect(heading(page, title)).toBeVisible()
    expect(new URL(page.url()).pathname).toBe(`/project/${project.ref}`)
    expect(shown(page)).toBe(parameter)
    expect(new URL(page.url()).searchParams.get('from')).toBe(path.includes('mail') ? 'mail' : null)
  }
  expect(troubles).toEqual([])
})

test('its width is changed by keyboard and pointer, and kept', async ({ page }) => {
  const troubles = await open(page, { isOn: true })
  await page.goto(`${home}?apiDocs=introduction`)
  const edge = panel(page).getByRole('separator', { name: 'Width of API docs' })
  const width = async () => (await panel(page).boundingBox())?.width ?? 0
  await expect(edge).toBeVisible()
  const first = await width()
  await edge.focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(width).toBe(first + 40)
  await page.keyboard.press('Home')
  await expect.poll(width).toBe(400)
  // Too narrow for two columns: the contents take the place of the text.
  await expect(contents(page)).toBeHidden()
  await panel(page).getByRole('button', { name: 'Contents' }).click()
  await contents(page).getByRole('link', { name: 'keeper' }).click()
  await expect(heading(page, 'keeper')).toBeVisible()
  const box = await edge.boundingBox()
  await page.mouse.move((box?.x ?? 0) + 2, 400)
  await page.mouse.down()
  await page.mouse.move(500, 400)
  await page.mouse.up()
  await expect.poll(width).toBe(1440 - 500)
  await page.reload()
  await expect.poll(width).toBe(1440 - 500)
  expect(troubles).toEqual([])
})

for (const theme of ['light', 'dark', 'classic-dark'])
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])
    test(`it has no violation and no sideways scroll in ${theme} at ${size.width} px`, async ({
      page,
    }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.setViewportSize(size)
      await page.addInitScript(
        (name) => localStorage.setItem('stoa.theme', JSON.stringify(name)),
        theme,
      )
      const troubles = await open(page, { isOn: true })
      const arrived = {
        introduction: '[data-sample=first-request] code span >> nth=0',
        'table.public.lamp': '[data-sample=delete] code span >> nth=0',
        'function.public.add': '[data-sample=call] code span >> nth=0',
        types: '[aria-label="Types in TypeScript"]',
      }
      for (const [place, sign] of Object.entries(arrived))
        await test.step(place, async () => {
          await page.goto(`${table}?apiDocs=${place}`)
          await expect(panel(page).locator(sign)).toBeVisible()
          const { violations } = await new AxeBuilder({ page }).analyze()
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
          expect.soft(found, place).toEqual([])
          const overflow = await page.evaluate(
            () => document.documentElement.scrollWidth - window.innerWidth,
          )
          expect.soft(overflow, `${place} scrolls sideways`).toBeLessThanOrEqual(0)
        })
      if (size.width < 768) {
        await panel(page).getByRole('button', { name: 'Contents' }).click()
        await expect(contents(page)).toBeVisible()
        const { violations } = await new AxeBuilder({ page }).analyze()
        expect(violations.map(({ id }) => id)).toEqual([])
        await page.keyboard.press('Escape')
        await expect(panel(page)).toBeHidden()
      }
      expect(troubles).toEqual([])
    })
