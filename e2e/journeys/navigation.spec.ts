import { expect, type Page } from '@playwright/test'
import { useSession } from '../support/account.ts'
import { follow } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Compass')
test.beforeEach(({ page }) => useSession(page, shared.session))

const heading = (page: Page, name: string) =>
  page.getByRole('heading', { name, level: 1, exact: true })
const products = (page: Page) => page.getByRole('navigation', { name: 'Products' })
const column = (page: Page, name: string) =>
  page.getByRole('navigation', { name, exact: true }).getByRole('link')

test('products, their pages and shortcuts lead through a project', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 720 })
  await page.goto(shared.home)
  await expect(page.getByRole('heading', { name: 'Compass', level: 1 })).toBeVisible()
  await expect(products(page).getByRole('link')).toHaveText([
    'Home',
    'Table editor',
    'SQL editor',
    'Database',
    'Auth',
    'Storage',
    'Functions',
    'Realtime',
    'Integrations',
    'Advisors',
    'Reports',
    'Logs',
    'API docs',
    'Settings',
  ])
  await expect(products(page).getByRole('link', { name: 'Settings' })).toBeInViewport({ ratio: 1 })

  await test.step('G and a letter open a product, but not while the user types', async () => {
    await page.keyboard.press('g')
    await page.keyboard.press('b')
    await expect(heading(page, 'Buckets')).toBeVisible()
    await expect(column(page, 'Storage')).toHaveText([
      'Buckets',
      'Policies',
      'Webhooks',
      'Settings',
    ])
    await follow(page, `/project/${shared.project.ref}/database/functions`)
    await page.getByRole('searchbox', { name: 'Search functions' }).pressSequentially('gb?')
    await expect(page.getByRole('searchbox', { name: 'Search functions' })).toHaveValue('gb?')
    await expect(heading(page, 'Functions')).toBeVisible()
  })

  await test.step('former addresses lead to the pages in their products', async () => {
    for (const [from, to, name] of [
      ['/project/$ref/settings/auth', '/project/$ref/auth/settings', 'URLs and sessions'],
      ['/project/$ref/settings/storage', '/project/$ref/storage/settings', 'Settings'],
      ['/account/installation', '/installation', 'General'],
      ['/account/mailbox', '/installation/mailbox', 'Mailbox'],
      ['/account', '/account/me', 'Account'],
    ] as const) {
      await follow(page, from.replace('$ref', shared.project.ref))
      await expect(page).toHaveURL(shared.server.url + to.replace('$ref', shared.project.ref))
      await expect(heading(page, name)).toBeVisible()
    }
    await follow(page, '/installation')
    await expect(column(page, 'Installation')).toHaveText([
      'General',
      'Projects',
      'Incidents',
      'Notices',
      'Mailbox',
    ])
    await expect(products(page)).toHaveCount(0)
  })
})

test('beside a second column, the folded side bar opens over the page and moves nothing', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1024, height: 720 })
  await page.goto(`${shared.home}/database/functions`)
  const title = heading(page, 'Functions')
  await expect(title).toBeVisible()
  const widthOf = async () => (await products(page).boundingBox())?.width
  await expect.poll(widthOf).toBe(48)
  const before = await title.boundingBox()
  await products(page).getByRole('link', { name: 'Auth' }).hover()
  await expect.poll(widthOf).toBe(192)
  expect(await title.boundingBox()).toEqual(before)
  await title.hover()
  await expect.poll(widthOf).toBe(48)
  await products(page).getByRole('link', { name: 'Home' }).focus()
  await page.keyboard.press('Tab')
  await expect.poll(widthOf).toBe(192)
  await page.getByRole('button', { name: 'Keep open' }).click()
  await page.reload()
  await expect(title).toBeVisible()
  await expect.poll(widthOf).toBe(192)
  expect((await title.boundingBox())?.x).toBeGreaterThan(before?.x ?? Infinity)
})
