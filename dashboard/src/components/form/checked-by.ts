import type { Endpoint } from '@stoa/contract/endpoint'
import { z } from 'zod'

/** A schema that accepts the values for which a function finds no problem. */
export const checkedBy = <Value>(problemOf: (value: Value) => string | undefined) =>
  z.custom<Value>().superRefine((value, context) => {
    const message = problemOf(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

/**
 * The schema of a form whose fields are validated together by a function, which returns problems by
 * field.
 */
export const fieldsCheckedBy = <Values extends object>(
  problemsOf: (values: Values) => Problems<Values>,
) =>
  z.custom<Values>().superRefine((values, context) => {
    for (const [name, message] of Object.entries(problemsOf(values)))
      if (typeof message === 'string') context.addIssue({ code: 'custom', path: [name], message })
  })

/**
 * The schema of a form that sends an endpoint's body. `problemsOf` returns problems, by field,
 * whose messages should differ from those of the endpoint's schema.
 */
export const sentTo = <Values extends object, Params, Query, Body, Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  toBody: (values: Values) => unknown,
  problemsOf: (values: Values) => Problems<Values> = () => ({}),
) =>
  fieldsCheckedBy(problemsOf)
    .transform((values): unknown => toBody(values))
    .pipe(endpoint.body ?? z.custom<Body>())
