import type { ComponentProps } from 'react'
import { Input } from '../../ui/inputs/input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'

type InputFieldProps<Values extends object, Name extends keyof Values> = Omit<
  FormFieldProps<Values, Name>,
  'children'
> &
  Omit<ComponentProps<'input'>, keyof FormFieldProps<Values, Name> | 'value' | 'onChange'>

/** A single-line text of a form. */
export function InputField<Values extends object, Name extends keyof Values>({
  form,
  name,
  label,
  description,
  aside,
  problem,
  ...input
}: InputFieldProps<Values, Name>) {
  return (
    <FormField {...{ form, name, label, description, aside, problem }}>
      {(attributes, value, change) => (
        // The named value is a text, which the types can't express without naming each form's values.
        <Input
          {...input}
          {...attributes}
          value={value as string}
          onChange={({ target }) => change(target.value as never)}
        />
      )}
    </FormField>
  )
}
