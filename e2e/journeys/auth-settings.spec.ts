import { expect, type Page } from '@playwright/test'
import { createClient } from '@supabase/supabase-js'
import { useSession } from '../support/account.ts'
import { pageErrors, toast } from '../support/dashboard-page.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Settings')

const dialog = (page: Page, name: RegExp | string) => page.getByRole('dialog', { name })
const row = (page: Page, name: RegExp | string) => page.getByRole('row', { name })

async function save(page: Page) {
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect(page.getByRole('button', { name: 'Save changes' })).toBeHidden()
}

/** A client of the project with a session of its own. */
const client = () =>
  createClient(shared.project.api_url, shared.project.publishable_key, {
    auth: { persistSession: false, autoRefreshToken: false },
  }).auth

/** Calls the project's auth service, as an app without its library does. */
async function ask(path: string, body?: Record<string, string>) {
  const response = await fetch(`${shared.project.api_url}/auth/v1${path}`, {
    redirect: 'manual',
    ...(body && { method: 'POST', body: new URLSearchParams(body) }),
  })
  return { location: response.headers.get('location') ?? '', text: await response.text() }
}

test.beforeEach(async ({ page }) => useSession(page, shared.session))

test('multi-factor settings decide whether users can add an authenticator app', async ({
  page,
}) => {
  const errors = pageErrors(page)
  const auth = client()
  await auth.signUp({ email: 'ada@example.com', password: 'correct horse battery' })
  const enroll = async (friendlyName: string) =>
    (await auth.mfa.enroll({ factorType: 'totp', friendlyName })).error?.code

  await page.goto(`${shared.home}/auth/mfa`)
  const allow = page.getByLabel('Allow users to add authenticator apps')
  await expect(allow).toBeChecked()
  expect(await enroll('before')).toBeUndefined()
  await allow.click()
  await page.getByRole('link', { name: 'Users', exact: true }).click()
  await dialog(page, 'Leave without saving?').getByRole('button', { name: 'Stay' }).click()
  await save(page)
  expect(await enroll('after')).toBe('mfa_totp_enroll_not_enabled')

  await test.step('a member removes the factor of a user', async () => {
    await page.goto(`${shared.home}/auth/users`)
    await page.getByRole('button', { name: 'ada@example.com' }).click()
    const panel = dialog(page, 'ada@example.com')
    await expect(panel.getByText('Not verified')).toBeVisible()
    await panel.getByRole('button', { name: 'Remove' }).click()
    await page.getByRole('button', { name: 'Remove factor' }).click()
    await expect(panel.getByText('Not verified')).toBeHidden()
  })

  await test.step('the overview counts the user', async () => {
    await page.goto(`${shared.home}/auth/overview`)
    await expect(row(page, /^Sign-ups/)).toContainText('111')
    await expect(row(page, /Signed up/)).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('a member enables the OAuth server and manages a client', async ({ page }) => {
  const errors = pageErrors(page)
  /** The token endpoint's response to a client with a code that does not exist. */
  const proof = async (id: string, secret: string) => {
    const code = { grant_type: 'authorization_code', code: 'x', code_verifier: 'x' }
    const { text } = await ask('/oauth/token', { ...code, client_id: id, client_secret: secret })
    return (JSON.parse(text) as { error: string }).error
  }

  await page.goto(`${shared.home}/auth/oauth-server`)
  await page.getByLabel('OAuth 2.1 server').click()
  await save(page)
  await expect(page.getByText('/oauth/authorize')).toBeVisible()

  await page.getByRole('button', { name: 'New client' }).click()
  const form = dialog(page, 'New client')
  await form.getByLabel('Name').fill('Storefront')
  await form.getByLabel('Redirect URIs').fill('https://store.example.com/callback')
  await form.getByLabel('Client authentication').click()
  await page.getByRole('option', { name: /Secret in the body/ }).click()
  await form.getByRole('button', { name: 'Create client' }).click()
  const secret = (await page.getByLabel('client secret', { exact: true }).textContent()) ?? ''
  await page.getByRole('button', { name: 'Done' }).click()
  const id =
    (await row(page, /Storefront/)
      .getByRole('code')
      .textContent()) ?? ''
  expect(await proof(id, secret)).toBe('invalid_grant')

  await test.step('regenerate the secret', async () => {
    await page.getByRole('button', { name: 'Actions for Storefront' }).click()
    await page.getByRole('menuitem', { name: 'Regenerate secret' }).click()
    await page.getByRole('button', { name: 'Regenerate secret' }).click()
    await expect(dialog(page, 'Secret regenerated')).toBeVisible()
    await page.getByRole('button', { name: 'Done' }).click()
    expect(await proof(id, secret)).toBe('invalid_client')
  })

  await test.step('delete the client', async () => {
    await page.getByRole('button', { name: 'Actions for Storefront' }).click()
    await page.getByRole('menuitem', { name: 'Delete client' }).click()
    await page.getByRole('button', { name: 'Delete client' }).click()
    await expect(page.getByText('No clients yet')).toBeVisible()
  })
  expect(errors).toEqual([])
})

test('a member adds a custom provider that apps redirect to', async ({ page }) => {
  const errors = pageErrors(page)
  const authorize = () => ask('/authorize?provider=custom:acme')

  await page.goto(`${shared.home}/auth/providers`)
  await page.getByRole('button', { name: 'New custom provider' }).click()
  const form = dialog(page, 'New custom provider')
  await form.getByRole('radio', { name: 'OAuth 2.0' }).click()
  await form.getByLabel('Name').fill('Acme')
  await form.getByLabel('Identifier').fill('acme')
  await form.getByLabel('Client ID').fill('shop')
  await form.getByLabel('Client secret').fill('a secret')
  await form.getByLabel('Authorization URL').fill('https://login.example.com/authorize')
  await form.getByLabel('Token URL').fill('https://login.example.com/token')
  await form.getByLabel('User info URL').fill('https://login.example.com/me')
  await form.getByRole('button', { name: 'Create provider' }).click()
  await expect(toast(page, 'Provider created')).toBeVisible()
  expect((await authorize()).location).toContain('https://login.example.com/authorize')

  await page.getByRole('button', { name: 'Actions for Acme' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  await dialog(page, 'Edit Acme').getByLabel('Enable provider').click()
  await page.getByRole('button', { name: 'Save provider' }).click()
  await expect(row(page, /Acme/)).toContainText('Disabled')
  expect((await authorize()).location).not.toContain('login.example.com')

  await test.step('SAML shows the URLs for identity providers', async () => {
    await page.getByLabel('SAML 2.0').click()
    await save(page)
    await expect(page.getByText('/auth/v1/sso/saml/acs')).toBeVisible()
    await expect(page.getByText('No SAML providers yet')).toBeVisible()
  })
  expect(errors).toEqual([])
})
