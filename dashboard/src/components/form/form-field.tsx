import type { ReactNode } from 'react'
import {
  useController,
  type Control,
  type FieldPath,
  type FieldPathValue,
  type FieldValues,
} from 'react-hook-form'
import { Field, type FieldControlProps } from '../../ui/forms/field.tsx'

export type FormFieldProps<Values extends FieldValues, Body, Name extends FieldPath<Values>> = {
  control: Control<Values, unknown, Body>
  name: Name
  label: ReactNode
  description?: ReactNode
  /** Shown to the right of the label, for a unit or an “optional”. */
  aside?: ReactNode
  /** Help for a value that the schema rejects; by default, the schema's own message. */
  problem?: string | undefined
  children: (
    control: FieldControlProps & { onBlur: () => void },
    value: FieldPathValue<Values, Name>,
    change: (value: FieldPathValue<Values, Name>) => void,
  ) => ReactNode
}

/** The label, control and problem of one value of a form. */
export function FormField<Values extends FieldValues, Body, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  description,
  aside,
  problem,
  children,
}: FormFieldProps<Values, Body, Name>) {
  const { field, fieldState } = useController({ control, name })
  const { error } = fieldState
  return (
    <Field
      label={label}
      description={description}
      aside={aside}
      error={error && (error.type === 'server' ? error.message : (problem ?? error.message))}
    >
      {(attributes) =>
        children({ ...attributes, onBlur: field.onBlur }, field.value, field.onChange)
      }
    </Field>
  )
}
