import { zodResolver } from '@hookform/resolvers/zod'
import type { Endpoint } from '@stoa/contract/endpoint'
import { useForm, type DefaultValues, type FieldValues, type Path } from 'react-hook-form'
import { z } from 'zod'
import { errorMessage } from '../../data/client/api-error.ts'
import { fieldProblems } from './field-problems.ts'

type EndpointFormOptions<Values extends FieldValues> = {
  /** The values of an empty form; text as it is typed. */
  defaults: Values & DefaultValues<Values>
  /** The request body for the typed values. Its keys are the names of the fields. */
  toBody: (values: Values) => { readonly [Name in keyof Values]?: unknown }
}

/**
 * A form whose valid values are the body of an endpoint. The endpoint's own schema checks every
 * change, and `fail` shows the server's error at its fields, or above the button if it names none.
 */
export function useEndpointForm<Values extends FieldValues, Params, Query, Body, Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  { defaults, toBody }: EndpointFormOptions<Values>,
) {
  const schema = z
    .custom<Values>()
    .transform((values): unknown => toBody(values))
    .pipe(endpoint.body ?? z.custom<Body>())
  const form = useForm<Values, unknown, Body>({
    defaultValues: defaults,
    mode: 'onChange',
    // `EndpointForm` focuses the first invalid field, also one that the server rejects.
    shouldFocusError: false,
    resolver: zodResolver(schema),
  })
  return {
    form,
    fail(error: unknown) {
      const found = fieldProblems(error, Object.keys(defaults))
      if (found.length === 0) return form.setError('root.server', { message: errorMessage(error) })
      for (const { name, message } of found)
        // `fieldProblems` returns only names of this form's fields.
        form.setError(name as Path<Values>, { type: 'server', message })
    },
  }
}
