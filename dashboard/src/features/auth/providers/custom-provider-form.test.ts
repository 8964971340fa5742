import type { CustomProvider } from '@stoa/contract/services/auth/custom-providers'
import { describe, expect, it } from 'vitest'
import {
  ChangedProvider,
  changeOf,
  EMPTY_PROVIDER,
  formOf,
  newProviderOf,
  NewProvider,
  type ProviderForm,
} from './custom-provider-form.ts'

const oidc: ProviderForm = {
  ...EMPTY_PROVIDER,
  identifier: 'acme',
  name: 'Acme',
  client_id: 'id',
  client_secret: 'secret',
  issuer: 'https://login.example.com',
}
const saved: CustomProvider = {
  identifier: 'custom:acme',
  provider_type: 'oidc',
  name: 'Acme',
  client_id: 'id',
  acceptable_client_ids: ['mobile'],
  scopes: ['openid', 'email'],
  pkce_enabled: true,
  enabled: true,
  email_optional: false,
  skip_nonce_check: false,
  attribute_mapping: { email: 'mail' },
  issuer: 'https://login.example.com',
  created_at: '2026-03-01T12:00:00Z',
  updated_at: '2026-03-01T12:00:00Z',
}
/** The fields with a problem; the form as a whole can have one too. */
const problemsOf = (form: ProviderForm, schema = NewProvider) =>
  schema.safeParse(form).error?.issues.flatMap(({ path }) => path[0] ?? []) ?? []

describe('a new provider', () => {
  it('is sent with its identifier, scopes and mapping as the server reads them', () => {
    const form = { ...oidc, scopes: 'openid, email\tprofile', mapping: 'email = mail\n' }
    expect(NewProvider.safeParse(form).success).toBe(true)
    expect(newProviderOf({ ...form, name: ' Acme ' })).toMatchObject({
      identifier: 'custom:acme',
      provider_type: 'oidc',
      name: 'Acme',
      scopes: ['openid', 'email', 'profile'],
      attribute_mapping: { email: 'mail' },
    })
  })

  it('needs an issuer with OpenID Connect, and three addresses with OAuth 2', () => {
    expect(problemsOf({ ...oidc, issuer: '' })).toEqual(['issuer'])
    expect(problemsOf({ ...oidc, provider_type: 'oauth2', issuer: '' })).toEqual([
      'authorization_url',
      'token_url',
      'userinfo_url',
    ])
  })

  it('needs a name, an identifier, and the credentials of the client', () => {
    expect(problemsOf({ ...EMPTY_PROVIDER, issuer: oidc.issuer })).toEqual([
      'name',
      'identifier',
      'client_id',
      'client_secret',
    ])
  })

  it.each([
    ['identifier', { identifier: 'Acme' }],
    ['identifier', { identifier: 'a' }],
    ['identifier', { identifier: 'acme-' }],
    ['issuer', { issuer: 'login.example.com' }],
    ['discovery_url', { discovery_url: 'ftp://example.com' }],
    ['mapping', { mapping: 'email' }],
  ])('reports a wrong %s at its field', (name, change) => {
    expect(problemsOf({ ...oidc, ...change })).toEqual([name])
  })
})

describe('an existing provider', () => {
  const form = formOf(saved)

  it('is edited as text, without its secret', () => {
    expect(form).toMatchObject({
      identifier: 'acme',
      scopes: 'openid email',
      mapping: 'email = mail',
      client_secret: '',
      discovery_url: '',
    })
    expect(problemsOf(form, ChangedProvider)).toEqual([])
  })

  it('sends nothing while nothing has changed', () => {
    expect(changeOf(form, form)).toEqual({})
    expect(changeOf({ ...form, scopes: 'openid,  email' }, form)).toEqual({})
  })

  it('sends only what has changed, so that fields without an input are kept', () => {
    const next = { ...form, name: 'Acme 2', mapping: '', client_secret: 'new' }
    expect(changeOf(next, form)).toEqual({
      name: 'Acme 2',
      attribute_mapping: {},
      client_secret: 'new',
    })
  })
})
