import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Policy } from './catalogue.ts'
import { byRef } from './params.ts'

/** Functions, triggers, types, indexes and publications, and what depends on them. */

const MOST_LISTED = 500
const LONGEST_SEARCH = 200
const LARGEST_OID = 4_294_967_295
const Oid = z.coerce.number().int().min(1).max(LARGEST_OID)

const Page = {
  /** Part of the name, in any case. */
  search: z.string().max(LONGEST_SEARCH).optional(),
  limit: z.coerce.number().int().min(1).max(MOST_LISTED).default(100),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
}
export const PageQuery = z.object(Page)
const InSchema = z.object({ schema: z.string().max(63).default('public'), ...Page })

/** One page of a list, and the size of the whole list. */
export const pageOf = <Item extends z.core.$ZodType>(item: Item) =>
  z.object({ items: z.array(item), total: z.int() })

/**
 * Why the owner of the database cannot change an object: it belongs to an extension, to a schema of
 * the platform, to a role that `postgres` is not a member of, to the same object of a partitioned
 * table, or to a constraint.
 */
export const LockedBy = z.enum(['extension', 'platform', 'owner', 'parent', 'constraint'])
export type LockedBy = z.infer<typeof LockedBy>

const Shown = {
  /** The oid. */
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  /** Null if it can be changed. */
  locked_by: LockedBy.nullable(),
}

export const DatabaseFunction = z.object({
  ...Shown,
  kind: z.enum(['function', 'procedure', 'aggregate', 'window']),
  /** With names, modes and defaults, as Postgres prints them. */
  arguments: z.string(),
  /** The argument types that distinguish overloaded functions. */
  identity_arguments: z.string(),
  /** Null for a procedure. */
  return_type: z.string().nullable(),
  language: z.string(),
  is_security_definer: z.boolean(),
  volatility: z.enum(['immutable', 'stable', 'volatile']),
  comment: z.string().nullable(),
})
export type DatabaseFunction = z.infer<typeof DatabaseFunction>

export const listFunctions = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/functions',
  access: 'database:read',
  params: byRef,
  query: InSchema.extend({
    /** Only functions that a trigger, or an event trigger, can call. */
    returns: z.enum(['trigger', 'event_trigger']).optional(),
  }),
  response: pageOf(DatabaseFunction),
})

/** The statement that creates a function as it is; null for an aggregate. 404 `function_not_found`. */
export const getFunction = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/functions/{id}',
  access: 'database:read',
  params: z.object({ ref: z.string(), id: Oid }),
  response: z.object({ definition: z.string().nullable() }),
})

export const DatabaseTrigger = z.object({
  ...Shown,
  table: z.string(),
  timing: z.enum(['before', 'after', 'instead of']),
  events: z.array(z.enum(['insert', 'update', 'delete', 'truncate'])),
  level: z.enum(['row', 'statement']),
  function_schema: z.string(),
  function_name: z.string(),
  /** When it fires: normally (`origin`), never, only on replicas, or always. */
  enabled: z.enum(['origin', 'disabled', 'replica', 'always']),
  /** Null while another session has locked the table. */
  definition: z.string().nullable(),
  comment: z.string().nullable(),
})
export type DatabaseTrigger = z.infer<typeof DatabaseTrigger>

export const listTriggers = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/triggers',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(DatabaseTrigger),
})

export const EventTrigger = z.object({
  id: z.int(),
  name: z.string(),
  /** Null if members can change it, because the owner of the database owns its function. */
  locked_by: LockedBy.nullable(),
  /** `ddl_command_end`, `sql_drop` … */
  event: z.string(),
  /** The commands it runs for; empty for all. */
  tags: z.array(z.string()),
  function_schema: z.string(),
  function_name: z.string(),
  enabled: DatabaseTrigger.shape.enabled,
  comment: z.string().nullable(),
})
export type EventTrigger = z.infer<typeof EventTrigger>

/** The triggers on changes of definitions, by name. */
export const listEventTriggers = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/event-triggers',
  access: 'database:read',
  params: byRef,
  response: z.array(EventTrigger),
})

export const EnumType = z.object({
  ...Shown,
  values: z.array(z.string()),
  comment: z.string().nullable(),
})
export type EnumType = z.infer<typeof EnumType>

export const listEnumTypes = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/enum-types',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(EnumType),
})

export const CustomType = z.object({
  ...Shown,
  kind: z.enum(['domain', 'composite', 'range']),
  /** The part after `as` in the statement that creates it. */
  definition: z.string(),
  create_sql: z.string(),
  comment: z.string().nullable(),
})
export type CustomType = z.infer<typeof CustomType>

/** Domains, composite types and range types, without the row types of tables. */
export const listCustomTypes = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/custom-types',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(CustomType),
})

export const DatabaseIndex = z.object({
  ...Shown,
  table: z.string(),
  method: z.string(),
  is_unique: z.boolean(),
  is_primary_key: z.boolean(),
  /** False while it is built concurrently, and after that failed. */
  is_valid: z.boolean(),
  /** The index of a partitioned table, which has no data of its own. */
  is_partitioned: z.boolean(),
  size_bytes: z.number(),
  /** Scans since the statistics were reset. */
  scans: z.number(),
  /** Null while another session has locked the table. */
  definition: z.string().nullable(),
  comment: z.string().nullable(),
})
export type DatabaseIndex = z.infer<typeof DatabaseIndex>

