import { errorMessage } from '../../data/client/api-error.ts'
import type { Credentials } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { toast } from '../../ui/feedback/toast.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField, passwordProblem } from './password-field.tsx'
import { emailProblem, StepForm } from './step-form.tsx'
import { useStep } from './use-step.ts'

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
  const { values, problems, change, state } = useStep({
    values: { email: initialEmail, password: '' },
    problemsOf: ({ email, password }) => ({
      email: emailProblem(email),
      password: passwordProblem(password, isNewPassword),
    }),
    submit: ({ email, password }) => onSubmit({ email: email.trim(), password }),
    errorField: 'password',
    errorText: errorMessage,
    onError(error) {
      if (!isNewPassword) toast.error(errorMessage(error))
    },
  })
  return (
    <StepForm state={state} submitLabel={submitLabel}>
      <EmailField
        {...(initialEmail === '' && { ref: firstField })}
        value={values.email}
        onChange={(email) => change({ email })}
        error={problems.email}
      />
      <PasswordField
        {...(initialEmail !== '' && { ref: firstField })}
        label="Password"
        isNew={isNewPassword}
        value={values.password}
        onChange={(password) => change({ password })}
        error={problems.password}
      />
    </StepForm>
  )
}
