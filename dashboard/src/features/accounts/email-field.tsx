import type { Ref } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'

type EmailFieldProps = {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (typed: string) => void
  error?: string | undefined
}

/** The account's email field, marked up so that password managers can autofill it. */
export function EmailField({ ref, value, onChange, error }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          type="email"
          name="email"
          autoComplete="username"
          required
          className="h-9"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
