import type { AccountSession } from '@stoa/contract/platform/sessions'
import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, session, showSignedIn } from '../../../test/show.tsx'
import { ChangeEmailDialog } from './change-email-dialog.tsx'
import { ChangePasswordDialog } from './change-password-dialog.tsx'
import { DeleteAccountDialog } from './delete-account-section.tsx'
import { OrganizationsSection } from './organizations-section.tsx'
import { RecoveryCodes } from './recovery-codes.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SessionsSection } from './sessions-section.tsx'

afterEach(() => vi.unstubAllGlobals())

const CODES = 'auth/v1/factors/recovery-codes'
const refusal = (code: string, status = 422) =>
  Response.json({ code: status, error_code: code, msg: 'As the protocol says it.' }, { status })

describe('changing the password', () => {
  it('sends the current one, too', async () => {
    const sent = answerWith({ 'PUT /auth/v1/user': {} })
    const onClose = vi.fn<() => void>()
    showSignedIn(<ChangePasswordDialog onClose={onClose} />)
    await userEvent.type(screen.getByLabelText('Current password'), 'the old one')
    await userEvent.type(screen.getByLabelText('New password'), 'the new one')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
    expect(sent[0]).toEqual({
      request: 'PUT /auth/v1/user',
      body: { password: 'the new one', current_password: 'the old one' },
    })
  })

  it('says at its field that the current one is wrong', async () => {
    answerWith({ 'PUT /auth/v1/user': refusal('current_password_invalid', 400) })
    showSignedIn(<ChangePasswordDialog onClose={() => undefined} />)
    await userEvent.type(screen.getByLabelText('Current password'), 'a guess')
    await userEvent.type(screen.getByLabelText('New password'), 'the new one')
    await userEvent.click(screen.getByRole('button', { name: 'Change password' }))
    expect(await screen.findByText(/^Wrong password\./)).toBeVisible()
    expect(screen.getByLabelText('Current password')).toBeInvalid()
  })
})

describe('deleting the account', () => {
  const url = 'POST /platform/profile/delete'
  const submit = async () => {
    await userEvent.type(await screen.findByLabelText('Password'), 'my password')
    await userEvent.click(screen.getByRole('button', { name: 'Delete account' }))
  }

  it('shows the organizations that keep it from being deleted', async () => {
    const message = 'You are the only owner of Lumen.'
    const refused = Response.json({ code: 'last_owner', message }, { status: 409 })
    const sent = answerWith({ [url]: refused })
    showSignedIn(inRouter(() => <DeleteAccountDialog onClose={() => undefined} />))
    await submit()
    expect(await screen.findByText(message)).toBeVisible()
    expect(sent).toEqual([{ request: url, body: { password: 'my password' } }])
  })
})

it('changes the address when both mailboxes have confirmed it', async () => {
  const answers: Record<string, unknown> = {
    'PUT /auth/v1/user': {},
    'POST /auth/v1/verify': { msg: 'Proceed with the other mailbox', code: '200' },
    'POST /auth/v1/logout': {},
  }
  const sent = answerWith(answers)
  const onClose = vi.fn<() => void>()
  showSignedIn(<ChangeEmailDialog email="ada@example.com" onClose={onClose} />)
  await userEvent.type(screen.getByLabelText('New email'), 'new@example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Send codes' }))
  expect(await screen.findByText(/the email to new@example.com/)).toBeVisible()
  await userEvent.type(screen.getByLabelText('Code'), '111111')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  expect(await screen.findByText(/the email to ada@example.com/)).toBeVisible()
  expect(onClose).not.toHaveBeenCalled()
  answers['POST /auth/v1/verify'] = { access_token: 'extra' }
  await userEvent.type(screen.getByLabelText('Code'), '222222')
  await userEvent.click(screen.getByRole('button', { name: 'Confirm' }))
  await vi.waitFor(() => expect(onClose).toHaveBeenCalled())
  const verified = sent.filter(({ request }) => request === 'POST /auth/v1/verify')
  expect(verified.map(({ body }) => body)).toEqual([
    { type: 'email_change', email: 'new@example.com', token: '111111' },
    { type: 'email_change', email: 'ada@example.com', token: '222222' },
  ])
})

