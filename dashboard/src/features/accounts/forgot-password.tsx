import { errorMessage } from '../../data/client/api-error.ts'
import { useState } from 'react'
import { requestRecovery } from '../../data/client/recovery.ts'
import type { Session } from '../../data/client/session.ts'
import { pageStorage } from '../../lib/storage.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { AuthPage } from './auth-page.tsx'
import { BackToSignIn } from './back-to-sign-in.tsx'
import { EmailField } from './email-field.tsx'
import type { RecoveryCode } from './recovery-code.tsx'
import { emailProblem, StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

type ForgotPasswordProps = { session: Session; onDone: () => void }

/** Emails a link and a code. The next steps load when the email is requested. */
export function ForgotPassword({ session, onDone }: ForgotPasswordProps) {
  const [next, setNext] = useState<{ Step: typeof RecoveryCode; email: string }>()
  if (next) return <next.Step session={session} email={next.email} onDone={onDone} />
  return (
    <AuthPage
      title="Forgot your password?"
      description="We’ll email you a link to set a new one."
      footer={<BackToSignIn />}
    >
      <AddressForm
        onSubmit={async (email) => {
          const { RecoveryCode: Step } = await import('./recovery-code.tsx')
          await requestRecovery(pageStorage, email)
          setNext({ Step, email })
        }}
      />
    </AuthPage>
  )
}

function AddressForm({ onSubmit }: { onSubmit: (email: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const { values, problems, change, state } = useStep({
    values: { email: '' },
    problemsOf: ({ email }) => ({ email: emailProblem(email) }),
    submit: ({ email }) => onSubmit(email.trim()),
    errorField: 'email',
    errorText: errorMessage,
  })
  return (
    <StepForm state={state} submitLabel="Send email">
      <EmailField
        ref={field}
        value={values.email}
        onChange={(email) => change({ email })}
        error={problems.email}
      />
    </StepForm>
  )
}
