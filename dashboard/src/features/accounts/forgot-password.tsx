import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { finishWithCode } from '../../data/client/mailed-sign-in.ts'
import { requestRecovery } from '../../data/client/recovery.ts'
import type { Session } from '../../data/client/session.ts'
import { pageStorage } from '../../lib/storage.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { AuthPage } from './auth-page.tsx'
import { EmailField } from './email-field.tsx'
import { MailCodeForm } from './mail-code-form.tsx'
import { NewPassword } from './new-password.tsx'
import { emailProblem, StepForm, useStepProblems } from './step-form.tsx'
import { NO_MAIL_SERVER } from './texts.ts'
import { usePending } from './use-pending.ts'
import { usePublicInstallation } from './use-public-installation.ts'

type ForgotPasswordProps = { session: Session; onDone: () => void }

type Step = { name: 'address' } | { name: 'code'; email: string } | { name: 'password' }

const SIGN_IN = (
  <a href="/sign-in" className="text-accent-text hover:underline">
    Back to sign-in
  </a>
)

/** Emails a link and a code, accepts the code, and then sets the new password. */
export function ForgotPassword({ session, onDone }: ForgotPasswordProps) {
  const [step, setStep] = useState<Step>({ name: 'address' })
  const installation = usePublicInstallation()
  if (step.name === 'password') return <NewPassword session={session} onDone={onDone} />
  if (step.name === 'code') {
    return (
      <AuthPage
        title="Check your email"
        description={
          <>
            If <span className="text-text">{step.email}</span> has an account, we’re sending an
            email with a link and a code. Open the link in this browser, or enter the code here.
            {installation?.has_mail_server === false && ` ${NO_MAIL_SERVER}`}
          </>
        }
        footer={SIGN_IN}
      >
        <MailCodeForm
          onSubmit={async (code) => {
            await finishWithCode(session, 'recovery', { email: step.email, code })
            setStep({ name: 'password' })
          }}
        />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Forgot your password?"
      description="We’ll email you a link to set a new one."
      footer={SIGN_IN}
    >
      <AddressForm
        onSubmit={async (email) => {
          await requestRecovery(pageStorage, email)
          setStep({ name: 'code', email })
        }}
      />
    </AuthPage>
  )
}

function AddressForm({ onSubmit }: { onSubmit: (email: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const [email, setEmail] = useState('')
  const { run, isPending, failure } = usePending(errorMessage)
  const { problems, showProblems } = useStepProblems({ email: emailProblem(email) })
  return (
    <StepForm
      submitLabel="Send email"
      isPending={isPending}
      showProblems={showProblems}
      onSubmit={() => void run(() => onSubmit(email.trim()))}
    >
      <EmailField ref={field} value={email} onChange={setEmail} error={problems.email ?? failure} />
    </StepForm>
  )
}
