import type { Session } from '../../data/client/session.ts'
import { AuthPage } from './auth-page.tsx'
import { SecondFactor } from './second-factor.tsx'

type SignInMfaProps = {
  session: Session
  /** URL that signs out and returns to the sign-in page with the same query string. */
  signOutHref: string
  onProved: () => void
}

/** The page between the password and the dashboard, for accounts with a second factor. */
export function SignInMfa({ session, signOutHref, onProved }: SignInMfaProps) {
  return (
    <AuthPage
      title="Enter your code"
      description={
        <>
          Enter the code that your authenticator app shows for{' '}
          <span className="text-text">{session.read()?.user.email}</span>.
        </>
      }
      footer={
        <div className="grid gap-2">
          <p>
            Lost your device? Use a recovery code. Without one, the operator of this installation
            can remove the device from your account.
          </p>
          <a href={signOutHref} className="text-accent-text hover:underline">
            Sign out
          </a>
        </div>
      }
    >
      <SecondFactor session={session} submitLabel="Continue" onProved={onProved} />
    </AuthPage>
  )
}
