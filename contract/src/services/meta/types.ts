import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, byTable } from './params.ts'

/** Languages that the types of a project's schemas are written in. */
export const TypeLanguage = z.enum(['typescript', 'go', 'swift', 'python'])
export type TypeLanguage = z.infer<typeof TypeLanguage>

const MOST_SCHEMAS = 50

const SchemaList = z
  .string()
  .transform((text) => text.split(',').filter((name) => name !== ''))
  .pipe(z.array(z.string().max(63)).min(1).max(MOST_SCHEMAS))

/**
 * Source text that describes the tables, views, functions and enums of some schemas, as client
 * libraries want it: the same text as `supabase gen types` writes. 404 `schema_not_found`.
 */
export const generateTypes = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/types/{language}',
  access: 'database:read',
  params: z.object({ ref: z.string(), language: TypeLanguage }),
  query: z.object({
    /** Schema names, separated by commas; those that the Data API exposes when absent. */
    included_schemas: SchemaList.optional(),
  }),
  response: z.object({ types: z.string() }),
})

/**
 * Same as above for TypeScript, in the Management API's format. Schemas that do not exist are left
 * out; 404 `schema_not_found` if none exists.
 */
export const generateManagedTypes = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/types/typescript',
  access: 'database:read',
  params: byRef,
  query: z.object({ included_schemas: SchemaList.optional() }),
  response: z.object({ types: z.string() }),
})

export const FunctionArgument = z.object({
  /** Empty for an unnamed argument, which a client cannot pass by name. */
  name: z.string(),
  /** As `format_type` prints it. */
  type: z.string(),
  /** As in a column. */
  base_type: z.string(),
  category: z.string(),
  enum_values: z.array(z.string()).nullable(),
  has_default: z.boolean(),
  is_variadic: z.boolean(),
})
export type FunctionArgument = z.infer<typeof FunctionArgument>

export const FunctionSummary = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  comment: z.string().nullable(),
  /** The input arguments, in order. */
  arguments: z.array(FunctionArgument),
  /** As `pg_get_function_result` prints it: `SETOF public.todos`, `TABLE(id integer, name text)`. */
  result: z.string(),
  returns_set: z.boolean(),
  /** A volatile function can only be called with POST, another one also with GET. */
  volatility: z.enum(['immutable', 'stable', 'volatile']),
  is_security_definer: z.boolean(),
})
export type FunctionSummary = z.infer<typeof FunctionSummary>

/**
 * The functions of a schema that can be called over the Data API, by name; one entry for each
 * overload. Leaves out trigger functions and functions of extensions. 404 `schema_not_found`.
 */
export const listFunctions = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/functions',
  access: 'database:read',
  params: byRef,
  query: z.object({ schema: z.string().max(63).default('public') }),
  response: z.array(FunctionSummary),
})

export const Relationship = z.object({
  kind: z.enum(['many_to_one', 'one_to_one', 'one_to_many']),
  /** The foreign key's name. */
  constraint: z.string(),
  /** The table at the other end, of the same schema; this one itself for a self-reference. */
  table: z.string(),
  /** Whether this table has the foreign key; otherwise the other one has it. */
  is_referencing: z.boolean(),
  /** Columns of this table, and those of the other one that they match. */
  columns: z.array(z.string()),
  target_columns: z.array(z.string()),
  /** Several relationships lead to that table, so an embedding has to name this one. */
  is_ambiguous: z.boolean(),
})
export type Relationship = z.infer<typeof Relationship>

/**
 * Tables that can be embedded in a table's rows: tables of its schema that it references, and those
 * that reference it. A self-reference is listed twice, once for each end, but not if it is unique
 * or has several columns, because the data API does not follow those.
 */
export const listRelationships = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/relationships',
  access: 'database:read',
  params: byTable,
  response: z.array(Relationship),
})
