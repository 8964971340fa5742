import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, inRouter, profile, showSignedIn } from '../../../test/show.tsx'
import { AccountSettings } from './account-settings.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('the account page', () => {
  it('says why the profile could not be loaded', async () => {
    answerWith({})
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
    showSignedIn(<AccountSettings />)
    expect(await screen.findByText('Could not load your profile')).toBeVisible()
  })

  it('says why the roles could not be loaded', async () => {
    answerWith({ 'GET /platform/profile': profile })
    vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener: () => undefined }))
    showSignedIn(inRouter(() => <AccountSettings />))
    expect(await screen.findByText('Could not load the roles')).toBeVisible()
  })
})
