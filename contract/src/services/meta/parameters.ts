import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef } from './params.ts'

/**
 * Who can change a parameter: members, for new sessions of the database or of a role; the platform,
 * for the running server or with a restart of it; nobody.
 */
export const ParameterChange = z.enum(['members', 'platform', 'restart', 'never'])
export type ParameterChange = z.infer<typeof ParameterChange>

export const DatabaseParameter = z.object({
  name: z.string(),
  description: z.string(),
  category: z.string(),
  kind: z.enum(['bool', 'enum', 'integer', 'real', 'string']),
  /** The value for new sessions of `postgres`, as Postgres writes it. */
  value: z.string(),
  default_value: z.string().nullable(),
  /** The unit of a number without one: `ms`, `8kB`. */
  unit: z.string().nullable(),
  min: z.string().nullable(),
  max: z.string().nullable(),
  /** The values of an `enum`. */
  choices: z.array(z.string()),
  /** Whether it takes a list of names, such as `search_path`. */
  is_list: z.boolean(),
  changed_by: ParameterChange,
  /** Where the value comes from. */
  source: z.enum(['default', 'platform', 'database', 'role']),
  /** Values set for sessions of the database (without a role) and of roles. */
  overrides: z.array(z.object({ role: z.string().nullable(), value: z.string() })),
})
export type DatabaseParameter = z.infer<typeof DatabaseParameter>

/** The configuration parameters of the server, changed ones first. */
export const listParameters = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/parameters',
  access: 'database:read',
  params: byRef,
  response: z.object({ database: z.string(), parameters: z.array(DatabaseParameter) }),
})
