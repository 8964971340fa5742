import { expect, type Page } from '@playwright/test'
import type { createClient as CreateClient, SupabaseClient } from '@supabase/supabase-js'
import { createRequire } from 'node:module'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { askPlatform } from '../support/platform-api.ts'
import { sharedProject } from '../support/project.ts'
import { test } from '../support/test.ts'

const shared = sharedProject('Passkeys')
const library = createRequire(import.meta.url).resolve('@supabase/supabase-js/dist/umd/supabase.js')

declare global {
  // oxlint-disable-next-line no-var -- Only a var becomes a property of the page's window.
  var auth: SupabaseClient['auth']
  // oxlint-disable-next-line no-var -- As above. The library's script defines it.
  var supabase: { createClient: typeof CreateClient }
}

/** The site of an app, which browsers bind the keys to. */
let site: Server
test.beforeAll(async () => {
  site = createServer((_, response) => response.end('<!doctype html><title>App</title>'))
  await new Promise<void>((resolve) => site.listen(0, 'localhost', resolve))
  await askPlatform(shared.server, 'PATCH', `/projects/${shared.project.ref}/config/auth`, {
    site_url: `http://localhost:${(site.address() as AddressInfo).port}`,
    passkey_enabled: true,
    mfa_web_authn_enroll_enabled: true,
    mfa_web_authn_verify_enabled: true,
  })
})
test.afterAll(() => {
  site.close()
})

/** Opens the app with the published client, in a browser whose authenticator always agrees. */
async function openApp(page: Page, transport: 'internal' | 'usb') {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport,
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  await page.goto(`http://localhost:${(site.address() as AddressInfo).port}`)
  await page.addScriptTag({ path: library })
  await page.evaluate(
    ([url, key]) => {
      const { createClient } = supabase
      globalThis.auth = createClient(url, key, { auth: { experimental: { passkey: true } } }).auth
    },
    [shared.project.api_url, shared.project.publishable_key] as const,
  )
}

test('an app registers a passkey and signs in with it', async ({ page }) => {
  await openApp(page, 'internal')
  const outcome = await page.evaluate(async () => {
    const person = { email: 'ada@example.com', password: 'correct horse battery' }
    const { data: signedUp } = await auth.signUp(person)
    const registered = await auth.registerPasskey()
    await auth.signOut()
    const { data, error } = await auth.signInWithPasskey()
    return {
      registered: registered.error?.message,
      error: error?.message,
      isSame: data?.user?.id === signedUp.user?.id,
    }
  })
  expect(outcome).toEqual({ registered: undefined, error: undefined, isSame: true })
})

test('an app adds a security key as second factor and verifies it later', async ({ page }) => {
  // The client asks for a key that is not part of the device.
  await openApp(page, 'usb')
  const outcome = await page.evaluate(async () => {
    const person = { email: 'eve@example.com', password: 'correct horse battery' }
    await auth.signUp(person)
    const { webauthn } = auth.mfa
    const registered = await webauthn.register({ friendlyName: 'Key' })
    await auth.signOut()
    await auth.signInWithPassword(person)
    const { data: factors } = await auth.mfa.listFactors()
    const factorId = factors?.webauthn[0]?.id ?? ''
    const levels = async () => (await auth.mfa.getAuthenticatorAssuranceLevel()).data?.currentLevel
    const before = await levels()
    const proved = await webauthn.authenticate({ factorId })
    return {
      registered: registered.error?.message,
      proved: proved.error?.message,
      levels: [before, await levels()],
    }
  })
  expect(outcome).toEqual({ registered: undefined, proved: undefined, levels: ['aal1', 'aal2'] })
})
