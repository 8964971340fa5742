import { useState } from 'react'
import type { Credentials, Session } from '../../data/client/session.ts'
import { AuthPage } from './auth-page.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { NO_MAIL_SERVER } from './texts.ts'
import { usePublicInstallation } from './use-public-installation.ts'

type SignUpProps = { session: Session; signInHref: string; onSignedIn: () => void }

export function SignUp({ session, signInHref, onSignedIn }: SignUpProps) {
  const installation = usePublicInstallation()
  const [waitingFor, setWaitingFor] = useState<string>()
  const signUp = async (credentials: Credentials) => {
    const outcome = await session.signUp(credentials)
    if (outcome === 'signed-in') return onSignedIn()
    setWaitingFor(credentials.email)
  }
  const signInLink = (
    <a href={signInHref} className="text-accent-text hover:underline">
      Sign in
    </a>
  )
  if (waitingFor) {
    return (
      <AuthPage
        title="Confirm your email"
        description={
          <>
            Open the link in the email to <span className="text-text">{waitingFor}</span>, then sign
            in.{installation?.has_mail_server === false && ` ${NO_MAIL_SERVER}`}
          </>
        }
        footer={signInLink}
      />
    )
  }
  return (
    <AuthPage
      title="Create an account"
      description={
        installation?.sign_up === 'invitation' &&
        'You need an invitation. Use the email address it was sent to.'
      }
      footer={<>Already have an account? {signInLink}</>}
    >
      <CredentialsForm submitLabel="Create account" isNewPassword onSubmit={signUp} />
    </AuthPage>
  )
}
