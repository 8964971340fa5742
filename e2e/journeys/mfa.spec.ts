import { expect, test, type Page } from '@playwright/test'
import { violations } from '../support/accessibility.ts'
import { addAuthenticator, EMAIL, fillInSignIn, createOwner } from '../support/account.ts'
import { stored, toast } from '../support/dashboard-page.ts'
import { askPlatform } from '../support/platform-api.ts'
import { discard, startServer, stoa, type StartedServer } from '../support/server.ts'
import { nextTotp, totp } from '../support/totp.ts'

let server: StartedServer
test.beforeAll(async () => {
  server = await startServer()
  await createOwner(server)
})
test.afterAll(() => discard(server))
test.beforeEach(async () => {
  await stoa(server, 'account', 'remove-mfa', '--email', EMAIL)
})

const heading = (page: Page, name: string) => page.getByRole('heading', { name, exact: true })

const addApp = () => addAuthenticator(server, { email: EMAIL, name: 'Ada’s phone' })

test('an account adds an authenticator app with its key and first code', async ({ page }) => {
  await page.goto(`${server.url}/sign-in?returnTo=%2Faccount%2Fme`)
  await fillInSignIn(page)
  await page.getByRole('button', { name: 'Add authenticator app' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Ada’s phone')
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await expect(dialog.getByRole('img', { name: /QR code/ })).toBeVisible()
  const shown = await dialog
    .getByRole('img', { name: /QR code/ })
    .evaluate((image: HTMLImageElement) => image.decode().then(() => image.naturalWidth))
  expect(shown).toBeGreaterThan(0)
  const secret = (await dialog.getByLabel('Key', { exact: true }).innerText()).replaceAll(/\s/g, '')

  await dialog.getByLabel('Code from the app').fill('000000')
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(dialog.getByText('Wrong code.')).toBeVisible()
  expect(await violations(page)).toEqual([])
  await dialog.getByLabel('Code from the app').fill(totp(secret))
  await dialog.getByRole('button', { name: 'Enable' }).click()
  await expect(toast(page, 'Two-factor authentication enabled')).toBeVisible()
  await expect(page.getByRole('listitem').filter({ hasText: 'Ada’s phone' })).toBeVisible()
})

test('signing in asks for the code, rejects a wrong one and continues to the requested page', async ({
  page,
}) => {
  const secret = await addApp()
  await page.goto(`${server.url}/account/me`)
  await fillInSignIn(page)
  await expect(heading(page, 'Enter your code')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/sign-in-mfa?returnTo=%2Faccount%2Fme`)

  await page.getByLabel('Code').fill('000000')
  await expect(page.getByText('Wrong code.')).toBeVisible()
  expect(await violations(page)).toEqual([])

  // Neither another URL nor the API bypasses the second factor.
  await page.goto(`${server.url}/organizations`)
  await expect(heading(page, 'Enter your code')).toBeVisible()
  const kept = (await stored(page, 'stoa.session')) as { access_token: string }
  const profile = await fetch(`${server.url}/platform/profile`, {
    headers: { authorization: `Bearer ${kept.access_token}` },
  })
  expect(profile.status).toBe(403)
  expect(await profile.json()).toMatchObject({ code: 'second_factor_required' })

  await page.goto(`${server.url}/account/me`)
  await page.getByLabel('Code').fill(nextTotp(secret))
  await expect(heading(page, 'Account')).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/account/me`)
})

test('a user can sign out from the page that asks for the code', async ({ page }) => {
  await addApp()
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await page.getByRole('link', { name: 'Sign out' }).click()
  await expect(heading(page, 'Sign in to Stoa')).toBeVisible()
  await expect.poll(() => stored(page, 'stoa.session')).toBeNull()
})

// SPEC: "Users are sent here when the organization requires multi-factor authentication and they have
// not enabled it."
// SPEC: "Organizations that require MFA force users without MFA to /org/{slug}."
test('an organization that requires MFA is accessible only to users who have it enabled', async ({
  page,
}) => {
  const secret = await addApp()
  const { slug } = await askPlatform<{ slug: string }>(server, 'POST', '/organizations', {
    name: 'Strict',
  })
  await page.goto(`${server.url}/sign-in?returnTo=%2Forg%2F${slug}%2Fsettings`)
  await fillInSignIn(page)
  await page.getByLabel('Code').fill(nextTotp(secret))
  await page.getByRole('switch', { name: 'Require multi-factor authentication' }).click()
  await expect(toast(page, 'Sign-in requirement saved')).toBeVisible()
  await page.goto(`${server.url}/org/${slug}/team`)
  await expect(heading(page, 'Team')).toBeVisible()

  await page.goto(`${server.url}/account/me`)
  await page.getByRole('button', { name: 'Remove Ada’s phone' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(toast(page, 'Authenticator app removed')).toBeVisible()

  await page.goto(`${server.url}/org/${slug}/team`)
  await expect(
    page.getByText('This organization requires multi-factor authentication'),
  ).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/org/${slug}`)
  await page.getByRole('link', { name: 'Set up two-factor authentication' }).click()
  await expect(page.getByRole('button', { name: 'Add authenticator app' })).toBeVisible()
  await expect(page).toHaveURL(`${server.url}/account/me#two-factor`)
})

test('an operator restores access for a user who lost their device', async ({ page }) => {
  await addApp()
  await page.goto(`${server.url}/sign-in`)
  await fillInSignIn(page)
  await expect(heading(page, 'Enter your code')).toBeVisible()

  const done = await stoa(server, 'account', 'remove-mfa', '--email', EMAIL)
  expect(done.stdout).toContain(`Removed 1 authenticator app from ${EMAIL}.`)
  await page.reload()
  await expect(heading(page, 'Organizations')).toBeVisible()
})
