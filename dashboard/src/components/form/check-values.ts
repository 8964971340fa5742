import type { z } from 'zod'
import type { Problems } from './form-entry.ts'

/** The rules for the values of a form. */
export type Check<Values, Body> = {
  /** The schema of the request body. Its fields have the names of the form’s fields. */
  schema?: z.core.$ZodType<Body> | undefined
  /** The endpoint that accepts the request body, instead of its schema. */
  endpoint?: { readonly body?: z.core.$ZodType<Body> } | undefined
  /** The request body for the values, if they are not the body themselves. */
  toBody?: ((values: Values) => unknown) | undefined
  /** Problems by field that the schema does not find, or with better messages. */
  problemsOf?: ((values: Values) => Problems<Values>) | undefined
}

type Checked<Values, Body> = { body: Body | undefined; problems: Problems<Values> }

/** The request body for the values, or the problem of each invalid field. */
export function checkValues<Values extends object, Body>(
  { schema, endpoint, toBody = (values) => values, problemsOf }: Check<Values, Body>,
  values: Values,
): Checked<Values, Body> {
  const body = toBody(values)
  const bodySchema = schema ?? endpoint?.body
  // Without a schema, the body has the type that `toBody` returns.
  const checked: Checked<Values, Body> =
    bodySchema === undefined ? { body: body as Body, problems: {} } : parse(bodySchema, body)
  const found = problemsOf?.(values) ?? {}
  if (Object.values(found).every((problem) => problem === undefined)) return checked
  return { body: undefined, problems: { ...checked.problems, ...defined(found) } }
}

const defined = <Values extends object>(problems: Problems<Values>): Problems<Values> =>
  Object.fromEntries(
    Object.entries(problems).filter(([, problem]) => problem !== undefined),
  ) as Problems<Values>

/** Calls the schema itself, because importing zod would load it with the sign-in page. */
function parse<Values, Body>(schema: z.core.$ZodType<Body>, body: unknown): Checked<Values, Body> {
  const result = schema['~standard'].validate(body)
  if (result instanceof Promise) throw new TypeError('The schema of a form must be synchronous')
  if (result.issues === undefined) return { body: result.value, problems: {} }
  const problems: Record<string, string> = {}
  for (const { path, message } of result.issues) {
    const [name] = path ?? []
    problems[String(typeof name === 'object' ? name.key : name)] ??= message
  }
  // The keys of the body are the names of the fields.
  return { body: undefined, problems }
}