export const listIndexes = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/indexes',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(DatabaseIndex),
})

export const TablePolicies = z.object({
  ...Shown,
  rls_enabled: z.boolean(),
  /** Row level security also applies to the table's owner. */
  rls_forced: z.boolean(),
  policies: z.array(Policy),
})
export type TablePolicies = z.infer<typeof TablePolicies>

/** The tables of a schema with their policies. The search finds names of tables and policies. */
export const listTablePolicies = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/policies',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(TablePolicies),
})

export const DatabaseTable = z.object({
  ...Shown,
  kind: z.enum(['table', 'partitioned_table', 'foreign_table']),
  /** The table that it is a partition of. */
  partition_of: z.string().nullable(),
  partition_count: z.int(),
  column_count: z.int(),
  /** Of all partitions. Null for a foreign table. */
  estimated_rows: z.number().nullable(),
  /** With indexes, large values, and all partitions. */
  size_bytes: z.number(),
  rls_enabled: z.boolean(),
  policy_count: z.int(),
  /** Whether realtime clients can receive its changes. */
  is_in_realtime: z.boolean(),
  comment: z.string().nullable(),
})
export type DatabaseTable = z.infer<typeof DatabaseTable>

export const listTableObjects = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/tables',
  access: 'database:read',
  params: byRef,
  query: InSchema.extend({
    /** Lists the partitions of this table of the schema. */
    partitions_of: z.string().max(63).optional(),
  }),
  response: pageOf(DatabaseTable),
})

export const DatabaseView = z.object({
  ...Shown,
  is_materialized: z.boolean(),
  /** False for a materialized view without data, which cannot be read before a refresh. */
  is_populated: z.boolean(),
  /** Reads its tables with the rights of the caller, instead of those of its owner. */
  is_security_invoker: z.boolean(),
  /** The part after WITH in its definition: `security_invoker=true`. */
  options: z.string().nullable(),
  size_bytes: z.number(),
  /** Null while another session has locked it. */
  query: z.string().nullable(),
  /** The statement that creates it, or replaces it unless it is materialized. Null like the query. */
  create_sql: z.string().nullable(),
  comment: z.string().nullable(),
})
export type DatabaseView = z.infer<typeof DatabaseView>

export const listViews = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/views',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(DatabaseView),
})

export const DatabaseSequence = z.object({
  ...Shown,
  type: z.string(),
  /** As text, because it can be larger than a JSON number. Null before the first use. */
  last_value: z.string().nullable(),
  min_value: z.string(),
  max_value: z.string(),
  increment: z.string(),
  is_cycling: z.boolean(),
  /** The column whose deletion also drops it. */
  owned_by: z.string().nullable(),
  /** Whether it belongs to an identity column, so that it cannot be dropped alone. */
  is_identity: z.boolean(),
  comment: z.string().nullable(),
})
export type DatabaseSequence = z.infer<typeof DatabaseSequence>

export const listSequences = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/sequences',
  access: 'database:read',
  params: byRef,
  query: InSchema,
  response: pageOf(DatabaseSequence),
})

export const DatabaseSchema = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.string(),
  locked_by: LockedBy.nullable(),
  tables: z.int(),
  views: z.int(),
  functions: z.int(),
  comment: z.string().nullable(),
})
export type DatabaseSchema = z.infer<typeof DatabaseSchema>

export const listSchemaObjects = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/schemas',
  access: 'database:read',
  params: byRef,
  response: z.array(DatabaseSchema),
})

export const Publication = z.object({
  id: z.int(),
  name: z.string(),
  owner: z.string(),
  locked_by: LockedBy.nullable(),
  /** Publishes every table, so that single ones cannot be chosen. */
  is_for_all_tables: z.boolean(),
  publishes_insert: z.boolean(),
  publishes_update: z.boolean(),
  publishes_delete: z.boolean(),
  publishes_truncate: z.boolean(),
  /** Schemas that are published as a whole. */
  schemas: z.array(z.string()),
  /** The oids of tables that were added one by one. */
  tables: z.array(z.int()),
  comment: z.string().nullable(),
})
export type Publication = z.infer<typeof Publication>

export const listPublications = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/publications',
  access: 'database:read',
  params: byRef,
  response: z.array(Publication),
})

export const ObjectKind = z.enum([
  'function',
  'trigger',
  'type',
  'index',
  'extension',
  'view',
  'sequence',
  'schema',
  'table',
])
export type ObjectKind = z.infer<typeof ObjectKind>

/**
 * The objects that dropping an object also drops, at most 200. `needs_cascade` says that Postgres
 * refuses without CASCADE.
 */
export const listDependents = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/objects/dependents',
  access: 'database:read',
  params: byRef,
  query: z.object({
    kind: ObjectKind,
    id: Oid,
    /** A column of the table, instead of all of it. */
    position: z.coerce.number().int().min(1).max(1600).optional(),
  }),
  response: pageOf(z.object({ description: z.string(), needs_cascade: z.boolean() })),
})
