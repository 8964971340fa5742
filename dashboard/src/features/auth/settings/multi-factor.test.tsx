import { authSettings } from '@stoa/contract/services/auth/settings'
import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, project, showSignedIn } from '../../../../test/show.tsx'
import { settingsProblems } from '../../../components/settings/settings-problems.ts'
import { MultiFactor, multiFactorPage } from './multi-factor.tsx'

const config = `/platform/projects/${project.ref}/config/auth`

afterEach(() => vi.unstubAllGlobals())

it('rejects the values that the server would reject', () => {
  const values = {
    ...authSettings.defaults,
    mfa_max_enrolled_factors: 31,
    mfa_phone_otp_length: 5,
    mfa_phone_enroll_enabled: true,
  }
  expect(settingsProblems(multiFactorPage, values)).toEqual({
    mfa_max_enrolled_factors: 'Enter a whole number from 0 to 30.',
    mfa_phone_otp_length: 'Enter a whole number from 6 to 10.',
  })
})

it('shows the relying party once passkeys are enabled, and saves both', async () => {
  const sent = answerWith({
    'GET /platform/profile': profile,
    [`GET /platform/projects/${project.ref}`]: { ...project, abilities: ['project:update'] },
    [`GET ${config}`]: authSettings.defaults,
    [`PATCH ${config}`]: { ...authSettings.defaults, passkey_enabled: true },
  })
  showSignedIn(inRouter(() => <MultiFactor projectRef={project.ref} />))
  const passkeys = await screen.findByLabelText('Passkey sign-in')
  await waitFor(() => expect(passkeys).toBeEnabled())
  expect(screen.queryByRole('heading', { name: 'Relying party' })).toBeNull()
  await userEvent.click(passkeys)
  await userEvent.type(screen.getByLabelText('ID'), 'example.com')
  await userEvent.click(screen.getByRole('button', { name: 'Save changes' }))
  await waitFor(() =>
    expect(sent.filter(({ request }) => request.startsWith('PATCH'))).toEqual([
      {
        request: `PATCH ${config}`,
        body: { passkey_enabled: true, webauthn_rp_id: 'example.com' },
      },
    ]),
  )
})
