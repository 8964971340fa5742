import { AxeBuilder } from '@axe-core/playwright'
import { expect as playwrightExpect, test, type Locator, type Page } from '@playwright/test'
import pg from 'pg'
import { signIn, useSession, type DashboardSession } from '../support/account.ts'
import { toast } from '../support/dashboard-page.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

/** The code editor is three megabytes: a busy machine needs its time. */
const expect = playwrightExpect.configure({ timeout: 40_000 })

let server: StartedServer
let session: DashboardSession
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
  project = await createProject(server, 'Keys')
})
test.afterAll(() => discard(server))
test.beforeEach(async ({ page }) => useSession(page, session))

const THEMES = ['light', 'dark', 'classic-dark'] as const
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Presses Tab until the element has the focus; fails where it never gets there. */
async function tabTo(page: Page, target: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab') {
  await expect(target).toBeVisible()
  const isFocused = () =>
    target.evaluate((element) => element.contains(document.activeElement)).catch(() => false)
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1)
    await page.keyboard.press(key)
  expect(await isFocused(), `${target.toString()} is reached with ${key}`).toBe(true)
}

/** What shows the focus on the element that has it: an outline, a ring or another colour. */
const focusMark = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing has the focus'
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    return isOutlined || boxShadow !== 'none' ? 'seen' : `${element.outerHTML} ${borderColor}`
  })

/** Goes to a page by its name through the palette. */
async function goByPalette(page: Page, name: string) {
  await page.keyboard.press('ControlOrMeta+K')
  const field = page.getByPlaceholder('Search projects, pages and actions')
  await expect(field).toBeFocused()
  await page.keyboard.type(name)
  await expect(page.getByRole('option', { name, exact: true }).first()).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
}

test.describe('the pages of a project', () => {
  const pages = [
    { name: 'Table editor', at: '/editor' },
    { name: 'SQL editor', at: '/sql' },
    { name: 'Mailbox', at: '/mailbox' },
    { name: 'Settings', at: '/settings' },
    { name: 'Home', at: '' },
  ]

  test('are reached from the menu with Tab and Enter, each with its focus seen', async ({
    page,
  }) => {
    await page.goto(`${server.url}/project/${project.ref}`)
    await expect(heading(page, 'Keys')).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Pages' })
    for (const { name, at } of pages)
      await test.step(name, async () => {
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        const link = menu.getByRole('link', { name, exact: true })
        await tabTo(page, link)
        expect(await focusMark(page)).toBe('seen')
        await page.keyboard.press('Enter')
        await expect.poll(() => page.url()).toContain(`/project/${project.ref}${at}`)
        await expect(link).toHaveAttribute('aria-current', 'page')
      })
  })

  test('are reached through the palette', async ({ page }) => {
    await page.goto(`${server.url}/project/${project.ref}`)
    await expect(heading(page, 'Keys')).toBeVisible()
    for (const { name, at } of pages) {
      await goByPalette(page, name)
      await expect.poll(() => page.url()).toContain(`/project/${project.ref}${at}`)
    }
  })

  test('begin after the link over the menus, which leads to their content', async ({ page }) => {
    await page.goto(`${server.url}/project/${project.ref}`)
    await expect(heading(page, 'Keys')).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('main')).toBeFocused()
    await page.keyboard.press('Tab')
    const isInside = await page
      .getByRole('main')
      .evaluate((main) => main.contains(document.activeElement))
    expect(isInside).toBe(true)
  })

  test('let the focus through from one end to the other', async ({ page }) => {
    for (const path of ['', '/settings/general', '/settings/api-keys', '/mailbox', '/editor']) {
      await page.goto(`${server.url}/project/${project.ref}${path}`)
      await page.waitForLoadState('networkidle')
      const seen = new Set<string>()
      let isThrough = false
      for (let presses = 0; presses < 150 && !isThrough; presses += 1) {
        await page.keyboard.press('Tab')
        const place = await page.evaluate(() => {
          const element = document.activeElement
          if (element === null || element === document.body) return 'end'
          const all = [...document.querySelectorAll('*')]
          return `${all.indexOf(element)} ${element.textContent}`
        })
        isThrough = place === 'end' || (seen.has(place) && place.includes('Skip to content'))
        seen.add(place)
      }
      expect(isThrough, `${path} lets the focus leave`).toBe(true)
    }
  })
})

