import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import type { Credentials } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField, passwordProblem } from './password-field.tsx'
import { emailProblem, StepForm, useStepProblems } from './step-form.tsx'
import { usePending } from './use-pending.ts'

type CredentialsFormProps = {
  submitLabel: string
  isNewPassword?: boolean
  /** The address that the form starts with. */
  initialEmail?: string | undefined
  onSubmit: (credentials: Credentials) => Promise<void>
}

/** Email and password. The fields keep their values after an error, which is also a toast on sign-in. */
export function CredentialsForm({
  submitLabel,
  isNewPassword = false,
  initialEmail = '',
  onSubmit,
}: CredentialsFormProps) {
  const firstField = useInitialFocus<HTMLInputElement>()
  const [email, setEmail] = useState(initialEmail)
  const [password, setPassword] = useState('')
  const { run, isPending, failure } = usePending((error) => {
    if (!isNewPassword) toast.error(errorMessage(error))
    return errorMessage(error)
  })
  const { problems, showProblems } = useStepProblems({
    email: emailProblem(email),
    password: passwordProblem(password, isNewPassword),
  })
  const submit = () => void run(() => onSubmit({ email: email.trim(), password }))
  return (
    <StepForm
      submitLabel={submitLabel}
      isPending={isPending}
      showProblems={showProblems}
      onSubmit={submit}
    >
      <EmailField
        {...(initialEmail === '' && { ref: firstField })}
        value={email}
        onChange={setEmail}
        error={problems.email}
      />
      <PasswordField
        {...(initialEmail !== '' && { ref: firstField })}
        label="Password"
        isNew={isNewPassword}
        value={password}
        onChange={setPassword}
        error={problems.password ?? failure}
      />
    </StepForm>
  )
}
