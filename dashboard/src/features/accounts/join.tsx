import { errorMessage } from '../../data/client/api-error.ts'
import { useAcceptInvitation } from '../../data/resources/platform/members.ts'
import type { PublicInvitation } from '../../data/resources/platform/public-invitation.ts'
import type { Session } from '../../data/client/session.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Callout } from '../../ui/feedback/callout.tsx'
import { Spinner } from '../../ui/feedback/spinner.tsx'
import { AuthPage } from './auth-page.tsx'
import { InvitationText } from './invitation-text.tsx'
import { usePublicInvitation } from './use-public-invitation.ts'

type JoinProps = {
  session: Session
  token: string | undefined
  /** Query string that returns the user to this page after signing in or signing up. */
  returnSearch: string
  onJoined: (slug: string) => void
}

/** The page an invitation link opens: sign in or sign up, then accept. */
export function Join({ session, token, returnSearch, onJoined }: JoinProps) {
  const invitation = usePublicInvitation(token)
  if (!token) {
    return (
      <AuthPage title="Invitation">
        <Callout type="caution" title="This link is incomplete">
          Copy the full invitation link. It ends with a token.
        </Callout>
      </AuthPage>
    )
  }
  if (!invitation) {
    return (
      <AuthPage title="Invitation">
        <Spinner className="mx-auto" />
      </AuthPage>
    )
  }
  if (invitation.state === 'refused') {
    return (
      <AuthPage
        title="This invitation doesn’t work"
        footer={
          <a href="/" className="text-accent-text hover:underline">
            Go home
          </a>
        }
      >
        <Callout type="caution" title={invitation.reason}>
          {invitation.hint}
        </Callout>
      </AuthPage>
    )
  }
  const kept = session.read()
  const email = kept && !kept.needs_code ? kept.user.email : undefined
  const props = { invitation, returnSearch }
  if (email === undefined) return <SignedOutInvitation {...props} />
  if (email.toLowerCase() !== invitation.email.toLowerCase())
    return <OtherAccount {...props} email={email} />
  return <Accept {...props} token={token} email={email} onJoined={onJoined} />
}

type StepProps = {
  invitation: Extract<PublicInvitation, { state: 'open' }>
  returnSearch: string
}

function SignedOutInvitation({ invitation, returnSearch }: StepProps) {
  return (
    <AuthPage
      title={`Join ${invitation.organizationName}`}
      description={<InvitationText invitation={invitation} />}
      footer={
        <>
          The invitation is for <span className="text-text">{invitation.email}</span>.
        </>
      }
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

function OtherAccount({ invitation, returnSearch, email }: StepProps & { email: string }) {
  return (
    <AuthPage
      title={`Join ${invitation.organizationName}`}
      description={<InvitationText invitation={invitation} />}
    >
      <div className="grid gap-4">
        <Callout type="caution" title={`This invitation is for ${invitation.email}`}>
          You are signed in as {email}.
        </Callout>
        <Button asChild variant="primary" size="lg">
          <a href={`/logout${returnSearch}`}>Use another account</a>
        </Button>
      </div>
    </AuthPage>
  )
}

type AcceptProps = StepProps & {
  token: string
  email: string
  onJoined: (slug: string) => void
}

function Accept({ invitation, returnSearch, token, email, onJoined }: AcceptProps) {
  const accept = useAcceptInvitation()
  return (
    <AuthPage
      title={`Join ${invitation.organizationName}`}
      description={
        <>
          <InvitationText invitation={invitation} /> You are signed in as{' '}
          <span className="text-text">{email}</span>.
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
          <span className="truncate">Join {invitation.organizationName}</span>
        </Button>
      </div>
    </AuthPage>
  )
}
