import type { Ref } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'

const SHORTEST_PASSWORD = 8

export function passwordProblem(password: string, isNew: boolean): string | undefined {
  if (isNew && password.length < SHORTEST_PASSWORD)
    return `Enter at least ${SHORTEST_PASSWORD} characters.`
  return password === '' ? 'Enter your password.' : undefined
}

type PasswordFieldProps = {
  ref?: Ref<HTMLInputElement>
  label: string
  /** A new password is checked against the length rule and autofilled as a new one. */
  isNew: boolean
  value: string
  onChange: (typed: string) => void
  error: string | undefined
}

export function PasswordField({ ref, label, isNew, value, onChange, error }: PasswordFieldProps) {
  return (
    <Field
      label={label}
      description={isNew && !error ? `At least ${SHORTEST_PASSWORD} characters` : ''}
      error={error}
    >
      {(control) => (
        <Input
          {...control}
          ref={ref}
          type="password"
          name="password"
          autoComplete={isNew ? 'new-password' : 'current-password'}
          required
          minLength={isNew ? SHORTEST_PASSWORD : undefined}
          maxLength={isNew ? 100 : undefined}
          className="h-9"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
