import { Field } from '../../ui/field.tsx'
import { Input } from '../../ui/input.tsx'

type NameFieldProps = { value: string; disabled: boolean; onChange: (name: string) => void }

/** The name of a project or an organization, which is never empty. */
export function NameField({ value, disabled, onChange }: NameFieldProps) {
  const error = value.trim() === '' ? 'A name has at least one character.' : undefined
  return (
    <Field label="Name" error={error}>
      {(control) => (
        <Input
          {...control}
          maxLength={100}
          disabled={disabled}
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}