test.describe('what somebody comes for', () => {
  test('a query is run without a mouse', async ({ page }) => {
    await page.goto(`${server.url}/project/${project.ref}/sql/new`)
    await expect(page.locator('.monaco-editor').first()).toBeVisible()
    await tabTo(page, page.locator('.monaco-editor').first())
    await page.keyboard.insertText('select 6 * 7 as answer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
    // The editor has the focus, and leaves the palette its key.
    await goByPalette(page, 'Mailbox')
    await expect(heading(page, 'Mailbox')).toBeVisible()
  })

  test('an organization and a project are made without a mouse', async ({ page }) => {
    await page.goto(`${server.url}/organizations`)
    await expect(heading(page, 'Organizations')).toBeVisible()
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New organization' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('By hand')
    await page.keyboard.press('Enter')
    await expect(heading(page, 'New project')).toBeVisible()
    await tabTo(page, page.getByLabel('Name', { exact: true }))
    await page.keyboard.type('Handmade')
    await tabTo(page, page.getByRole('button', { name: 'Generate' }))
    await page.keyboard.press('Enter')
    await tabTo(page, page.getByRole('button', { name: 'Create project' }))
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Organization: By hand' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Project: Handmade' })).toBeVisible()
  })

  test('a table is made without a mouse, and Escape asks before it is lost', async ({ page }) => {
    await page.goto(`${server.url}/project/${project.ref}/editor`)
    const open = page.getByRole('button', { name: 'New table' }).first()
    await tabTo(page, open)
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'New table' })
    await expect(sheet).toBeVisible()
    await tabTo(page, sheet.getByLabel('Name', { exact: true }).first())
    await page.keyboard.type('leaf')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog', { name: 'Discard what you typed?' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(sheet).toBeVisible()
    await tabTo(page, sheet.getByRole('button', { name: 'Create table' }))
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    await expect(heading(page, 'leaf')).toBeVisible()
  })

  test('a project is renamed without a mouse', async ({ page }) => {
    await page.goto(`${server.url}/project/${project.ref}/settings/general`)
    const name = page.getByLabel('Name', { exact: true })
    await tabTo(page, name)
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Project renamed')).toBeVisible()
    await page.keyboard.press('Backspace')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Project: Keys', exact: true })).toBeVisible()
  })
})

/** Everything that opens over a page: by which key, from where. */
const overlays: readonly {
  name: string
  trigger?: (page: Page) => Locator
  keys: string
  opened: (page: Page) => Locator
  at?: () => string
}[] = [
  {
    name: 'the account menu',
    trigger: (page) => page.getByRole('button', { name: 'Account' }),
    keys: 'Enter',
    opened: (page) => page.getByRole('menu'),
  },
  {
    name: 'the project switcher',
    trigger: (page) => page.getByRole('button', { name: /^Project: / }),
    keys: 'Enter',
    opened: (page) => page.getByRole('combobox'),
  },
  {
    name: 'the notifications',
    trigger: (page) => page.getByRole('button', { name: /^Notifications/ }),
    keys: 'Enter',
    opened: (page) => page.getByRole('dialog'),
  },
  {
    name: 'the connect dialog',
    trigger: (page) => page.getByRole('button', { name: 'Connect' }),
    keys: 'Enter',
    opened: (page) => page.getByRole('dialog'),
  },
  {
    name: 'the palette',
    trigger: (page) => page.getByRole('button', { name: 'Search' }),
    keys: 'Enter',
    opened: (page) => page.getByPlaceholder('Search projects, pages and actions'),
  },
  {
    name: 'the sheet of a new table',
    trigger: (page) => page.getByRole('button', { name: 'New table' }).first(),
    keys: 'Enter',
    opened: (page) => page.getByRole('dialog'),
    at: () => '/editor',
  },
  {
    name: 'the question before a project is deleted',
    trigger: (page) => page.getByRole('button', { name: /^Delete/ }),
    keys: 'Enter',
    opened: (page) => page.getByRole('dialog'),
    at: () => '/settings/general',
  },
]

