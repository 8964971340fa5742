import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

type TextFieldProps = {
  label: string
  description?: string
  placeholder?: string
  isOptional?: boolean
  /** Shows the text in the font of code. */
  isCode?: boolean
  isSecret?: boolean
  value: string
  error: string | undefined
  onChange: (value: string) => void
}

/** A line of text in a provider's form. */
export function TextField({
  label,
  description,
  placeholder,
  isOptional = false,
  isCode = false,
  isSecret = false,
  value,
  error,
  onChange,
}: TextFieldProps) {
  return (
    <Field
      label={label}
      description={description}
      error={error}
      {...(isOptional && { aside: 'optional' })}
    >
      {(control) => (
        <Input
          {...control}
          {...(isCode && { className: 'font-mono text-xs' })}
          {...(isSecret && { type: 'password' })}
          autoComplete="off"
          placeholder={placeholder}
          value={value}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Field>
  )
}
