import { isUtf8 } from 'node:buffer'
import { z } from 'zod'
import { invalidRequest, malformedJson } from '../../../lib/refusals.ts'

/** A request with the names of GraphQL over HTTP. */
export type GraphqlRequest = {
  readonly query: string
  readonly variables: Readonly<Record<string, unknown>>
  readonly operationName: string | undefined
}

/** Only its limits decide how much a request holds, so its entries are not visited here. */
const Variables = z.custom<Readonly<Record<string, unknown>>>(
  (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
)

const Body = z.object({
  query: z.string(),
  variables: Variables.nullish(),
  operationName: z.string().nullish(),
})

/** Parses a request's body. Throws 400 `malformed_json` or `invalid_request`. */
export function parseRequest(body: Buffer | undefined): GraphqlRequest {
  const parsed = Body.safeParse(parseJson(body))
  if (!parsed.success) {
    const [issue] = parsed.error.issues
    const field = issue?.path.join('.') ?? ''
    throw invalidRequest(
      field === ''
        ? 'The request body is not a JSON object.'
        : `The field ${field} of the request body is missing or has the wrong type.`,
      'Send {"query": "…", "variables": {…}, "operationName": "…"}; only query is required.',
    )
  }
  const { query, variables, operationName } = parsed.data
  return { query, variables: variables ?? {}, operationName: operationName ?? undefined }
}

function parseJson(body: Buffer | undefined): unknown {
  // With replacement characters, a different text would be searched for and stored.
  if (body && !isUtf8(body))
    throw malformedJson('The request body is not valid UTF-8.', 'Encode the body as UTF-8.')
  try {
    return JSON.parse(body?.toString('utf8') ?? '')
  } catch {
    throw malformedJson(
      'The request body is not valid JSON.',
      'Send {"query": "…"} as JSON, with the query as a quoted string.',
    )
  }
}