test.describe('what opens over a page', () => {
  for (const { name, trigger, keys, opened, at } of overlays)
    test(`${name} opens and closes by key, and gives the focus back`, async ({ page }) => {
      await page.goto(`${server.url}/project/${project.ref}${at?.() ?? ''}`)
      const from = trigger?.(page) ?? page.locator('body')
      await tabTo(page, from)
      expect(await focusMark(page)).toBe('seen')
      await page.keyboard.press(keys)
      const overlay = opened(page)
      await expect(overlay).toBeVisible()
      const holdsFocus = () =>
        overlay.evaluate(
          (element) =>
            element.contains(document.activeElement) ||
            element.closest('[role=dialog]')?.contains(document.activeElement) === true,
        )
      await expect.poll(holdsFocus).toBe(true)
      await page.keyboard.press('Escape')
      await expect(overlay).toHaveCount(0)
      await expect(from).toBeFocused()
    })

  for (const theme of THEMES)
    test(`has no violation in ${theme}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript(
        (value) => localStorage.setItem('stoa.theme', JSON.stringify(value)),
        theme,
      )
      for (const { name, trigger, keys, opened, at } of overlays)
        await test.step(name, async () => {
          await page.goto(`${server.url}/project/${project.ref}${at?.() ?? ''}`)
          const from = trigger?.(page) ?? page.locator('body')
          await expect(from).toBeVisible()
          await from.focus()
          await page.keyboard.press(keys)
          await expect(opened(page)).toBeVisible()
          const { violations } = await new AxeBuilder({ page })
            .exclude('.monaco-editor')
            // What floats stands at the end of the document and is tied to its button by name.
            .disableRules('region')
            .analyze()
          const found = violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
          expect.soft(found, name).toEqual([])
        })
    })
})

test.describe('the menu of a cell', () => {
  let table = ''
  test.beforeAll(async () => {
    const client = new pg.Client({ connectionString: project.connection_string })
    await client.connect()
    await client.query(`create table stone (id int primary key, name text);
      insert into stone values (1, 'Flint')`)
    const { rows } = await client.query<{ id: string }>("select 'stone'::regclass::oid::text as id")
    await client.end()
    table = `/project/${project.ref}/editor/${rows[0]?.id ?? ''}`
  })

  for (const theme of THEMES)
    test(`has no violation in ${theme}`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await page.addInitScript(
        (value) => localStorage.setItem('stoa.theme', JSON.stringify(value)),
        theme,
      )
      const violations = async () => {
        const found = await new AxeBuilder({ page })
          .exclude('.monaco-editor')
          .disableRules('region')
          .analyze()
        return found.violations.map(({ id, nodes }) => `${id}: ${nodes[0]?.target.join(' ')}`)
      }
      await page.goto(server.url + table)
      const cell = page.getByRole('gridcell', { name: 'Flint' })
      await cell.click()
      await page.keyboard.press('Shift+F10')
      await expect(page.getByRole('menuitem', { name: /Copy/ }).first()).toBeVisible()
      expect.soft(await violations(), 'by key').toEqual([])
      await page.keyboard.press('Escape')
      await cell.click({ button: 'right' })
      await expect(page.getByRole('menuitem', { name: /Copy/ }).first()).toBeVisible()
      expect.soft(await violations(), 'by pointer').toEqual([])
    })
})

test('at 360 px the menu is a sheet that is opened, used and left by key', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${server.url}/project/${project.ref}`)
  const open = page.getByRole('button', { name: 'Open navigation' })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Navigation' })
  await expect(sheet).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await tabTo(page, sheet.getByRole('link', { name: 'Mailbox' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Mailbox')).toBeVisible()
  await expect(sheet).toHaveCount(0)
})
