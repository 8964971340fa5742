import { Field } from '../../../ui/forms/field.tsx'
import { Input } from '../../../ui/inputs/input.tsx'

type TextFieldProps = { value: string; onChange: (value: string) => void }

/** The name of a table or of a column. */
export function NameField({
  value,
  problem,
  onChange,
}: TextFieldProps & { problem: string | undefined }) {
  return (
    <Field label="Name" error={problem}>
      {(control) => (
        <Input
          {...control}
          className="font-mono"
          value={value}
          onChange={(event) => onChange(event.target.value)}
        />
      )}
    </Field>
  )
}

/** The comment of a table or of a column. */
export function CommentField({ value, onChange }: TextFieldProps) {
  return (
    <Field label="Comment" aside="optional">
      {(control) => (
        <Input {...control} value={value} onChange={(event) => onChange(event.target.value)} />
      )}
    </Field>
  )
}
