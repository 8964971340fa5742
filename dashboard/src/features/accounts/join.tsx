import { errorMessage } from '../../data/client/api-error.ts'
import { useAcceptInvitation } from '../../data/resources/organizations/members.ts'
import type { Session } from '../../data/client/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { AuthPage } from './auth-page.tsx'

type JoinProps = {
  session: Session
  token: string | undefined
  /** Query string that returns the user to this page after signing in or signing up. */
  returnSearch: string
  onJoined: (slug: string) => void
}

/** The page an invitation link opens: sign in or sign up, then accept. */
export function Join({ session, token, returnSearch, onJoined }: JoinProps) {
  const kept = session.read()
  const account = kept?.needs_code ? null : kept
  const accept = useAcceptInvitation()
  if (!token) {
    return (
      <AuthPage title="Invitation">
        <Callout type="caution" title="This link is incomplete">
          Copy the full invitation link. It ends with a token.
        </Callout>
      </AuthPage>
    )
  }
  if (!account) {
    return (
      <AuthPage
        title="You have been invited"
        description="Sign in or create an account with the email address that was invited."
      >
        <div className="grid gap-2">
          <Button asChild variant="primary" size="lg">
            <a href={`/sign-up${returnSearch}`}>Create an account</a>
          </Button>
          <Button asChild size="lg">
            <a href={`/sign-in${returnSearch}`}>Sign in</a>
          </Button>
        </div>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Join the organization"
      description={
        <>
          Signed in as <span className="text-text">{account.user.email}</span>
        </>
      }
      footer={
        <a href={`/logout${returnSearch}`} className="text-accent-text hover:underline">
          Use another account
        </a>
      }
    >
      <div className="grid gap-4">
        {accept.error && <Callout type="danger">{errorMessage(accept.error)}</Callout>}
        <Button
          variant="primary"
          size="lg"
          pending={accept.isPending}
          onClick={() =>
            accept.mutate(token, {
              onSuccess: ({ organization_slug }) => onJoined(organization_slug),
            })
          }
        >
          Join
        </Button>
      </div>
    </AuthPage>
  )
}
