import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, showSignedIn } from '../../../test/show.tsx'
import { InviteDialog } from './invite-dialog.tsx'

const invitation = {
  id: '6f1f0c1e-7a55-4a55-9a37-0f3bb0a0c0d9',
  email: 'guest@example.com',
  role: 'developer',
  invited_at: '2026-01-01T00:00:00Z',
  expires_at: '2026-01-08T00:00:00Z',
  link: 'http://localhost:8000/join?token=abc',
  confirms_email: false,
}

afterEach(() => vi.unstubAllGlobals())

describe('the invite dialog', () => {
  it.each([
    ['sent', 'Invitation sent', 'We emailed the link to guest@example.com'],
    ['failed', 'Invitation created, but not emailed', 'The mail server didn’t accept the email'],
    [
      'no_mail_server',
      'Invitation created',
      'Creating an account with it also needs a confirmation',
    ],
  ])('shows the link and whether it was mailed: %s', async (mail, title, reason) => {
    answerWith({ 'POST /platform/organizations/acme/invitations': { ...invitation, mail } })
    showSignedIn(<InviteDialog slug="acme" onClose={() => undefined} />)
    await userEvent.type(await screen.findByLabelText('Email'), 'guest@example.com{Enter}')
    expect(await screen.findByRole('dialog', { name: title })).toHaveTextContent(reason)
    expect(screen.getByText(invitation.link)).toBeVisible()
    expect(screen.getByRole('button', { name: /copy/i })).toBeVisible()
  })
})
