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
 * The same for TypeScript, where the Management API has it. Schemas that do not exist are left out;
 * 404 `schema_not_found` if none exists.
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
  /** Empty for an argument without a name, which a client cannot pass by name. */
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
  /** What is passed in, in order. */
  arguments: z.array(FunctionArgument),
  /** As `pg_get_function_result` prints it: `SETOF public.todos`, `TABLE(id integer, name text)`. */
  result: z.string(),
  returns_set: z.boolean(),
  /** A volatile function is called with POST alone, another one also with GET. */
  volatility: z.enum(['immutable', 'stable', 'volatile']),
  is_security_definer: z.boolean(),
})
export type FunctionSummary = z.infer<typeof FunctionSummary>

/**
 * The functions of a schema that can be called over the Data API, by name; one entry for each
 * overload. Without those of triggers and of extensions. 404 `schema_not_found`.
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
  /** This table holds the foreign key; the other one does otherwise. */
  is_referencing: z.boolean(),
  /** Columns of this table, and those of the other one that they match. */
  columns: z.array(z.string()),
  target_columns: z.array(z.string()),
  /** More than one way leads to that table, so that an embedding has to name this one. */
  is_ambiguous: z.boolean(),
})
export type Relationship = z.infer<typeof Relationship>

/**
 * What can be embedded in the rows of a table: tables of its schema that it refers to, and those
 * that refer to it. A reference of the table to itself is there twice, once for each of its ends; not
 * at all where it is unique or of several columns, which the data API does not follow.
 */
export const listRelationships = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/relationships',
  access: 'database:read',
  params: byTable,
  response: z.array(Relationship),
})
