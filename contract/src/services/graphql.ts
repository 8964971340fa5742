import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * The members' door to a project's GraphQL API: one operation, as one of the project's roles. Rights
 * and row level security decide as they would for a request of that role's.
 */
export const Impersonation = z.object({
  role: z.enum(['anon', 'authenticated', 'service_role']),
  /** An account of the project, for the role `authenticated`: its claims are those of a token of it. */
  userId: z.uuid().optional(),
  /** Further claims, as a hook would add them. */
  claims: z.record(z.string(), z.unknown()).optional(),
})
export type Impersonation = z.infer<typeof Impersonation>

export const GraphqlError = z.object({
  message: z.string(),
  locations: z.array(z.object({ line: z.int(), column: z.int() })).optional(),
  path: z.array(z.union([z.string(), z.number()])).optional(),
  extensions: z.object({
    /** A word of the API's (`syntax_error`, `depth_limit` …) or Postgres's SQLSTATE. */
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

/** Runs one operation. What is wrong with it stands in `errors`, as with the project's own address. */
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
