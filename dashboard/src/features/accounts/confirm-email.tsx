import { useState, type ReactNode } from 'react'
import { finishWithCode } from '../../data/client/mailed-sign-in.ts'
import type { Session } from '../../data/client/session.ts'
import { AuthPage } from './auth-page.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import { NewPassword } from './new-password.tsx'
import { NO_MAIL_SERVER } from './texts.ts'
import { usePublicInstallation } from './use-public-installation.ts'

type ConfirmEmailProps = {
  session: Session
  email: string
  footer?: ReactNode
  onSignedIn: () => void
}

/** The step after creating an account: verifies its address with the code from an email. */
export function ConfirmEmail({ session, email, footer, onSignedIn }: ConfirmEmailProps) {
  const installation = usePublicInstallation()
  const [needsPassword, setNeedsPassword] = useState(false)
  if (needsPassword) return <NewPassword session={session} onDone={onSignedIn} />
  return (
    <AuthPage
      title="Confirm your email"
      description={
        <>
          We’re sending an email to <span className="text-text">{email}</span>. Open its link in
          this browser, or enter its code here.
          {installation?.has_mail_server === false && ` ${NO_MAIL_SERVER}`}
        </>
      }
      footer={footer}
    >
      <MailCodeForm
        onSubmit={async (code) => {
          const finished = await finishWithCode(session, 'sign-up', { email, code })
          if (finished.needsPassword) setNeedsPassword(true)
          else onSignedIn()
        }}
      />
    </AuthPage>
  )
}
