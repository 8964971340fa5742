import type { ComponentProps } from 'react'
import type { FieldPath, FieldValues } from 'react-hook-form'
import { Input } from '../../ui/inputs/input.tsx'
import { FormField, type FormFieldProps } from './form-field.tsx'

type InputFieldProps<Values extends FieldValues, Body, Name extends FieldPath<Values>> = Omit<
  FormFieldProps<Values, Body, Name>,
  'children'
> &
  Omit<ComponentProps<'input'>, keyof FormFieldProps<Values, Body, Name> | 'value' | 'onChange'>

/** A single-line text of a form. */
export function InputField<Values extends FieldValues, Body, Name extends FieldPath<Values>>({
  control,
  name,
  label,
  description,
  aside,
  problem,
  ...input
}: InputFieldProps<Values, Body, Name>) {
  return (
    <FormField {...{ control, name, label, description, aside, problem }}>
      {(attributes, value, change) => (
        // The named value is a text, which the types can't express without naming each form's values.
        <Input
          {...input}
          {...attributes}
          value={value}
          onChange={({ target }) => change(target.value as never)}
        />
      )}
    </FormField>
  )
}
