import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

type NameFieldProps = {
  value: string
  error: string | undefined
  onChange: (name: string) => void
}

/** The name of an object of the database. */
export const NameField = ({ value, error, onChange }: NameFieldProps) => (
  <Field label="Name" error={error}>
    {(control) => (
      <Input
        {...control}
        className="font-mono text-xs"
        autoComplete="off"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    )}
  </Field>
)
