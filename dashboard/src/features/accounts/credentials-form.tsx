import { useState } from 'react'
import { errorMessage } from '../../data/client/api-error.ts'
import type { Credentials } from '../../data/client/session.ts'
import { useInitialFocus } from '../../lib/use-initial-focus.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'
import { toast } from '../../ui/toast.ts'

type CredentialsFormProps = {
  submitLabel: string
  /** A new password has a rule and is kept by password managers as a new one. */
  isNewPassword?: boolean
  onSubmit: (credentials: Credentials) => Promise<void>
}

export const SHORTEST_PASSWORD = 8

/** Address and password. A refusal is shown as a toast and leaves what was typed. */
export function CredentialsForm({
  submitLabel,
  isNewPassword = false,
  onSubmit,
}: CredentialsFormProps) {
  const emailField = useInitialFocus<HTMLInputElement>()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [pending, setPending] = useState(false)
  const [failure, setFailure] = useState<string>()
  const isTooShort = isNewPassword && password.length > 0 && password.length < SHORTEST_PASSWORD
  const submit = async () => {
    setPending(true)
    setFailure(undefined)
    try {
      await onSubmit({ email: email.trim(), password })
    } catch (error) {
      setFailure(errorMessage(error))
      toast.error(errorMessage(error))
    } finally {
      setPending(false)
    }
  }
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        if (!isTooShort && !pending) void submit()
      }}
    >
      <Field label="Email">
        {(control) => (
          <Input
            {...control}
            type="email"
            name="email"
            autoComplete="username"
            ref={emailField}
            required
            className="h-9"
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        )}
      </Field>
      <Field
        label="Password"
        description={isNewPassword && !failure ? `At least ${SHORTEST_PASSWORD} characters` : ''}
        error={failure}
      >
        {(control) => (
          <Input
            {...control}
            type="password"
            name="password"
            autoComplete={isNewPassword ? 'new-password' : 'current-password'}
            required
            minLength={isNewPassword ? SHORTEST_PASSWORD : undefined}
            maxLength={isNewPassword ? 100 : undefined}
            className="h-9"
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" variant="primary" size="lg" pending={pending} className="w-full">
        {submitLabel}
      </Button>
    </form>
  )
}
