import { screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerWith, installation, session, showSignedOut } from '../../../test/show.tsx'
import { Setup } from './setup.tsx'

afterEach(() => vi.unstubAllGlobals())

describe('the setup page', () => {
  it('says that the link was used before anything is filled in', async () => {
    answerWith({ 'GET /platform/installation': installation })
    showSignedOut(<Setup session={session} token="used" onSignedIn={() => undefined} />)
    expect(await screen.findByText('This installation is already set up')).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(screen.getByRole('link', { name: 'Sign in' })).toBeVisible()
  })

  it('checks the link before it shows the form', async () => {
    answerWith({
      'GET /platform/installation': { ...installation, needs_owner: true },
      'POST /platform/installation/claim/check': { valid: true },
    })
    showSignedOut(<Setup session={session} token="new" onSignedIn={() => undefined} />)
    expect(screen.queryByLabelText('Email')).toBeNull()
    expect(await screen.findByLabelText('Email')).toBeVisible()
  })

  it('says that an outdated link is invalid instead of showing the form', async () => {
    answerWith({
      'GET /platform/installation': { ...installation, needs_owner: true },
      'POST /platform/installation/claim/check': { valid: false },
    })
    showSignedOut(<Setup session={session} token="old" onSignedIn={() => undefined} />)
    expect(await screen.findByText('This link is no longer valid')).toBeVisible()
    expect(screen.queryByLabelText('Email')).toBeNull()
  })
})
