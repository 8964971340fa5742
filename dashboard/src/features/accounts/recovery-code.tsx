import { useState } from 'react'
import { finishWithCode } from '../../data/client/mailed-sign-in.ts'
import type { Session } from '../../data/client/session.ts'
import { AuthPage } from './auth-page.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import { NewPassword } from './new-password.tsx'
import { NO_MAIL_SERVER } from './texts.ts'
import { usePublicInstallation } from './use-public-installation.ts'

type RecoveryCodeProps = { session: Session; email: string; onDone: () => void }

/** The steps after the request for an email: its code, and then the new password. */
export function RecoveryCode({ session, email, onDone }: RecoveryCodeProps) {
  const installation = usePublicInstallation()
  const [isProven, setIsProven] = useState(false)
  if (isProven) return <NewPassword session={session} onDone={onDone} />
  return (
    <AuthPage
      title="Check your email"
      description={
        <>
          If <span className="text-text">{email}</span> has an account, we’re sending an email with
          a link and a code. Open the link in this browser, or enter the code here.
          {installation?.has_mail_server === false && ` ${NO_MAIL_SERVER}`}
        </>
      }
      footer={<BackToSignIn />}
    >
      <MailCodeForm
        onSubmit={async (code) => {
          await finishWithCode(session, 'recovery', { email, code })
          setIsProven(true)
        }}
      />
    </AuthPage>
  )
}
