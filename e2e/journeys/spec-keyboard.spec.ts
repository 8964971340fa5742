import { expect, type Locator, type Page } from '@playwright/test'
import { focusOn, violations } from '../support/accessibility.ts'
import { useSession } from '../support/account.ts'
import { follow, holdsFocus, openPalette } from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { oidOf, sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Keys', {
  sql: `create table stone (id int primary key, name text);
    insert into stone values (1, 'Flint')`,
})
test.beforeEach(({ page }) => useSession(page, shared.session))

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })
const newTable = (page: Page) =>
  page.getByRole('navigation', { name: 'Tables' }).getByRole('button', { name: 'New table' })

/** Presses Tab until the element has the focus; fails if it is never reached. */
async function tabTo(page: Page, target: Locator) {
  await expect(target).toBeVisible()
  await expect(target).toBeEnabled()
  const isFocused = () => target.evaluate((element) => element.contains(document.activeElement))
  for (let presses = 0; presses < 80 && !(await isFocused()); presses += 1)
    await page.keyboard.press('Tab')
  await expect.poll(isFocused, `${target.toString()} is reached with Tab`).toBe(true)
}

/** Puts the focus where it is after a page has loaded: before the first element. */
const leaveElements = (page: Page) =>
  page.evaluate(() => {
    document.body.tabIndex = -1
    document.body.focus()
    document.body.removeAttribute('tabindex')
  })

/** The visible focus indicator of the focused element: an outline, a ring or another color. */
const focusMark = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement
    if (element === null || element === document.body) return 'nothing has the focus'
    const { outlineStyle, outlineWidth, boxShadow, borderColor } = getComputedStyle(element)
    const isOutlined = outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0
    return isOutlined || boxShadow !== 'none' ? 'seen' : `${element.outerHTML} ${borderColor}`
  })

/** Opens a page by its name from the command palette. */
async function goByPalette(page: Page, name: string) {
  const field = await openPalette(page)
  await field.fill(name)
  const option = page.getByRole('option', { name: new RegExp(`^${name}`), selected: true })
  await expect(option).toBeVisible()
  await page.keyboard.press('Enter')
  await expect(field).toHaveCount(0)
}

test.describe('the pages of a project', () => {
  const pages = [
    { name: 'Table editor', at: /\/editor$/, title: 'Table editor' },
    { name: 'SQL editor', at: /\/sql\/[\w-]{8,}$/, title: 'Untitled query' },
    { name: 'Auth', at: /\/auth\/users$/, title: 'Users' },
    { name: 'Settings', at: /\/settings\/general$/, title: 'General' },
    { name: 'Home', at: /\/project\/[^/]+$/, title: 'Keys' },
  ]

  test('are reached from the menu with Tab and Enter, with a visible focus', async ({ page }) => {
    await page.goto(shared.home)
    await expect(heading(page, 'Keys')).toBeVisible()
    const menu = page.getByRole('navigation', { name: 'Products' })
    for (const { name, at, title } of pages)
      await test.step(name, async () => {
        await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
        const link = menu.getByRole('link', { name, exact: true })
        await tabTo(page, link)
        await expect.poll(() => focusMark(page)).toBe('seen')
        await page.keyboard.press('Enter')
        await expect(page).toHaveURL(at)
        await expect(link).toHaveAttribute('aria-current', 'page')
        await expect(heading(page, title)).toBeVisible()
      })
  })

  test('are reached from the command palette', async ({ page }) => {
    await page.goto(shared.home)
    await expect(heading(page, 'Keys')).toBeVisible()
    for (const { name, at, title } of pages)
      await test.step(name, async () => {
        await goByPalette(page, name)
        await expect(page).toHaveURL(at)
        await expect(heading(page, title)).toBeVisible()
      })
  })

  test('start with a link that skips the menus and leads to the content', async ({ page }) => {
    await page.goto(shared.home)
    const main = page.getByRole('main')
    await expect(main.getByRole('link').first()).toBeVisible()
    await page.keyboard.press('Tab')
    const skip = page.getByRole('link', { name: 'Skip to content' })
    await expect(skip).toBeFocused()
    await expect(skip).toBeInViewport()
    await page.keyboard.press('Enter')
    await expect(main).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(main.locator(':focus')).toHaveCount(1)
  })

  test('let Tab move through all of their elements, each with a whole focus ring', async ({
    page,
  }) => {
    await page.goto(shared.home)
    for (const { path, title } of [
      { path: '', title: 'Keys' },
      { path: '/settings/general', title: 'General' },
      { path: '/settings/api-keys', title: 'API keys' },
      { path: '/mailbox', title: 'Mailbox' },
      { path: '/editor', title: 'Table editor' },
    ])
      await test.step(title, async () => {
        await follow(page, new URL(shared.home).pathname + path)
        await expect(heading(page, title)).toBeVisible()
        await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
        await leaveElements(page)
        await page.keyboard.press('Tab')
        await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
        let focus
        for (let presses = 0; presses < 150 && focus?.isThrough !== true; presses += 1) {
          await page.keyboard.press('Tab')
          focus = await focusOn(page)
          expect.soft(focus.clipped, 'a container cuts the focus ring off').toBeUndefined()
        }
        expect(focus?.isThrough, 'the focus leaves').toBe(true)
      })
  })
})

