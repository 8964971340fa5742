import { expect, test, type Page } from '@playwright/test'
import { signIn, useSession, type DashboardSession } from '../support/account.ts'
import { toast } from '../support/dashboard-page.ts'
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
  project = await createProject(server, 'Clear view')
})
test.afterAll(() => discard(server))
test.beforeEach(({ page }) => useSession(page, session))

test.describe('a banner', () => {
  const NOTICE = {
    id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d1',
    title: 'Work on the database tonight',
    text: 'Everything is away from **22:00** to 23:00 UTC.',
    link: null,
    audience: 'all',
    visible_from: '2025-05-10T00:00:00Z',
    visible_until: '2125-05-16T23:00:00Z',
  }
  const banner = (page: Page) => page.getByRole('status').filter({ hasText: NOTICE.title })
  const topBar = (page: Page) => page.getByRole('banner')

  /** Lets the server announce the notice, when told to. */
  async function announceLater(page: Page): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    await page.route(
      (url) => url.pathname === '/platform/notices',
      async (route) => {
        await promise
        await route.fulfill({ json: [NOTICE] })
      },
    )
    return resolve
  }

  /** Notes every time the page begins to give way to banners. */
  const noteSlides = (page: Page) =>
    page.addInitScript(() => {
      const noted: number[] = []
      Object.assign(window, { noted })
      document.addEventListener('transitionrun', ({ propertyName }) => {
        const bar = document.querySelector('header')
        if (propertyName === '--banner-height') noted.push(bar?.getBoundingClientRect().top ?? -1)
      })
    })
  const slides = (page: Page) =>
    page.evaluate(() => (window as unknown as { noted: number[] }).noted)

  test('slides in the first time and stands there from the start the next', async ({ page }) => {
    await noteSlides(page)
    const announce = await announceLater(page)
    await page.goto(`${server.url}/organizations`)
    await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
    await expect(banner(page)).toHaveCount(0)
    expect((await topBar(page).boundingBox())?.y).toBe(0)
    announce()
    await expect(banner(page)).toBeVisible()
    const height = async () => (await banner(page).boundingBox())?.height ?? 0
    await expect.poll(async () => (await topBar(page).boundingBox())?.y).toBe(await height())
    expect(await slides(page)).toEqual([0])

    await page.unrouteAll({ behavior: 'ignoreErrors' })
    const announceAgain = await announceLater(page)
    await page.reload()
    await expect(banner(page)).toBeVisible()
    await expect(banner(page).locator('strong')).toHaveText('22:00')
    expect((await topBar(page).boundingBox())?.y).toBe(await height())
    const answered = page.waitForResponse((response) => response.url().endsWith('/notices'))
    announceAgain()
    await answered
    await expect(banner(page)).toBeVisible()
    expect((await topBar(page).boundingBox())?.y).toBe(await height())
    expect(await slides(page)).toEqual([])
  })

  test('takes its room in one step where less motion is asked for', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const announce = await announceLater(page)
    await page.goto(`${server.url}/organizations`)
    await expect(page.getByRole('heading', { name: 'Organizations' })).toBeVisible()
    announce()
    await expect(banner(page)).toBeVisible()
    const duration = await page.evaluate(
      () => getComputedStyle(document.documentElement).transitionDuration,
    )
    expect(Number.parseFloat(duration)).toBeLessThanOrEqual(0.001)
  })
})

test.describe('a toast', () => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])
    test(`leaves the button that saves to the hand at ${size.width} px`, async ({ page }) => {
      await page.setViewportSize(size)
      const pages = [
        { path: '/account/me', label: 'Name', said: 'Profile saved' },
        {
          path: `/project/${project.ref}/settings/general`,
          label: 'Name',
          said: 'Project renamed',
        },
        {
          path: `/org/${project.organization_slug}/settings`,
          label: 'Name',
          said: /./,
        },
      ]
      for (const { path, label, said } of pages)
        await test.step(path, async () => {
          await page.goto(server.url + path)
          const field = page.getByLabel(label, { exact: true })
          await field.fill(`Once at ${size.width}`)
          const save = page.locator('[data-slot=save-bar]').getByRole('button', { name: /^Save/ })
          await save.click()
          const shown = toast(page, said).first()
          await expect(shown).toBeVisible()
          await expect(save).toHaveCount(0)
          await field.fill(`Twice at ${size.width}`)
          await expect(save).toBeVisible()
          const [over, bar] = await Promise.all([shown.boundingBox(), save.boundingBox()])
          const apart =
            over === null ||
            bar === null ||
            over.x + over.width <= bar.x ||
            bar.x + bar.width <= over.x ||
            over.y + over.height <= bar.y ||
            bar.y + bar.height <= over.y
          expect(apart, `${JSON.stringify(over)} lies over ${JSON.stringify(bar)}`).toBe(true)
          await save.click()
        })
    })
})
