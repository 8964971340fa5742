import type { NetworkAccess } from '@stoa/contract/platform/network-access'
import { screen } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, project, showSignedIn } from '../../../test/show.tsx'
import { ConnectAccess } from './connect-access.tsx'

afterEach(() => vi.unstubAllGlobals())

const PROJECT = `/platform/projects/${project.ref}`

function show(access: NetworkAccess) {
  const sent = answerWith({
    [`GET ${PROJECT}/config/network-access`]: access,
    [`GET ${PROJECT}/network-access`]: { your_address: '203.0.113.7', certificate: null },
  })
  showSignedIn(inRouter(() => <ConnectAccess projectRef={project.ref} onClose={() => {}} />))
  return sent
}

it.each([
  [['203.0.113.0/24'], false, 'Restricted database access', /Only allowed networks can connect/],
  [['10.0.0.0/8'], false, 'Your address can’t connect to the database', /203\.0\.113\.7/],
  [['0.0.0.0/0', '::/0'], true, 'Restricted database access', /Connections must be encrypted/],
])('tells what is restricted for %s, TLS %s', async (networks, requiresTls, title, text) => {
  show({ allowed_networks: networks, require_tls: requiresTls })
  expect(await screen.findByText(title)).toBeVisible()
  expect(screen.getByRole('note')).toHaveTextContent(text)
  expect(screen.getByRole('link', { name: 'Network access' })).toBeVisible()
})

it('says nothing where everybody can connect', async () => {
  const sent = show({ allowed_networks: ['0.0.0.0/0', '::/0'], require_tls: false })
  await vi.waitFor(() => expect(sent).toHaveLength(2))
  await new Promise((resolve) => setTimeout(resolve, 50))
  expect(screen.queryByRole('note')).toBeNull()
})
