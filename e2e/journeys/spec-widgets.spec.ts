import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { runUntilVisible, settle, stopTime, stored, toast } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Library')
test.beforeEach(({ page }) => useSession(page, shared.session))

test.describe('copying', () => {
  // SPEC: "Copy button: 'Copy', then 'Copied' for 2 seconds, then reverts."
  // SPEC: "Copied label 2000 ms."
  test("shows 'Copied' for two seconds and puts the value on the clipboard", async ({ page }) => {
    await page.clock.install()
    await page.goto(shared.home)
    await page.getByRole('button', { name: 'Connect' }).click()
    const dialog = page.getByRole('dialog')
    const copy = dialog.getByRole('button', { name: 'Copy API URL' })
    await expect(copy).toBeVisible()
    await stopTime(page)
    await copy.click()
    const copied = dialog.getByRole('button', { name: 'Copied' })
    await expect(copied).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(shared.project.api_url)
    await settle(page)
    await page.clock.runFor(1900)
    await settle(page)
    await expect(copied).toBeVisible()
    await page.clock.runFor(100)
    await expect(copied).toHaveCount(0)
    await expect(copy).toBeVisible()
  })
})

test.describe('toasts and tooltips', () => {
  // SPEC: "They auto-dismiss after the duration and pause while expanded"
  // SPEC: "width 356 px."
  test('a toast is 356 px wide and closes after four seconds, but not while the pointer is on it', async ({
    page,
  }) => {
    const { message } = await standingToast(page)
    await expect(message).toHaveCSS('width', '356px')
    await message.hover()
    await expect(message).toHaveAttribute('data-expanded', 'true')
    await settle(page)
    await page.clock.runFor(20_000)
    await settle(page)
    await expect(message).toHaveAttribute('data-removed', 'false')
    await page.mouse.move(1, 1)
    await expect(message).toHaveAttribute('data-expanded', 'false')
    await settle(page)
    await page.clock.runFor(5000)
    await expect(message).toHaveCount(0)
  })

  /**
   * A toast that no timer closes: the page's clock is stopped from the start and only advances for
   * what the page itself waits for. Only the test's gesture can remove it, even on a slow machine.
   */
  async function standingToast(page: Page) {
    await page.clock.install()
    await stopTime(page)
    await page.goto(`${shared.server.url}/org/nobody`)
    const message = toast(page, "We couldn't find that organization")
    await runUntilVisible(page, message, 20)
    await expect(message).toHaveAttribute('data-mounted', 'true')
    // Waits until the toast has slid into place.
    await expect.poll(() => message.evaluate((shown) => shown.getAnimations().length)).toBe(0)
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

  test('a toast that is released near its place stays', async ({ page }) => {
    const { message, x, y } = await standingToast(page)
    await page.mouse.move(x, y)
    await page.mouse.down()
    for (const distance of [10, 20, 30]) await page.mouse.move(x + distance, y)
    await expect(message).toHaveAttribute('data-swiping', 'true')
    // Moves slowly, because a quick flick counts whatever its distance.
    await page.clock.runFor(1000)
    await page.mouse.up()
    await expect(message).toHaveAttribute('data-swiping', 'false')
    await page.clock.runFor(300)
    await settle(page)
    await expect(message).toHaveAttribute('data-swipe-out', 'false')
    await expect(message).toHaveAttribute('data-removed', 'false')
  })

  // SPEC: "Tooltip delay 700 ms."
  test('a tooltip opens after 700 ms of hovering', async ({ page }) => {
    await page.clock.install()
    await page.goto(`${shared.server.url}/org/${shared.project.organization_slug}`)
    const time = page.getByRole('main').locator('time')
    await expect(time).toBeVisible()
    await stopTime(page)
    await time.hover()
    await settle(page)
    await page.clock.runFor(690)
    await settle(page)
    await expect(page.getByRole('tooltip')).toHaveCount(0)
    await page.clock.runFor(10)
    await expect(page.getByRole('tooltip')).toHaveText(
      /^\d{2} [A-Z][a-z]{2} \d{4}, \d{2}:\d{2}:\d{2} \([+-]\d{4}\)$/,
    )
  })
})

test.describe('themes', () => {
  const shows = (page: Page, theme: string) =>
    expect(page.locator('html')).toHaveAttribute('data-theme', theme)
  /** The sections above the choice are loaded, so that it does not move any more. */
  const isComplete = (page: Page) =>
    expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  const background = (page: Page) =>
    page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)

  // SPEC: "Themes: dark, light, classic-dark; default is system."
  test('follow the system until one is chosen, which is kept', async ({ page }) => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.goto(`${shared.server.url}/account/me`)
    await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
    await isComplete(page)
    await shows(page, 'dark')
    await page.emulateMedia({ colorScheme: 'light' })
    await shows(page, 'light')
    const grounds = new Set([await background(page)])
    for (const [name, theme] of [
      ['Dark', 'dark'],
      ['Classic dark', 'classic-dark'],
    ] as const) {
      await page.getByRole('radio', { name, exact: true }).click()
      await shows(page, theme)
      await page.reload()
      await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
      await isComplete(page)
      await shows(page, theme)
      grounds.add(await background(page))
    }
    expect(grounds.size).toBe(3)
    await expect.poll(() => stored(page, 'stoa.theme')).toBe('classic-dark')
  })

  test('are applied before any script of the application has run', async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('stoa.theme', '"classic-dark"'))
    await page.emulateMedia({ colorScheme: 'light' })
    let refused = 0
    await page.route(/\/assets\/.*\.js$/, (route) => {
      refused += 1
      return route.abort()
    })
    await page.goto(`${shared.server.url}/account/me`)
    await expect.poll(() => refused).toBeGreaterThan(0)
    await expect(page.locator('#root')).toBeEmpty()
    await shows(page, 'classic-dark')
  })

  // SPEC: "and fall back to the default if missing or unreadable."
  for (const kept of ['{', '"pink"', '7', ''])
    test(`fall back to the system if the stored value is ${kept || 'empty'}`, async ({ page }) => {
      await page.addInitScript((text) => localStorage.setItem('stoa.theme', text), kept)
      await page.emulateMedia({ colorScheme: 'dark' })
      await page.goto(`${shared.server.url}/account/me`)
      await expect(page.getByRole('radio', { name: 'System' })).toBeChecked()
      await shows(page, 'dark')
    })
})
