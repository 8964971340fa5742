import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import type { Organization } from '@stoa/contract/platform/organizations'
import { answerWith, organization, profile, showSignedIn } from '../../../test/show.tsx'
import { InvitationTable } from './invitation-table.tsx'

afterEach(() => vi.unstubAllGlobals())

const acme = { ...organization, abilities: ['member:invite'] } as Organization
const list = 'GET /platform/organizations/acme/invitations'
const invitation = {
  id: '1f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d',
  email: 'grace@example.com',
  role: 'developer',
  invited_at: '2026-03-01T12:00:00.000Z',
  expires_at: '2026-03-08T12:00:00.000Z',
}

it('keeps the loaded invitations and shows the error when a reload fails', async () => {
  const server: Record<string, unknown> = {
    'GET /platform/profile': profile,
    [list]: [invitation],
    [`DELETE /platform/organizations/acme/invitations/${invitation.id}`]: {},
  }
  answerWith(server)
  showSignedIn(<InvitationTable organization={acme} />)
  const revoke = await screen.findByRole('button', { name: 'Revoke' })
  delete server[list]
  await userEvent.click(revoke)
  expect(await screen.findByText('Could not load the invitations')).toBeVisible()
  expect(screen.getByText('grace@example.com')).toBeVisible()
})

it('shows why the invitations could not be loaded', async () => {
  answerWith({ 'GET /platform/profile': profile })
  showSignedIn(<InvitationTable organization={acme} />)
  expect(await screen.findByText('Could not load the invitations')).toBeVisible()
  expect(screen.queryByRole('table')).toBeNull()
})
