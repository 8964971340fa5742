import type { NetworkAccess } from '@stoa/contract/platform/network-access'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { NetworkPage } from './network-page.tsx'

afterEach(() => vi.unstubAllGlobals())

const PROJECT = `/platform/projects/${project.ref}`
const EVERYBODY = ['0.0.0.0/0', '::/0']
const certificate = {
  pem: '-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n',
  subject: 'db.example.com',
  issuer: 'Example CA',
  is_self_signed: false,
  valid_until: '2030-01-01T00:00:00.000Z',
}
const ban = { address: '198.51.100.9', failures: 20, banned_until: '2030-01-01T00:00:00.000Z' }

async function show(
  options: {
    access?: Partial<NetworkAccess>
    abilities?: string[]
    hasCertificate?: boolean
    bans?: object[]
  } = {},
) {
  const { access, abilities = ['project:update'], hasCertificate = true, bans = [] } = options
  const settings = { allowed_networks: EVERYBODY, require_tls: false, ...access }
  const sent = answerWith({
    [`GET ${PROJECT}`]: { ...project, abilities },
    [`GET ${PROJECT}/config/network-access`]: settings,
    [`PATCH ${PROJECT}/config/network-access`]: {
      ...settings,
      allowed_networks: ['203.0.113.7/32'],
    },
    [`GET ${PROJECT}/network-access`]: {
      your_address: '203.0.113.7',
      certificate: hasCertificate ? certificate : null,
    },
    [`GET ${PROJECT}/network-bans`]: bans,
    [`POST ${PROJECT}/network-bans/lift`]: [],
  })
  showSignedIn(inRouter(() => <NetworkPage projectRef={project.ref} />))
  await screen.findByText('203.0.113.7')
  return sent
}

const networks = () => screen.getByRole('textbox', { name: 'Networks' })

it('restricts the database to the own address', async () => {
  const sent = await show()
  await userEvent.click(screen.getByRole('button', { name: 'Allow only my address' }))
  expect(networks()).toHaveValue('203.0.113.7/32')
  expect(screen.getByText(/which can connect/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent).toContainEqual({
      request: `PATCH ${PROJECT}/config/network-access`,
      body: { allowed_networks: ['203.0.113.7/32'] },
    }),
  )
})

it('warns before the own address is locked out, and names an entry that is no network', async () => {
  await show()
  await userEvent.clear(networks())
  expect(screen.getByText('Nobody can connect to the database')).toBeVisible()
  await userEvent.type(networks(), '10.0.0.0/8\n203.0.113.9')
  expect(screen.getByText('Your own address can’t connect')).toBeVisible()
  expect(screen.getByText(/“203.0.113.9” is not a network/)).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Add my address' }))
  expect(networks()).toHaveValue('10.0.0.0/8\n203.0.113.9\n203.0.113.7/32')
})

it('offers to require TLS only where the installation has a certificate', async () => {
  await show({ hasCertificate: false })
  expect(screen.getByRole('switch', { name: 'Require TLS' })).toBeDisabled()
  expect(screen.getByText(/doesn’t encrypt database connections/)).toBeVisible()
  expect(screen.queryByRole('button', { name: 'Download certificate' })).toBeNull()
})

it('shows the certificate, and lets members without the permission only read', async () => {
  await show({ abilities: [], bans: [ban] })
  expect(screen.getByText('Server certificate for db.example.com')).toBeVisible()
  expect(screen.getByRole('button', { name: 'Download certificate' })).toBeEnabled()
  expect(screen.getByRole('switch', { name: 'Require TLS' })).toBeDisabled()
  expect(networks()).toBeDisabled()
  expect(await screen.findByText('198.51.100.9')).toBeVisible()
  expect(screen.queryByRole('button', { name: /Unban/ })).toBeNull()
})

it('lifts a ban', async () => {
  const sent = await show({ bans: [ban] })
  await userEvent.click(await screen.findByRole('button', { name: 'Unban 198.51.100.9' }))
  expect(await screen.findByText('No banned addresses')).toBeVisible()
  expect(sent).toContainEqual({
    request: `POST ${PROJECT}/network-bans/lift`,
    body: { addresses: ['198.51.100.9'] },
  })
})
