import { screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, profile, showSignedIn } from '../../../test/show.tsx'
import { ProfileGate } from './profile-gate.tsx'

vi.mock('@tanstack/react-router', () => ({
  useRouter: () => ({ invalidate: vi.fn<() => void>() }),
}))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const refusal = (status: number, code: string, message: string) =>
  Response.json({ code, message }, { status })
const missing = refusal(404, 'profile_not_found', "User's profile not found")

describe('a user without a profile', () => {
  // SPEC: "Default toast: 'Failed to create profile: {message}'."
  it('can retry creating one and sees why it fails', async () => {
    const answers: Record<string, unknown> = {
      'GET /platform/profile': missing,
      'POST /platform/profile': refusal(403, 'not_now', 'No new profiles today'),
    }
    const sent = answerWith(answers)
    const onFailure = vi.fn<(message: string) => void>()
    showSignedIn(<ProfileGate>the page</ProfileGate>, { onFailure })
    const message = 'Failed to create your profile. Please refresh to try again.'
    expect(await screen.findByText(message)).toBeVisible()
    expect(onFailure).not.toHaveBeenCalled()
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    await waitFor(() => expect(onFailure).toHaveBeenCalledOnce())
    expect(onFailure.mock.calls[0]?.[0]).toBe('Failed to create profile: No new profiles today')
    answers['POST /platform/profile'] = profile
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }))
    expect(await screen.findByText('the page')).toBeVisible()
    const created = sent.filter(({ request }) => request === 'POST /platform/profile')
    expect(created).toHaveLength(3)
  })

  // SPEC: "409 on profile creation: logged as 'Profile already exists' (a dev-only toast"
  it('is admitted when the profile exists by now, with a notice only for developers', async () => {
    vi.spyOn(console, 'info').mockReturnValue()
    const answers: Record<string, unknown> = {
      'GET /platform/profile': missing,
      get 'POST /platform/profile'() {
        answers['GET /platform/profile'] = profile
        return refusal(409, 'profile_exists', 'Exists')
      },
    }
    answerWith(answers)
    const notifyDeveloper = vi.fn<(message: string) => void>()
    const onFailure = vi.fn<() => void>()
    showSignedIn(<ProfileGate>the page</ProfileGate>, { notifyDeveloper, onFailure })
    await waitFor(() => expect(notifyDeveloper.mock.calls).toEqual([['Profile already exists']]))
    expect(await screen.findByText('the page')).toBeVisible()
    expect(onFailure).not.toHaveBeenCalled()
  })
})
