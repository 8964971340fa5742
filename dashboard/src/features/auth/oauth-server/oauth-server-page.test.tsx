import { authSettings } from '@stoa/contract/services/auth/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { OAuthServerPage } from './oauth-server-page.tsx'

const clients = `/platform/auth/${project.ref}/oauth-clients`
const client = {
  client_id: '00000000-0000-4000-8000-000000000001',
  client_name: 'Store',
  client_type: 'confidential',
  token_endpoint_auth_method: 'client_secret_basic',
  registration_type: 'manual',
  redirect_uris: ['https://store.example.com/callback'],
  created_at: '2026-03-01T12:00:00.000Z',
  updated_at: '2026-03-01T12:00:00.000Z',
}

function open({ abilities, listed }: { abilities: string[]; listed: object[] }) {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities },
    [`GET /platform/projects/${project.ref}/config/auth`]: authSettings.defaults,
    [`GET ${clients}`]: { clients: listed, total: listed.length, page_size: 50 },
    [`POST ${clients}`]: { ...client, client_secret: 'the-secret' },
  })
  showSignedIn(inRouter(() => <OAuthServerPage projectRef={project.ref} />))
  return sent
}

afterEach(() => vi.unstubAllGlobals())

it('creates a client and shows its secret once', async () => {
  const sent = open({ abilities: ['project:read', 'project:update'], listed: [] })
  await userEvent.click(await screen.findByRole('button', { name: 'New client' }))
  await userEvent.type(screen.getByLabelText('Name'), 'Store')
  const uris = screen.getByLabelText('Redirect URIs')
  await userEvent.type(uris, 'nonsense')
  expect(screen.getByText('nonsense is not a valid URI.')).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Create client' }))
  await waitFor(() => expect(uris).toHaveFocus())
  await userEvent.clear(uris)
  await userEvent.type(uris, 'https://store.example.com/callback{Enter}store://callback')
  await userEvent.click(screen.getByRole('button', { name: 'Create client' }))
  expect(await screen.findByText('the-secret')).toBeVisible()
  expect(sent.find(({ request }) => request === `POST ${clients}`)?.body).toEqual({
    client_name: 'Store',
    redirect_uris: ['https://store.example.com/callback', 'store://callback'],
    client_uri: '',
    token_endpoint_auth_method: 'client_secret_basic',
  })
})

it('lists clients without actions for a member who cannot change them', async () => {
  open({ abilities: ['project:read'], listed: [client] })
  expect(await screen.findByText('Store')).toBeVisible()
  expect(screen.queryByRole('button', { name: /^Actions/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'New client' })).toBeNull()
})
