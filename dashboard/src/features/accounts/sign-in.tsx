import { useState } from 'react'
import { hasErrorCode } from '../../data/client/api-error.ts'
import type { Credentials, Session } from '../../data/client/session.ts'
import { pageStorage } from '../../lib/storage.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import type { ConfirmEmail } from './confirm-email.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { InvitationText } from './invitation-text.tsx'
import { usePublicInstallation } from './use-public-installation.ts'
import { usePublicInvitation } from './use-public-invitation.ts'
import { useReturnedError } from './use-returned-error.ts'

type SignInProps = {
  session: Session
  /** The token of the invitation that the user accepts afterwards. */
  inviteToken: string | undefined
  /** URL of the sign-up page with the same query string. */
  signUpHref: string
  /** Called when the password is sent, so that the first page can load until it is checked. */
  onSubmit: () => void
  onSignedIn: () => void
}

export function SignIn({ session, inviteToken, signUpHref, onSubmit, onSignedIn }: SignInProps) {
  const installation = usePublicInstallation()
  const invitation = usePublicInvitation(inviteToken)
  const explain = useReturnedError()
  const [unconfirmed, setUnconfirmed] = useState<{ email: string; Page: typeof ConfirmEmail }>()
  const signIn = async (credentials: Credentials) => {
    onSubmit()
    try {
      await session.signIn(credentials)
    } catch (error) {
      if (!hasErrorCode(error, 'email_not_confirmed')) return explain(error)
      const [{ ConfirmEmail: Page }, { requestConfirmation }] = await Promise.all([
        import('./confirm-email.tsx'),
        import('../../data/client/sign-up.ts'),
      ])
      await requestConfirmation(pageStorage, credentials.email)
      return setUnconfirmed({ email: credentials.email, Page })
    }
    onSignedIn()
  }
  if (unconfirmed)
    return <unconfirmed.Page session={session} email={unconfirmed.email} onSignedIn={onSignedIn} />
  const open = invitation?.state === 'open' ? invitation : undefined
  return (
    <AuthPage
      title={open ? `Sign in to join ${open.organizationName}` : 'Sign in to Stoa'}
      description={open && <InvitationText invitation={open} />}
      footer={
        (open || installation?.sign_up === 'open') && (
          <>
            New here?{' '}
            <a href={signUpHref} className="text-accent-text hover:underline">
              Create an account
            </a>
          </>
        )
      }
    >
      {installation?.needs_owner && (
        <Callout className="mb-4" title="This installation is not set up yet">
          Open the setup link from the terminal where Stoa was started.
        </Callout>
      )}
      {inviteToken && !invitation ? (
        <Spinner className="mx-auto" />
      ) : (
        <CredentialsForm submitLabel="Sign in" initialEmail={open?.email} onSubmit={signIn} />
      )}
      <a href="/forgot-password" className="mt-4 inline-block text-accent-text hover:underline">
        Forgot password?
      </a>
    </AuthPage>
  )
}
