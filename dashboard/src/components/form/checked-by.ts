import type { Endpoint } from '@stoa/contract/endpoint'
import { z } from 'zod'

/** The schema of values that a function finds no problem with. */
export const checkedBy = <Value>(problemOf: (value: Value) => string | undefined) =>
  z.custom<Value>().superRefine((value, context) => {
    const message = problemOf(value)
    if (message !== undefined) context.addIssue({ code: 'custom', message })
  })

type Problems<Values> = { readonly [Name in keyof Values]?: string | undefined }

/** The schema of a form whose fields a function checks together. It returns problems by field. */
export const fieldsCheckedBy = <Values extends object>(
  problemsOf: (values: Values) => Problems<Values>,
) =>
  z.custom<Values>().superRefine((values, context) => {
    for (const [name, message] of Object.entries(problemsOf(values)))
      if (typeof message === 'string') context.addIssue({ code: 'custom', path: [name], message })
  })

/**
 * The schema of a form that sends the body of an endpoint. `problemsOf` returns problems that need
 * other words than the endpoint's schema has, by field.
 */
export const sentTo = <Values extends object, Params, Query, Body, Response>(
  endpoint: Endpoint<Params, Query, Body, Response>,
  toBody: (values: Values) => unknown,
  problemsOf: (values: Values) => Problems<Values> = () => ({}),
) =>
  fieldsCheckedBy(problemsOf)
    .transform((values): unknown => toBody(values))
    .pipe(endpoint.body ?? z.custom<Body>())
