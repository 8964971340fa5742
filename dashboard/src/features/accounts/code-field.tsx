import type { Ref } from 'react'
import { Field } from '../../ui/forms/field.tsx'
import { Input } from '../../ui/inputs/input.tsx'

type CodeFieldProps = {
  ref?: Ref<HTMLInputElement>
  value: string
  onChange: (typed: string) => void
  error: string | undefined
  label?: string
}

/** A numeric code field that phones and password managers know how to autofill. */
export function CodeField({ ref, value, onChange, error, label = 'Code' }: CodeFieldProps) {
  return (
    <Field label={label} error={error}>
      {(control) => (
        <Input
          {...control}
          ref={ref}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          className="h-9 font-mono text-base tracking-[0.3em]"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
