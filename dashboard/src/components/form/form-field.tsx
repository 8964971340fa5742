import type { ReactNode } from 'react'
import { Field, type FieldControlProps } from '../../ui/forms/field.tsx'
import type { FormOf } from './use-form.ts'

export type FormFieldProps<Values extends object, Name extends keyof Values> = {
  form: FormOf<Values>
  name: Name
  label: ReactNode
  description?: ReactNode
  /** Shown to the right of the label, for a unit or an “optional”. */
  aside?: ReactNode
  /** Help for a value that the schema rejects; by default, the schema's own message. */
  problem?: string | undefined
  children: (
    control: FieldControlProps,
    value: Values[Name],
    change: (value: Values[Name]) => void,
  ) => ReactNode
}

/** The label, control and problem of one value of a form. */
export function FormField<Values extends object, Name extends keyof Values>({
  form,
  name,
  label,
  description,
  aside,
  problem,
  children,
}: FormFieldProps<Values, Name>) {
  const change = (value: Values[Name]) => {
    const next: Partial<Values> = {}
    next[name] = value
    form.change(next)
  }
  const refused = form.refusals[name]
  const invalid = form.problems[name]
  return (
    <Field
      label={label}
      description={description}
      aside={aside}
      error={refused ?? (invalid && (problem ?? invalid))}
    >
      {(attributes) => children(attributes, form.values[name], change)}
    </Field>
  )
}