test.describe('a user without a mouse', () => {
  test('can run a query', async ({ page }) => {
    await page.goto(`${shared.home}/sql/new`)
    const editor = page.locator('.monaco-editor').first()
    await tabTo(page, editor)
    await page.keyboard.insertText('select 6 * 7 as answer')
    await expect(editor.locator('.view-lines')).toHaveText('select 6 * 7 as answer')
    await page.keyboard.press('ControlOrMeta+Enter')
    await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible()
    // The editor has the focus, and does not handle the palette's shortcut.
    await goByPalette(page, 'Mailbox')
    await expect(heading(page, 'Mailbox')).toBeVisible()
  })

  test('can create an organization and a project', async ({ page }) => {
    await page.goto(`${shared.server.url}/organizations`)
    await expect(heading(page, 'Organizations')).toBeVisible()
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'New organization' }))
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('By hand')
    await expect(page.getByLabel('Name')).toHaveValue('By hand')
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
    // Later tests of the same server need no further database beside theirs.
    const ref = new URL(page.url()).pathname.split('/').at(-1)
    await askPlatform(shared.server, 'DELETE', `/projects/${ref}`)
  })

  test('can create a table, and is asked before Escape discards it', async ({ page }) => {
    await page.goto(`${shared.home}/editor`)
    await tabTo(page, newTable(page))
    await page.keyboard.press('Enter')
    const sheet = page.getByRole('dialog', { name: 'New table' })
    await holdsFocus(sheet)
    const name = sheet.getByLabel('Name', { exact: true }).first()
    await tabTo(page, name)
    await page.keyboard.type('leaf')
    await expect(name).toHaveValue('leaf')
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: 'Discard your changes?' })
    await holdsFocus(question)
    await page.keyboard.press('Escape')
    await expect(question).toHaveCount(0)
    await expect(name).toBeFocused()
    await tabTo(page, sheet.getByRole('button', { name: 'Create table' }))
    await page.keyboard.press('Enter')
    await expect(sheet).toHaveCount(0)
    await expect(heading(page, 'leaf')).toBeVisible()
  })

  test('can rename a project', async ({ page }) => {
    await page.goto(`${shared.home}/settings/general`)
    const name = page.getByLabel('Name', { exact: true })
    await tabTo(page, name)
    await page.keyboard.press('End')
    await page.keyboard.type('!')
    await expect(name).toHaveValue('Keys!')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Project: Keys!', exact: true })).toBeVisible()
    await page.keyboard.press('Backspace')
    await expect(name).toHaveValue('Keys')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Project: Keys', exact: true })).toBeVisible()
  })
})

