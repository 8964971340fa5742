import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { answerInstead, toast } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Clear view', { server: 'own' })
// How banners and bars move is part of these tests.
test.use({ contextOptions: { reducedMotion: 'no-preference' } })
test.beforeEach(({ page }) => useSession(page, shared.session))

test.describe('a banner', () => {
  const NOTICE = {
    id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d1',
    title: 'Work on the database tonight',
    link: null,
    audience: 'all',
    visible_from: '2025-05-10T00:00:00Z',
    visible_until: '2125-05-16T23:00:00Z',
  }
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: NOTICE.title })
  /** Distance in pixels between the banner and the bar below it. */
  const gap = async (page: Page) => {
    const over = await banner(page).boundingBox()
    const below = await page.getByRole('banner').boundingBox()
    return below && over && below.y - over.height
  }

  /**
   * Delays the response with the notice until the test announces it, and sets the hour in its text.
   */
  async function announceLater(page: Page) {
    let hour = Promise.withResolvers<string>()
    await answerInstead(page, '/platform/notices', async (route) => {
      const text = `Everything is away from **${await hour.promise}** to 23:00 UTC.`
      await route.fulfill({ json: [{ ...NOTICE, text }] })
    })
    return {
      announce: (told: string) => hour.resolve(told),
      wait: () => (hour = Promise.withResolvers()),
    }
  }

  /** Counts the animated layout shifts that make room for a banner. */
  const countSlides = (page: Page) =>
    page.addInitScript(() => {
      Object.assign(window, { slides: 0 })
      document.addEventListener('transitionrun', ({ propertyName }) => {
        if (propertyName === '--banner-height')
          (window as unknown as { slides: number }).slides += 1
      })
    })
  const slides = (page: Page) =>
    page.evaluate(() => (window as unknown as { slides: number }).slides)
  /** Waits for three frames, after which any slide would have started. */
  const drawn = (page: Page) =>
    page.evaluate(async () => {
      for (let frame = 0; frame < 3; frame += 1)
        await new Promise((resolve) => requestAnimationFrame(resolve))
    })

  test('slides in on the first visit and is in place from the start on the next', async ({
    page,
  }) => {
    await countSlides(page)
    const notices = await announceLater(page)
    await page.goto(`${shared.server.url}/organizations`)
    await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    expect((await page.getByRole('banner').boundingBox())?.y).toBe(0)
    notices.announce('22:00')
    await expect(banner(page)).toBeVisible()
    await expect.poll(() => gap(page)).toBe(0)
    await expect.poll(() => slides(page)).toBe(1)

    notices.wait()
    await page.reload()
    await expect(banner(page).locator('strong')).toHaveText('22:00')
    expect(await gap(page)).toBe(0)
    notices.announce('22:30')
    await expect(banner(page).locator('strong')).toHaveText('22:30')
    await drawn(page)
    expect(await gap(page)).toBe(0)
    expect(await slides(page)).toBe(0)
  })

  test('takes its space without an animation if the user prefers reduced motion', async ({
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const notices = await announceLater(page)
    await page.goto(`${shared.server.url}/organizations`)
    await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
    notices.announce('22:00')
    await expect(banner(page)).toBeVisible()
    await expect.poll(() => gap(page)).toBe(0)
    const duration = await page.evaluate(
      () => getComputedStyle(document.documentElement).transitionDuration,
    )
    expect(duration).toBe('0s')
  })
})

test.describe('a toast', () => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])
    test(`does not cover the save button at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      const { ref, organization_slug } = shared.project
      for (const { path, said } of [
        { path: '/account/me', said: 'Profile saved' },
        { path: `/project/${ref}/settings/general`, said: 'Project renamed' },
        { path: `/org/${organization_slug}/settings`, said: 'Organization renamed' },
      ])
        await test.step(path, async () => {
          await page.goto(shared.server.url + path)
          const field = page.getByLabel('Name', { exact: true })
          await field.fill(`Once at ${size.width}`)
          const saveBar = page.locator('[data-slot=save-bar]')
          const save = saveBar.getByRole('button', { name: /^Save/ })
          const shown = toast(page, said)
          // The toast disappears by itself, but not while the pointer is over it: hovering starts
          // before it appears and keeps it open while it is measured.
          await Promise.all([shown.hover(), save.click()])
          await expect(save).toHaveCount(0)
          await field.fill(`Twice at ${size.width}`)
          // Waits until the save bar has slid to its final position.
          await saveBar.evaluate(async (element) => {
            await Promise.all(element.getAnimations().map(({ finished }) => finished))
          })
          const [over, bar] = [await shown.boundingBox(), await save.boundingBox()]
          const isApart =
            over !== null &&
            bar !== null &&
            (over.x + over.width <= bar.x ||
              bar.x + bar.width <= over.x ||
              over.y + over.height <= bar.y ||
              bar.y + bar.height <= over.y)
          expect(isApart, `${JSON.stringify(over)} lies over ${JSON.stringify(bar)}`).toBe(true)
          await save.click()
          await expect(save).toHaveCount(0)
        })
    })
})
