import { errorMessage } from '../../data/client/api-error.ts'
import { useCallback, useState } from 'react'
import { setNewPassword } from '../../data/client/recovery.ts'
import type { Session } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { AuthPage } from './auth-page.tsx'
import { PasswordField, passwordProblem } from './password-field.tsx'
import { SecondFactor } from './second-factor.tsx'
import { StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

type NewPasswordProps = { session: Session; onDone: () => void }

/**
 * The last step of a recovery. Access to the mailbox does not replace a second factor: an account
 * that has one must enter its code first.
 */
export function NewPassword({ session, onDone }: NewPasswordProps) {
  const [isProved, setIsProved] = useState(() => !session.read()?.needs_code)
  const onProved = useCallback(() => setIsProved(true), [])
  const account = <span className="text-text">{session.read()?.user.email}</span>
  if (!isProved) {
    return (
      <AuthPage
        title="Enter your code"
        description={<>Enter the code that your authenticator app shows for {account}.</>}
      >
        <SecondFactor session={session} submitLabel="Continue" onProved={onProved} />
      </AuthPage>
    )
  }
  return (
    <AuthPage
      title="Choose a new password"
      description={
        <>
          For {account}. This signs out all other sessions and revokes your access tokens and
          passkeys.
        </>
      }
    >
      <PasswordForm
        onSubmit={async (password) => {
          await setNewPassword(session, password)
          toast.success('Password changed', {
            description:
              'All other sessions of your account were signed out, and its access tokens and passkeys were revoked.',
          })
          onDone()
        }}
      />
    </AuthPage>
  )
}

function PasswordForm({ onSubmit }: { onSubmit: (password: string) => Promise<void> }) {
  const field = useInitialFocus<HTMLInputElement>()
  const { values, problems, change, state } = useStep({
    values: { password: '' },
    problemsOf: ({ password }) => ({ password: passwordProblem(password, true) }),
    submit: ({ password }) => onSubmit(password),
    errorField: 'password',
    errorText: errorMessage,
  })
  return (
    <StepForm state={state} submitLabel="Change password">
      <PasswordField
        ref={field}
        label="New password"
        isNew
        value={values.password}
        onChange={(password) => change({ password })}
        error={problems.password}
      />
    </StepForm>
  )
}
