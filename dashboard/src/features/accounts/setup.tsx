import { useEffect, useState } from 'react'
import { hasErrorCode } from '../../data/client/api-error.ts'
import { useClaimInstallation } from '../../data/resources/platform/installation.ts'
import { readClaimValidity } from '../../data/resources/platform/public-installation.ts'
import type { Credentials, Session } from '../../data/client/session.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { usePublicInstallation } from './use-public-installation.ts'

type SetupProps = {
  session: Session
  token: string | undefined
  /** Called with the path that the server returns as the owner's first page. */
  onSignedIn: (path: string) => void
}

const SIGN_IN = (
  <a href="/sign-in" className="text-accent-text hover:underline">
    Sign in
  </a>
)

/** Creates the first account of the installation, its operator, and signs it in. */
export function Setup({ session, token, onSignedIn }: SetupProps) {
  const claim = useClaimInstallation()
  const installation = usePublicInstallation()
  const validity = useClaimValidity(token)
  const submit = async (credentials: Credentials) => {
    const { continue_at } = await claim.mutateAsync({ token: token ?? '', ...credentials })
    await session.signIn(credentials)
    onSignedIn(continue_at)
  }
  if (!token) {
    return (
      <AuthPage title="Set up Stoa" footer={SIGN_IN}>
        <Callout type="caution" title="This link is incomplete">
          Copy the full setup link from the terminal where Stoa was started. It ends with a token.
        </Callout>
      </AuthPage>
    )
  }
  if (installation?.needs_owner === false || hasErrorCode(claim.error, 'owner_exists')) {
    return (
      <AuthPage title="Set up Stoa" footer={SIGN_IN}>
        <Callout title="This installation is already set up">
          The setup link works only once. Sign in instead.
        </Callout>
      </AuthPage>
    )
  }
  if (validity === 'invalid') {
    return (
      <AuthPage title="Set up Stoa" footer={SIGN_IN}>
        <Callout type="caution" title="This link is no longer valid">
          Each start of the server prints a new setup link. Open the latest one.
        </Callout>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Set up Stoa"
      description="The first account is the operator, who manages this installation."
      footer={SIGN_IN}
    >
      {validity === 'checking' ? (
        <Spinner className="mx-auto" />
      ) : (
        <CredentialsForm submitLabel="Create account" isNewPassword onSubmit={submit} />
      )}
    </AuthPage>
  )
}

/** Whether the link still works. It counts as usable when the server can't tell. */
function useClaimValidity(token: string | undefined) {
  const [validity, setValidity] = useState<'checking' | 'usable' | 'invalid'>('checking')
  useEffect(() => {
    if (!token) return
    const controller = new AbortController()
    const read = async () => {
      const isValid = await readClaimValidity(token, controller.signal)
      if (!controller.signal.aborted) setValidity(isValid === false ? 'invalid' : 'usable')
    }
    void read()
    return () => controller.abort()
  }, [token])
  return validity
}
