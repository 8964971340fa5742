import { expect, it } from 'vitest'
import { issuerOf } from './third-party-vendors.ts'

it.each([
  ['firebase', ' my-project ', 'https://securetoken.google.com/my-project'],
  ['auth0', 'tenant.us.auth0.com', 'https://tenant.us.auth0.com'],
  ['auth0', 'https://tenant.us.auth0.com/', 'https://tenant.us.auth0.com/'],
  ['clerk', 'app.clerk.accounts.dev', 'https://app.clerk.accounts.dev'],
  [
    'cognito',
    'us-east-1_AbCdEfGhI',
    'https://cognito-idp.us-east-1.amazonaws.com/us-east-1_AbCdEfGhI',
  ],
  ['workos', 'client_01ABC', 'https://api.workos.com/user_management/client_01ABC'],
  ['oidc', 'https://login.example.com', 'https://login.example.com'],
  ['firebase', '  ', ''],
] as const)('makes the issuer of %s from %j', (vendor, typed, issuer) => {
  expect(issuerOf(vendor, typed)).toBe(issuer)
})
