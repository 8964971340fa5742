import type { Endpoint } from '@stoa/contract/endpoint'
import type { FieldValues, Path } from 'react-hook-form'
import { z } from 'zod'
import { errorMessage } from '../../data/client/api-error.ts'
import type { FormState } from '../../ui/forms/form.tsx'
import { fieldProblems } from './field-problems.ts'
import { formProblem } from './form-problem.ts'
import { namesOf, useFormValues } from './use-form-values.ts'

/** The mutation that sends the body of a form. */
export type FormMutation<Body, Data = unknown> = {
  isPending: boolean
  error: Error | null
  mutate: (
    body: Body,
    options: { onSuccess: (data: Data) => void; onError: (error: Error) => void },
  ) => void
}

type FormOptions<Values extends FieldValues, Body, Data> = {
  /** The values of an untouched form, as text is typed. */
  defaults: Values
  /**
   * The request body for the values, if they are not the body themselves. Its keys are the names of
   * the fields.
   */
  toBody?: (values: Values) => unknown
  mutation: FormMutation<Body, Data>
  onSuccess?: (data: Data) => void
  /** The field that shows a server error that names no field. */
  errorField?: Path<Values> | ((error: Error) => Path<Values>)
  /** Asks for confirmation before a valid body is sent with `send`. */
  confirm?: (body: Body) => void
}

/** A form whose valid values are the body of an endpoint, checked by the endpoint's own schema. */
export function useEndpointForm<Values extends FieldValues, Params, Query, Body, Response, Data>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  options: FormOptions<Values, Body, Data>,
) {
  return useSchemaForm(endpoint.body ?? z.custom<Body>(), options)
}

/**
 * A form whose valid values satisfy a schema, which checks every change. `state` is for `Form` and
 * the forms built on it. A server error is shown at the fields it names.
 */
export function useSchemaForm<Values extends FieldValues, Body, Data>(
  bodySchema: z.core.$ZodType<Body>,
  {
    defaults,
    toBody = (values) => values,
    mutation,
    onSuccess,
    errorField,
    confirm,
  }: FormOptions<Values, Body, Data>,
) {
  const schema = z
    .custom<Values>()
    .transform((values): unknown => toBody(values))
    .pipe(bodySchema)
  const { form, values, problems, showProblems, isDirty, change } = useFormValues(defaults, schema)
  const names = namesOf<Values>(defaults)
  const problemsOf = (error: Error | null) => {
    const found = fieldProblems(error, names)
    if (found.length > 0 || errorField === undefined || error === null) return found
    const name = typeof errorField === 'function' ? errorField(error) : errorField
    return [{ name, message: errorMessage(error) }]
  }
  const send = (body: Body) =>
    mutation.mutate(body, {
      onSuccess: (data) => onSuccess?.(data),
      onError(error) {
        for (const { name, message } of problemsOf(error))
          // `fieldProblems` returns only names of this form's fields.
          form.setError(name as Path<Values>, { type: 'server', message })
      },
    })
  const state: FormState = {
    isDirty,
    showProblems,
    pending: mutation.isPending,
    problem: problemsOf(mutation.error).length === 0 ? formProblem(mutation.error) : undefined,
    onSubmit: () => void form.handleSubmit(confirm ?? send)(),
  }
  return { form, values, problems, change, state, send }
}
