import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import type { Credentials } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { toast } from '../../ui/toast.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField, SHORTEST_PASSWORD } from './password-field.tsx'
import { StepForm } from './step-form.tsx'
import { usePending } from './use-pending.ts'

type CredentialsFormProps = {
  submitLabel: string
  isNewPassword?: boolean
  onSubmit: (credentials: Credentials) => Promise<void>
}

/** Email and password. An error is shown as a toast, and the fields keep their values. */
export function CredentialsForm({
  submitLabel,
  isNewPassword = false,
  onSubmit,
}: CredentialsFormProps) {
  const emailField = useInitialFocus<HTMLInputElement>()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const { run, isPending, failure } = usePending((error) => {
    toast.error(errorMessage(error))
    return errorMessage(error)
  })
  const isTooShort = isNewPassword && password.length > 0 && password.length < SHORTEST_PASSWORD
  const submit = () => {
    if (!isTooShort) void run(() => onSubmit({ email: email.trim(), password }))
  }
  return (
    <StepForm submitLabel={submitLabel} isPending={isPending} onSubmit={submit}>
      <EmailField ref={emailField} value={email} onChange={setEmail} />
      <PasswordField
        label="Password"
        isNew={isNewPassword}
        value={password}
        onChange={setPassword}
        error={failure}
      />
    </StepForm>
  )
}
