import { expect, test, type Page } from '@playwright/test'
import { signIn, useSession, type DashboardSession } from '../support/account.ts'
import { stored, toast } from '../support/dashboard-page.ts'
import {
  createProject,
  discard,
  startServer,
  type ProjectInfo,
  type StartedServer,
} from '../support/server.ts'

let server: StartedServer
let session: DashboardSession
let project: ProjectInfo

test.beforeAll(async () => {
  server = await startServer()
  session = await signIn(server)
  project = await createProject(server, 'Library')
})
test.afterAll(() => discard(server))
test.beforeEach(({ page }) => useSession(page, session))

test.describe('copying', () => {
  // SPEC: "Copy button: 'Copy', then 'Copied' for 2 seconds, then reverts."
  // SPEC: "Copied label 2000 ms."
  test("says 'Copied' for two seconds and puts the value on the clipboard", async ({ page }) => {
    await page.clock.install()
    await page.goto(`${server.url}/project/${project.ref}`)
    await page.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog')
    const copy = dialog.getByRole('button', { name: 'Copy API URL' })
    await expect(copy).toBeVisible()
    await page.clock.pauseAt(Date.now() + 3_600_000)
    await copy.click()
    const copied = dialog.getByRole('button', { name: 'Copied' })
    await expect(copied).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(project.api_url)
    await page.clock.runFor(1900)
    await expect(copied).toBeVisible()
    await page.clock.runFor(100)
    await expect(copied).toHaveCount(0)
    await expect(copy).toBeVisible()
  })
})

test.describe('toasts and tooltips', () => {
  // SPEC: "They auto-dismiss after the duration and pause while expanded, while the user interacts,
  // or while the page is hidden."
  // SPEC: "Toast default duration 4000 ms, 3 visible toasts, gap 14 px, width 356 px."
  test('a toast is 356 px wide and goes after four seconds, not while the pointer is on it', async ({
    page,
  }) => {
    const { message } = await standingToast(page)
    await expect(message).toHaveCSS('width', '356px')
    await message.hover()
    await page.clock.runFor(20_000)
    await expect(message).toBeVisible()
    await page.mouse.move(1, 1)
    await page.clock.runFor(5000)
    await expect(message).toHaveCount(0)
  })

  /**
   * A toast that no timer takes away: the page's time stands still from the start and moves only for
   * what the page itself waits for. So it is the hand that removes it, however slow the machine is.
   */
  async function standingToast(page: Page) {
    await page.clock.install()
    await page.clock.pauseAt(Date.now() + 1000)
    await page.goto(`${server.url}/org/nobody`)
    const message = toast(page, "We couldn't find that organization")
    await expect
      .poll(async () => {
        await page.clock.runFor(20)
        return message.count()
      })
      .toBe(1)
    // Not before it has slid to its place.
    await message.click({ trial: true })
    const box = await message.boundingBox()
    if (!box) throw new Error('The toast is nowhere')
    return { message, x: box.x + 150, y: box.y + box.height / 2 }
  }

  const sides = [
    { side: 'left', distances: [-10, -40, -80, -120] },
    { side: 'right', distances: [10, 40, 80, 120] },
  ]

  for (const { side, distances } of sides) {
    // SPEC: "They can be swiped away."
    test(`a toast can be swiped away to the ${side}`, async ({ page }) => {
      const { message, x, y } = await standingToast(page)
      const fingers = await page.context().newCDPSession(page)
      const touch = (type: 'touchStart' | 'touchMove', at: number) =>
        fingers.send('Input.dispatchTouchEvent', { type, touchPoints: [{ x: at, y }] })
      await touch('touchStart', x)
      for (const distance of distances) await touch('touchMove', x + distance)
      await fingers.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
      await expect(message).toHaveAttribute('data-swipe-direction', side)
      await page.clock.runFor(300)
      await expect(message).toHaveCount(0)
    })

    // SPEC: "They can be swiped away."
    test(`a toast can be dragged away with the mouse to the ${side}`, async ({ page }) => {
      const { message, x, y } = await standingToast(page)
      await page.mouse.move(x, y)
      await page.mouse.down()
      for (const distance of distances) await page.mouse.move(x + distance, y)
      await page.mouse.up()
      await expect(message).toHaveAttribute('data-swipe-direction', side)
      await page.clock.runFor(300)
      await expect(message).toHaveCount(0)
    })
  }

  test('a toast that is let go near its place stays', async ({ page }) => {
    const { message, x, y } = await standingToast(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const distance of [10, 20, 30]) await page.mouse.move(x + distance, y)
    // Slowly, since a quick flick counts whatever its length.
    await page.clock.runFor(1000)
    await page.mouse.up()
    await page.clock.runFor(300)
    await expect(message).toHaveCount(1)
    await expect(message).toHaveAttribute('data-swipe-out', 'false')
  })

  // SPEC: "Tooltip delay 700 ms."
  test('a tooltip opens after 700 ms of hovering', async ({ page }) => {
    await page.clock.install()
    await page.goto(`${server.url}/organizations`)
    await page
      .getByRole('main')
      .getByRole('link', { name: /Library org/ })
      .click()
    const time = page.getByRole('main').locator('time')
    await expect(time).toBeVisible()
    await page.clock.pauseAt(Date.now() + 60_000)
    await time.hover()
    await page.clock.runFor(690)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(page.getByRole('tooltip')).toHaveText(
      /^\d{2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}:\d{2} \([+-]\d{4}\)$/,
    )
  })
})

test.describe('themes', () => {
  const shown = (page: Page) => page.evaluate(() => document.documentElement.dataset['theme'])
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

  // SPEC: "Themes: dark, light, classic-dark; default is system."
  test('follow the system until one is chosen, which is kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${server.url}/account/me`)
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
    expect(await shown(page)).toBe('dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await expect.poll(() => shown(page)).toBe('light')
    const grounds = new Set([await background(page)])
    for (const [name, theme] of [
      ['Dark', 'dark'],
      ['Classic dark', 'classic-dark'],
    ] as const) {
      await page.getByRole('radio', { name, exact: true }).click()
      await expect.poll(() => shown(page)).toBe(theme)
      await page.reload()
      await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
      expect(await shown(page)).toBe(theme)
      grounds.add(await background(page))
    }
    expect(grounds.size).toBe(3)
    expect(await stored(page, 'stoa.theme')).toBe('classic-dark')
  })

  test('are on the page before any script of the application has run', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('stoa.theme', '"classic-dark"'))
    await page.emulateMedia({ colorScheme: 'light' })
    await page.route(/\/assets\/.*\.js$/, (route) => route.abort())
    await page.goto(`${server.url}/account/me`)
    expect(await page.locator('#root').innerHTML()).toBe('')
    expect(await shown(page)).toBe('classic-dark')
  })

  // SPEC: "Settings are stored as JSON and fall back to the default if missing or unreadable."
  for (const kept of ['{', '"pink"', '7', ''])
    test(`fall back to the system when what is kept is ${kept || 'empty'}`, async ({ page }) => {
      await page.addInitScript((text) => localStorage.setItem('stoa.theme', text), kept)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${server.url}/account/me`)
      await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
      expect(await shown(page)).toBe('dark')
    })
})
