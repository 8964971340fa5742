import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import { recoverWithCode, requestRecovery } from '../../data/client/recovery.ts'
import { plainCode } from '../../data/client/second-factor.ts'
import type { Session } from '../../data/client/session.ts'
import { pageStorage } from '../../lib/storage.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { AuthPage } from './auth-page.tsx'
import { CodeField } from './code-field.tsx'
import { EmailField } from './email-field.tsx'
import { NewPassword } from './new-password.tsx'
import { codeProblem, emailProblem, StepForm, useStepProblems } from './step-form.tsx'
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
            await recoverWithCode(session, { email: step.email, code })
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

function MailCodeForm({ onSubmit }: { onSubmit: (code: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const [code, setCode] = useState('')
  const { run, isPending, failure } = usePending(errorMessage)
  const { problems, showProblems } = useStepProblems({ code: codeProblem(code) })
  return (
    <StepForm
      submitLabel="Continue"
      isPending={isPending}
      showProblems={showProblems}
      onSubmit={() => void run(() => onSubmit(code))}
    >
      <CodeField
        ref={field}
        label="Code from the email"
        value={code}
        onChange={(typed) => setCode(plainCode(typed))}
        error={problems.code ?? failure}
      />
    </StepForm>
  )
}
