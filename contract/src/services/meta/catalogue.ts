import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, byTable } from './params.ts'

export const Schema = z.object({
  name: z.string(),
  owner: z.string(),
  /** Belongs to the platform (auth, storage, …): shown, but not changed from the dashboard. */
  is_protected: z.boolean(),
})
export type Schema = z.infer<typeof Schema>

export const RelationKind = z.enum([
  'table',
  'view',
  'materialized_view',
  'foreign_table',
  'partitioned_table',
])
export type RelationKind = z.infer<typeof RelationKind>

export const TableSummary = z.object({
  /** The oid: stays the same when a table is renamed. */
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: RelationKind,
  /** The id of the table that it is a partition of. */
  partition_of: z.int().nullable(),
  comment: z.string().nullable(),
  rls_enabled: z.boolean(),
  policy_count: z.int(),
})
export type TableSummary = z.infer<typeof TableSummary>

export const Column = z.object({
  /** Attribute number, stable until the column is dropped. */
  position: z.int(),
  name: z.string(),
  /** As `format_type` prints it: `character varying(160)`, `public.mood`, `integer[]`. */
  type: z.string(),
  /** The underlying type's name without modifiers: `varchar`, `int4`, `_int4`. */
  base_type: z.string(),
  /** `pg_type.typcategory`: N numeric, S string, D date/time, B boolean, A array, E enum, U user … */
  category: z.string(),
  enum_values: z.array(z.string()).nullable(),
  is_nullable: z.boolean(),
  default_value: z.string().nullable(),
  identity: z.enum(['always', 'by_default']).nullable(),
  is_generated: z.boolean(),
  is_unique: z.boolean(),
  is_primary_key: z.boolean(),
  comment: z.string().nullable(),
})
export type Column = z.infer<typeof Column>

export const ForeignKeyAction = z.enum([
  'no_action',
  'restrict',
  'cascade',
  'set_null',
  'set_default',
])

export const ForeignKey = z.object({
  name: z.string(),
  columns: z.array(z.string()),
  target_schema: z.string(),
  target_table: z.string(),
  target_id: z.int(),
  target_columns: z.array(z.string()),
  on_update: ForeignKeyAction,
  on_delete: ForeignKeyAction,
})
export type ForeignKey = z.infer<typeof ForeignKey>

export const Constraint = z.object({
  id: z.int(),
  name: z.string(),
  kind: z.enum(['primary_key', 'unique', 'check', 'foreign_key', 'exclusion', 'not_null']),
  columns: z.array(z.string()),
  definition: z.string(),
  /** False if rows that were there before it was added have not been checked. */
  is_validated: z.boolean(),
})
export type Constraint = z.infer<typeof Constraint>

export const Policy = z.object({
  name: z.string(),
  command: z.enum(['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  is_permissive: z.boolean(),
  roles: z.array(z.string()),
  using: z.string().nullable(),
  check: z.string().nullable(),
  comment: z.string().nullable(),
})
export type Policy = z.infer<typeof Policy>

export const TableDetail = TableSummary.extend({
  columns: z.array(Column),
  /**
   * In key order; empty if there is no primary key, in which case rows cannot be edited one by one.
   */
  primary_key: z.array(z.string()),
  foreign_keys: z.array(ForeignKey),
  constraints: z.array(Constraint),
  policies: z.array(Policy),
  indexes: z.array(z.object({ name: z.string(), definition: z.string(), is_unique: z.boolean() })),
  /** The defining query of a view. */
  view_definition: z.string().nullable(),
  can: z.object({ insert: z.boolean(), update: z.boolean(), delete: z.boolean() }),
})
export type TableDetail = z.infer<typeof TableDetail>

export const listSchemas = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/schemas',
  access: 'database:read',
  params: byRef,
  response: z.array(Schema),
})

/**
 * The settings of the Data API that are kept in the database itself (`alter role authenticator set
 * pgrst.…`). They override the project's settings of the same names.
 */
export const listDataApiOverrides = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/data-api-overrides',
  access: 'database:read',
  params: byRef,
  response: z.array(
    z.object({
      /** Without its prefix: `db_max_rows`. */
      name: z.string(),
      value: z.string(),
    }),
  ),
})

/** Column types for a new column: built-in ones first, then the project's own. */
export const listTypes = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/types',
  access: 'database:read',
  params: byRef,
  response: z.array(
    z.object({
      name: z.string(),
      schema: z.string(),
      category: z.string(),
      enum_values: z.array(z.string()).nullable(),
      comment: z.string().nullable(),
    }),
  ),
})

export const listTables = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables',
  access: 'database:read',
  params: byRef,
  query: z.object({ schema: z.string().max(63).default('public') }),
  response: z.array(TableSummary),
})

export const getTable = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:read',
  params: byTable,
  response: TableDetail,
})

/** The statements that create a table or a view with its indexes, policies, triggers and comments. */
export const getTableDefinition = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/definition',
  access: 'database:read',
  params: byTable,
  response: z.object({
    sql: z.string(),
    /** With indexes and long values; null for a view. */
    size_bytes: z.number().nullable(),
    /** Null if Postgres has not counted them yet. */
    estimated_rows: z.number().nullable(),
  }),
})

/**
 * Everything that people search for by name in a database: tables and views with their columns (at
 * most 10,000 and 100,000) and the functions that the Data API can call (at most 10,000).
 */
export const listNames = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/names',
  access: 'database:read',
  params: byRef,
  response: z.object({
    tables: z.array(
      TableSummary.pick({ id: true, schema: true, name: true, kind: true }).extend({
        columns: z.array(z.string()),
      }),
    ),
    functions: z.array(z.object({ id: z.int(), schema: z.string(), name: z.string() })),
  }),
})
