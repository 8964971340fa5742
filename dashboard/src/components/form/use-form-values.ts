import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldValues,
  type Path,
  type PathValue,
  type Resolver,
} from 'react-hook-form'

/**
 * The values of a form. `form.control` is for `FormField`; `values` and `change` are for controls
 * that the fields of `FormField` don't fit. `isDirty` compares them with the values of the
 * untouched form.
 */
export function useFormValues<Values extends FieldValues, Body = Values>(
  defaults: Values,
  resolver?: Resolver<Values, unknown, Body>,
) {
  const form = useForm<Values, unknown, Body>({
    // Every field has its first value, so this is not partial as the library allows.
    defaultValues: defaults as DefaultValues<Values>,
    mode: 'onChange',
    // `Form` focuses the first invalid field, also one that the server rejects.
    shouldFocusError: false,
    ...(resolver && { resolver }),
  })
  // Without this, the library takes an object for a group of fields instead of a value.
  for (const name of namesOf<Values>(defaults)) form.register(name)
  // Every field is registered with its first value, so no value is missing.
  const values = useWatch({ control: form.control }) as Values
  return {
    form,
    values,
    isDirty: form.formState.isDirty,
    change(changes: Partial<Values>) {
      for (const name of namesOf<Values>(changes))
        form.setValue(name, changes[name] as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
          shouldValidate: true,
        })
    },
  }
}

/** The keys of an object are the names of its fields. */
export const namesOf = <Values extends FieldValues>(values: Partial<Values>) =>
  Object.keys(values) as Path<Values>[]
