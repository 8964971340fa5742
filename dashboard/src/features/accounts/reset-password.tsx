import type { Session } from '../../data/client/session.ts'
import { Callout } from '../../ui/feedback/callout.tsx'
import { AuthPage } from './auth-page.tsx'
import type { FollowedLink } from './follow-mailed-link.ts'
import { NewPassword } from './new-password.tsx'

type ResetPasswordProps = { session: Session; link: FollowedLink; onDone: () => void }

/** The page that the link in a recovery email opens. */
export function ResetPassword({ session, link, onDone }: ResetPasswordProps) {
  if (link.state === 'signed-in') return <NewPassword session={session} onDone={onDone} />
  return (
    <AuthPage
      title="This link doesn’t work"
      footer={
        <a href="/forgot-password" className="text-accent-text hover:underline">
          Request a new email
        </a>
      }
    >
      {link.state === 'refused' && <Callout type="caution">{link.reason}</Callout>}
    </AuthPage>
  )
}
