import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Impersonation } from './impersonation.ts'

export const GraphqlError = z.object({
  message: z.string(),
  locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({
    /** An error code of the GraphQL API (`syntax_error`, `depth_limit` …) or a SQLSTATE. */
    code: z.string(),
    hint: z.string().optional(),
    details: z.string().optional(),
  }),
})
export type GraphqlError = z.infer<typeof GraphqlError>

export const GraphqlAnswer = z.object({
  data: z.record(z.string(), z.unknown()).nullable(),
  errors: z.array(GraphqlError).optional(),
})
export type GraphqlAnswer = z.infer<typeof GraphqlAnswer>

/** Runs one operation. Problems with it are in `errors`, as with the project's GraphQL URL. */
export const runGraphql = endpoint({
  method: 'POST',
  path: '/platform/projects/{ref}/graphql',
  access: 'database:write',
  params: z.object({ ref: z.string() }),
  body: z.object({
    query: z.string(),
    variables: z.record(z.string(), z.unknown()).nullish(),
    operationName: z.string().nullish(),
    impersonate: Impersonation,
  }),
  maxBodyBytes: 1_000_000,
  response: GraphqlAnswer,
})