/** Everything that opens over a page, and the element that opens it on Enter. */
const overlays: readonly {
  name: string
  trigger: (page: Page) => Locator
  opened: (page: Page) => Locator
  at?: string
}[] = [
  {
    name: 'the project switcher',
    trigger: (page) => page.getByRole('button', { name: /^Project: / }),
    opened: (page) => page.getByRole('dialog', { name: 'Project' }),
  },
  {
    name: 'the connect dialog',
    trigger: (page) => page.getByRole('button', { name: 'Connect' }),
    opened: (page) => page.getByRole('dialog'),
  },
  {
    name: 'the palette',
    trigger: (page) => page.getByRole('button', { name: 'Search' }),
    opened: (page) => page.getByRole('dialog', { name: 'Search and actions' }),
  },
  {
    name: 'the notifications',
    trigger: (page) => page.getByRole('button', { name: /^Notifications/ }),
    opened: (page) => page.getByRole('dialog'),
  },
  {
    name: 'the account menu',
    trigger: (page) => page.getByRole('button', { name: 'Account' }),
    opened: (page) => page.getByRole('menu'),
  },
  {
    name: 'the sheet of a new table',
    trigger: newTable,
    opened: (page) => page.getByRole('dialog'),
    at: '/editor',
  },
  {
    name: 'the question before a project is deleted',
    trigger: (page) => page.getByRole('button', { name: /^Delete/ }),
    opened: (page) => page.getByRole('dialog'),
    at: '/settings/general',
  },
]

// Popups are rendered at the end of the document and linked to their buttons by name.
const FLOATING = { without: ['region'] }

test('each overlay opens and closes by keyboard, returns the focus, and has no accessibility violation in any theme', async ({
  page,
}) => {
  await page.goto(shared.home)
  for (const { name, trigger, opened, at = '' } of overlays)
    await test.step(name, async () => {
      await follow(page, new URL(shared.home).pathname + at)
      const from = trigger(page)
      await tabTo(page, from)
      await expect.poll(() => focusMark(page)).toBe('seen')
      await page.keyboard.press('Enter')
      await expect(opened(page)).toBeVisible()
      await holdsFocus(opened(page))
      await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
      expect.soft(await violations(page, FLOATING)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(opened(page)).toHaveCount(0)
      await expect(from).toBeFocused()
    })
})

test.describe('the menu of a cell', () => {
  let table = ''
  test.beforeAll(async () => {
    table = `${shared.home}/editor/${await oidOf(shared.project, 'stone')}`
  })

  test('has no accessibility violation in any theme', async ({ page }) => {
    await page.goto(table)
    const cell = page.getByRole('gridcell', { name: 'Flint' })
    const menu = page.getByRole('menu')
    await cell.click()
    await expect(cell).toBeFocused()
    await page.keyboard.press('Shift+F10')
    await expect(menu.getByRole('menuitem', { name: /Copy/ }).first()).toBeVisible()
    await holdsFocus(menu)
    expect(await violations(page, FLOATING), 'by key').toEqual([])
    await page.keyboard.press('Escape')
    await expect(menu).toHaveCount(0)
    await expect(cell).toBeFocused()
    await cell.click({ button: 'right' })
    await expect(menu.getByRole('menuitem', { name: /Copy/ }).first()).toBeVisible()
    await holdsFocus(menu)
    expect(await violations(page, FLOATING), 'by pointer').toEqual([])
  })
})

test('at 360 px, the menu is a sheet that is opened, used and closed by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(shared.home)
  const open = page.getByRole('button', { name: 'Open navigation' })
  await tabTo(page, open)
  await page.keyboard.press('Enter')
  const sheet = page.getByRole('dialog', { name: 'Navigation' })
  await holdsFocus(sheet)
  await page.keyboard.press('Escape')
  await expect(sheet).toHaveCount(0)
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await holdsFocus(sheet)
  await tabTo(page, sheet.getByRole('link', { name: 'Storage' }))
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Buckets')).toBeVisible()
  await expect(sheet).toHaveCount(0)
})
