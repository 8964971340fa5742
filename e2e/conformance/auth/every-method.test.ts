import { AuthAdminApi, AuthClient } from '@supabase/supabase-js'
import { readdirSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const here = new URL('./', import.meta.url)
const webauthn = new URL('../../journeys/webauthn.spec.ts', here)

/** The calls in the tests of this folder, and in the journey that has a browser's WebAuthn. */
const tests = readdirSync(here)
  .map((name) => new URL(name, here))
  .concat(webauthn)
  .map((file) => readFileSync(file, 'utf8'))
  .join('\n')

/** Parts of the client that are not methods for apps, and one that `signInWithWeb3` calls. */
const INTERNAL = new Set([
  'constructor',
  'fetchJwk',
  'linkIdentityIdToken',
  'linkIdentityOAuth',
  'signInWithEthereum',
  'signInWithSolana',
])

const methodsOf = (part: object) =>
  Object.entries(Object.getOwnPropertyDescriptors(part))
    .filter(([name, { value }]) => typeof value === 'function' && !name.startsWith('_'))
    .map(([name]) => name)
    .filter((name) => !INTERNAL.has(name))

it('is called: every public method of the published client', () => {
  const client = new AuthClient({ url: 'http://localhost', autoRefreshToken: false })
  const { webauthn, recoveryCodes } = client.mfa
  const prototypes = [AuthClient.prototype, AuthAdminApi.prototype]
  const parts = [client.mfa, recoveryCodes, client.passkey, client.oauth, client.admin.mfa]
  const more = [client.admin.oauth, client.admin.customProviders, client.admin.passkey, webauthn]
  const methods = [...prototypes, ...parts, ...more].flatMap(methodsOf)
  expect(methods.length).toBeGreaterThan(60)
  expect(methods.filter((name) => !tests.includes(`.${name}(`))).toEqual([])
})
