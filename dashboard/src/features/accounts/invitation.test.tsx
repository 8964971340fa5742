import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { InvitationOffer } from '@stoa/contract/platform/members'
import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  answerWith,
  installation,
  profile,
  session,
  showSignedIn,
  showSignedOut,
} from '../../../test/show.tsx'
import { Join } from './join.tsx'
import { SignIn } from './sign-in.tsx'
import { SignUp } from './sign-up.tsx'

afterEach(() => vi.unstubAllGlobals())

const offer: InvitationOffer = {
  organization_name: 'Lumen',
  role: 'developer',
  email: profile.primary_email,
  inviter: 'Ana',
}
const READ = 'POST /platform/invitations/read'
const signUpByInvitation = { 'GET /platform/installation': installation }
const signedOut = { ...session, read: () => null }
const joinProps = { token: 'token', returnSearch: '?returnTo=x', onJoined: () => undefined }
const signInProps = {
  session: signedOut,
  inviteToken: 'token',
  signUpHref: '/sign-up',
  onSubmit: () => undefined,
  onSignedIn: () => undefined,
}
const signUpProps = {
  session: signedOut,
  inviteToken: 'token',
  returnPath: '/join?token=token',
  signInHref: '/sign-in',
  onSignedIn: () => undefined,
}

describe('the page of an invitation', () => {
  it('says who invited to what before anybody signs in', async () => {
    const sent = answerWith({ [READ]: offer })
    showSignedOut(<Join session={signedOut} {...joinProps} />)
    expect(await screen.findByRole('heading', { name: 'Join Lumen' })).toBeVisible()
    expect(document.body).toHaveTextContent('Ana invited you to Lumen as Developer.')
    expect(document.body).toHaveTextContent(`The invitation is for ${profile.primary_email}.`)
    expect(sent).toContainEqual({ request: READ, body: { token: 'token' } })
  })

  it('joins with the account that was invited', async () => {
    answerWith({
      [READ]: offer,
      'POST /platform/invitations/accept': { organization_slug: 'lumen' },
    })
    const onJoined = vi.fn<(slug: string) => void>()
    showSignedIn(<Join session={session} {...joinProps} onJoined={onJoined} />)
    await userEvent.click(await screen.findByRole('button', { name: 'Join Lumen' }))
    await vi.waitFor(() => expect(onJoined).toHaveBeenCalledWith('lumen'))
  })

  it('offers another account to somebody else', async () => {
    answerWith({ [READ]: { ...offer, email: 'grace@example.com' } })
    showSignedIn(<Join session={session} {...joinProps} />)
    expect(await screen.findByText('This invitation is for grace@example.com')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Join Lumen' })).toBeNull()
    expect(screen.getByRole('link', { name: 'Use another account' })).toBeVisible()
  })

  it('says why an invitation does not work, and what to do', async () => {
    const refusal = {
      code: 'invitation_expired',
      message: 'This invitation has expired.',
      hint: 'Ask an owner or administrator for a new invitation.',
    }
    answerWith({ [READ]: Response.json(refusal, { status: 410 }) })
    showSignedOut(<Join session={signedOut} {...joinProps} />)
    expect(await screen.findByText(refusal.message)).toBeVisible()
    expect(screen.getByText(refusal.hint)).toBeVisible()
  })
})

describe('an invitation on the way through an account', () => {
  it.each([
    ['sign-in', <SignIn key="sign-in" {...signInProps} />, 'Sign in to join Lumen'],
    ['sign-up', <SignUp key="sign-up" {...signUpProps} />, 'Create your account to join Lumen'],
  ])('fills its address into %s', async (_page, page, title) => {
    answerWith({ [READ]: offer, ...signUpByInvitation })
    showSignedOut(page)
    expect(await screen.findByRole('heading', { name: title })).toBeVisible()
    expect(screen.getByLabelText('Email')).toHaveValue(profile.primary_email)
    await vi.waitFor(() => expect(screen.getByLabelText('Password')).toHaveFocus())
  })

  it('does not lock the sign-in page when it no longer works', async () => {
    answerWith(signUpByInvitation)
    showSignedOut(<SignIn {...signInProps} />)
    expect(await screen.findByLabelText('Email')).toHaveValue('')
    expect(screen.getByRole('heading', { name: 'Sign in to Stoa' })).toBeVisible()
  })
})
