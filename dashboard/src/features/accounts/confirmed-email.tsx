import { useEffect } from 'react'
import type { Session } from '../../data/client/session.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { AuthPage } from './auth-page.tsx'
import type { FollowedLink } from './follow-mailed-link.ts'
import { NewPassword } from './new-password.tsx'

type ConfirmedEmailProps = { session: Session; link: FollowedLink; onDone: () => void }

/** The page that the link in a confirmation email opens. */
export function ConfirmedEmail({ session, link, onDone }: ConfirmedEmailProps) {
  const isDone = link.state === 'signed-in' && !link.needsPassword
  useEffect(() => {
    if (isDone) onDone()
  }, [isDone, onDone])
  if (isDone) return <AuthPage title="Email confirmed" />
  if (link.state === 'signed-in') return <NewPassword session={session} onDone={onDone} />
  if (link.state === 'half-confirmed') {
    return (
      <AuthPage title="Confirmed by one mailbox">
        <Callout>
          To change your address, open the link in the email to your other address, too.
        </Callout>
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="This link doesn’t work"
      footer={
        <a href="/sign-in" className="text-accent-text hover:underline">
          Sign in to get a new email
        </a>
      }
    >
      <Callout type="caution">{link.reason}</Callout>
    </AuthPage>
  )
}