describe('the sessions of the account', () => {
  const row: AccountSession = {
    id: '1f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d',
    created_at: '2026-03-01T12:00:00.000Z',
    last_used_at: '2026-03-01T12:00:00.000Z',
    ip: '192.0.2.1',
    device: 'Firefox on Linux',
    has_second_factor: false,
    is_current: true,
  }
  const other = {
    ...row,
    id: '2f0f9d3e-6f6a-4f6e-9d55-6e1c1a2b3c4d',
    device: '',
    is_current: false,
  }

  it('can be ended, but not the one in use', async () => {
    const sent = answerWith({
      'GET /platform/profile/sessions': [row, other],
      [`DELETE /platform/profile/sessions/${other.id}`]: {},
    })
    showSignedIn(<SessionsSection />)
    const [current, rest] = await screen.findAllByRole('listitem')
    expect(within(current as HTMLElement).queryByRole('button')).toBeNull()
    await userEvent.click(within(rest as HTMLElement).getByRole('button'))
    await vi.waitFor(() =>
      expect(sent).toContainEqual({
        request: `DELETE /platform/profile/sessions/${other.id}`,
        body: undefined,
      }),
    )
  })

  it('are all ended but this one after a question', async () => {
    const sent = answerWith({
      'GET /platform/profile/sessions': [row, other],
      'POST /platform/profile/sessions/end-others': {},
    })
    showSignedIn(<SessionsSection />)
    await userEvent.click(await screen.findByRole('button', { name: 'Sign out everywhere else' }))
    const dialog = await screen.findByRole('dialog')
    await userEvent.click(within(dialog).getByRole('button', { name: 'Sign out everywhere else' }))
    await vi.waitFor(() =>
      expect(sent.map(({ request }) => request)).toContain(
        'POST /platform/profile/sessions/end-others',
      ),
    )
  })
})

describe('recovery codes', () => {
  it('are shown once, and their number is left', async () => {
    const answers: Record<string, unknown> = {
      [`GET /${CODES}`]: refusal('mfa_factor_not_found', 404),
      [`POST /${CODES}`]: { codes: ['aaaabbbbccccdddd', 'eeeeffffgggghhhh'] },
    }
    answerWith(answers)
    showSignedIn(<RecoveryCodes />)
    const generate = await screen.findByRole('button', { name: 'Generate codes' })
    answers[`GET /${CODES}`] = { total: 10, remaining: 10 }
    await userEvent.click(generate)
    expect(await screen.findByText(/aaaa-bbbb-cccc-dddd/)).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    expect(await screen.findByText('10 of 10 left. Each code works once.')).toBeVisible()
    expect(screen.queryByText(/aaaa-bbbb/)).toBeNull()
  })

  it('are replaced after a question', async () => {
    const sent = answerWith({
      [`GET /${CODES}`]: { total: 10, remaining: 3 },
      [`POST /${CODES}/regenerate`]: { codes: ['aaaabbbbccccdddd'] },
    })
    showSignedIn(<RecoveryCodes />)
    expect(await screen.findByText('3 of 10 left. Each code works once.')).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Generate new codes' }))
    const dialog = await screen.findByRole('dialog')
    expect(sent.map(({ request }) => request)).not.toContain(`POST /${CODES}/regenerate`)
    await userEvent.click(within(dialog).getByRole('button', { name: 'Generate new codes' }))
    expect(await screen.findByText(/aaaa-bbbb-cccc-dddd/)).toBeVisible()
  })

  it('replace the code of an app at sign-in', async () => {
    const app = { id: 'f1', factor_type: 'totp', status: 'verified' }
    const codes = { id: 'f2', factor_type: 'recovery_code', status: 'verified' }
    const sent = answerWith({
      'GET /auth/v1/user': { factors: [app, codes] },
      [`POST /${CODES}/verify`]: { access_token: 'proved' },
    })
    const onProved = vi.fn<() => void>()
    const changing = {
      ...session,
      change: async (work: (token: string, refresh: string) => Promise<unknown>) => {
        await work('token', 'refresh')
      },
    }
    showSignedIn(<SecondFactor session={changing} submitLabel="Continue" onProved={onProved} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Use a recovery code' }))
    await userEvent.type(await screen.findByLabelText('Recovery code'), 'aaaa-bbbb-cccc-dddd')
    await userEvent.click(screen.getByRole('button', { name: 'Continue' }))
    await vi.waitFor(() => expect(onProved).toHaveBeenCalled())
    expect(sent.at(-1)).toEqual({
      request: `POST /${CODES}/verify`,
      body: { code: 'aaaa-bbbb-cccc-dddd' },
    })
  })

  it('are not offered to an account without them', async () => {
    answerWith({
      'GET /auth/v1/user': { factors: [{ id: 'f1', factor_type: 'totp', status: 'verified' }] },
    })
    showSignedIn(
      <SecondFactor session={session} submitLabel="Continue" onProved={() => undefined} />,
    )
    expect(await screen.findByLabelText('Code')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Use a recovery code' })).toBeNull()
  })
})

it('leaves an organization after a question', async () => {
  const sent = answerWith({
    'GET /platform/profile': profile,
    'GET /platform/profile/permissions': [
      { organization_slug: 'acme', role: 'developer', actions: [] },
    ],
    'POST /platform/organizations/acme/leave': {},
  })
  showSignedIn(<OrganizationsSection />)
  await userEvent.click(await screen.findByRole('button', { name: 'Leave acme' }))
  await userEvent.click(
    within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }),
  )
  await vi.waitFor(() =>
    expect(sent.map(({ request }) => request)).toContain('POST /platform/organizations/acme/leave'),
  )
})
