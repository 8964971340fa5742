import { zodResolver } from '@hookform/resolvers/zod'
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form'
import { z } from 'zod'

/**
 * The values of a form, which a schema checks with every change. `body` is the schema's output,
 * undefined while a value is invalid. `problems` has the message of each changed field that is
 * invalid, and `showProblems`, which is for `Form`, adds those of the others. `form.control` is for
 * `FormField`; `values` and `change` are for controls that the fields of `FormField` don't fit.
 * `isDirty` compares the values with those of the untouched form.
 */
export function useFormValues<Values extends FieldValues, Body>(
  defaults: Values,
  schema: z.core.$ZodType<Body>,
) {
  // The schema receives this form's values, whatever type it accepts.
  const checked = schema as z.core.$ZodType<Body, Values>
  const form = useForm<Values, unknown, Body>({
    // Every field has its first value, so this is not partial as the library allows.
    defaultValues: defaults as DefaultValues<Values>,
    mode: 'onChange',
    // `Form` focuses the first invalid field, including one that the server rejects.
    shouldFocusError: false,
    resolver: zodResolver(checked),
  })
  // Without this, the library takes an object for a group of fields instead of a value.
  for (const name of namesOf<Values>(defaults)) form.register(name)
  // Every field is registered with its first value, so no value is missing.
  const values = useWatch({ control: form.control }) as Values
  const { errors, isDirty, dirtyFields } = form.formState
  // A rule can concern several fields, so each change revalidates the fields that were changed
  // before.
  const checkedBefore = namesOf<Values>(dirtyFields as Partial<Values>).filter(
    (name) => form.getFieldState(name).error?.type !== 'server',
  )
  const { data: body, success: isValid } = z.safeParse(schema, values)
  return {
    form,
    values,
    body,
    problems: problemsOf<Values>(errors),
    showProblems: isValid ? undefined : () => void form.handleSubmit(() => undefined)(),
    isDirty,
    change(changes: Partial<Values>) {
      const names = namesOf<Values>(changes)
      for (const name of names)
        form.setValue(name, changes[name] as PathValue<Values, Path<Values>>, {
          shouldDirty: true,
        })
      void form.trigger([...names, ...checkedBefore])
    },
  }
}

/** The keys of an object are the names of its fields. */
export const namesOf = <Values extends FieldValues>(values: Partial<Values>) =>
  Object.keys(values) as Path<Values>[]

type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

const problemsOf = <Values extends FieldValues>(errors: FieldErrors<Values>) =>
  Object.fromEntries(
    Object.entries(errors).map(([name, error]) => [name, messageIn(error)]),
  ) as Problems<Values>

/** The first message of a field, or of a part of its value. */
function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined
  if ('message' in error && typeof error.message === 'string') return error.message
  for (const [name, part] of Object.entries(error)) {
    const message = name === 'ref' ? undefined : messageIn(part)
    if (message !== undefined) return message
  }
  return undefined
}
