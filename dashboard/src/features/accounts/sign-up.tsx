import { useState } from 'react'
import type { Credentials, Session } from '../../data/client/session.ts'
import { signUp } from '../../data/client/sign-up.ts'
import { pageStorage } from '../../lib/storage.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { ConfirmEmail } from './confirm-email.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { InvitationText } from './invitation-text.tsx'
import { keepSignUpReturn } from './sign-up-return.ts'
import { usePublicInstallation } from './use-public-installation.ts'
import { usePublicInvitation } from './use-public-invitation.ts'

type SignUpProps = {
  session: Session
  /** The token of the invitation that the user accepts afterwards. */
  inviteToken: string | undefined
  /** The page to open afterwards. */
  returnPath: string
  signInHref: string
  onSignedIn: () => void
}

export function SignUp({ session, inviteToken, returnPath, signInHref, onSignedIn }: SignUpProps) {
  const installation = usePublicInstallation()
  const invitation = usePublicInvitation(inviteToken)
  const [waitingFor, setWaitingFor] = useState<string>()
  const signInLink = (
    <a href={signInHref} className="text-accent-text hover:underline">
      Sign in
    </a>
  )
  if (waitingFor) {
    return (
      <ConfirmEmail
        session={session}
        email={waitingFor}
        footer={signInLink}
        onSignedIn={onSignedIn}
      />
    )
  }
  if (installation?.sign_up === 'invitation' && !inviteToken) {
    return (
      <AuthPage title="Create an account" footer={<>Already have an account? {signInLink}</>}>
        <Callout title="You need an invitation">
          Open the link in your invitation to create an account.
        </Callout>
      </AuthPage>
    )
  }
  const submit = async (credentials: Credentials) => {
    keepSignUpReturn(returnPath)
    const outcome = await signUp(session, pageStorage, { ...credentials, inviteToken })
    if (outcome === 'signed-in') return onSignedIn()
    setWaitingFor(credentials.email)
  }
  const open = invitation?.state === 'open' ? invitation : undefined
  return (
    <AuthPage
      title={open ? `Create your account to join ${open.organizationName}` : 'Create an account'}
      description={open && <InvitationText invitation={open} />}
      footer={<>Already have an account? {signInLink}</>}
    >
      {invitation?.state === 'refused' && (
        <Callout className="mb-4" type="caution" title={invitation.reason}>
          {invitation.hint}
        </Callout>
      )}
      {inviteToken && !invitation ? (
        <Spinner className="mx-auto" />
      ) : (
        <CredentialsForm
          submitLabel="Create account"
          isNewPassword
          initialEmail={open?.email}
          onSubmit={submit}
        />
      )}
    </AuthPage>
  )
}
