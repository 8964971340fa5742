import type { CustomProvider } from '@stoa/contract/services/auth/custom-providers'
import { authSettings } from '@stoa/contract/services/auth/settings'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { CustomProviders } from './custom-providers.tsx'
import { SsoProviders } from './sso-providers.tsx'

const custom = `/platform/auth/${project.ref}/custom-providers`
const sso = `/platform/auth/${project.ref}/sso-providers`

const acme: CustomProvider = {
  identifier: 'custom:acme',
  provider_type: 'oidc',
  name: 'Acme',
  client_id: 'shop',
  acceptable_client_ids: [],
  scopes: ['profile'],
  pkce_enabled: true,
  enabled: true,
  email_optional: false,
  skip_nonce_check: false,
  attribute_mapping: { email: 'mail' },
  issuer: 'https://login.example.com',
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

const idp = {
  id: '00000000-0000-4000-8000-000000000001',
  disabled: false,
  entity_id: 'https://idp.example.com/metadata',
  domains: ['example.org'],
  attribute_mapping: { email: { name: 'mail' }, team: { default: 'all' } },
  created_at: acme.created_at,
  updated_at: acme.updated_at,
}

function open(page: () => ReactNode, answers: Record<string, unknown>) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: {
      ...project,
      abilities: ['project:read', 'project:update'],
    },
    [`GET /platform/projects/${project.ref}/config/auth`]: {
      ...authSettings.defaults,
      saml_enabled: true,
    },
    ...answers,
  })
  showSignedIn(inRouter(page))
  return (method: string) => sent.find(({ request }) => request.startsWith(method))?.body
}

const edit = async (name: string) => {
  await userEvent.click(await screen.findByRole('button', { name: `Actions for ${name}` }))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Edit' }))
}

afterEach(() => vi.unstubAllGlobals())

it('creates an OAuth 2.0 provider once its three URLs are filled in', async () => {
  const sent = open(() => <CustomProviders projectRef={project.ref} />, {
    [`GET ${custom}`]: [],
    [`POST ${custom}`]: acme,
  })
  await userEvent.click(await screen.findByRole('button', { name: 'New custom provider' }))
  await userEvent.click(screen.getByRole('radio', { name: 'OAuth 2.0' }))
  const fill = (label: string, value: string) =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } })
  fill('Name', 'Acme')
  fill('Identifier', 'Acme')
  expect(await screen.findByText(/lowercase letters/)).toBeVisible()
  fill('Identifier', 'acme')
  fill('Client ID', 'shop')
  fill('Client secret', 'secret')
  const create = screen.getByRole('button', { name: 'Create provider' })
  for (const name of ['Authorization', 'Token', 'User info']) {
    await userEvent.click(create)
    expect(sent('POST')).toBeUndefined()
    await waitFor(() => expect(screen.getByLabelText(`${name} URL`)).toHaveFocus())
    fill(`${name} URL`, 'https://a.example.com')
  }
  await userEvent.click(create)
  await waitFor(() =>
    expect(sent('POST')).toMatchObject({
      identifier: 'custom:acme',
      provider_type: 'oauth2',
      token_url: 'https://a.example.com',
      pkce_enabled: true,
    }),
  )
})

it('sends only the changed fields of a custom provider, and no secret', async () => {
  const sent = open(() => <CustomProviders projectRef={project.ref} />, {
    [`GET ${custom}`]: [acme],
    [`PATCH ${custom}/custom%3Aacme`]: acme,
  })
  await edit('Acme')
  await userEvent.type(screen.getByLabelText('Scopes'), ' email')
  await userEvent.click(screen.getByLabelText('Enable provider'))
  await userEvent.click(screen.getByRole('button', { name: 'Save provider' }))
  await waitFor(() =>
    expect(sent('PATCH')).toEqual({ enabled: false, scopes: ['profile', 'email'] }),
  )
})

it('keeps the rules of a SAML provider that its form does not show', async () => {
  const sent = open(() => <SsoProviders projectRef={project.ref} />, {
    [`GET ${sso}`]: { providers: [idp], entity_id: 'https://x/metadata', acs_url: 'https://x/acs' },
    [`PATCH ${sso}/${idp.id}`]: idp,
  })
  expect(await screen.findByText('https://x/acs')).toBeVisible()
  await edit(idp.entity_id)
  await userEvent.type(screen.getByLabelText('Attribute mapping'), '{Enter}name = cn')
  await userEvent.click(screen.getByRole('button', { name: 'Save provider' }))
  await waitFor(() =>
    expect(sent('PATCH')).toEqual({
      disabled: false,
      domains: ['example.org'],
      attribute_mapping: {
        email: { name: 'mail' },
        name: { name: 'cn' },
        team: { default: 'all' },
      },
    }),
  )
})
