import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

/**
 * The members' door to a project's database: catalogue, rows, table and column changes, SQL text.
 * Everything runs as the project's `postgres` role, so what psql may not do, this may not either.
 *
 * Cell values travel as the text Postgres prints and reads (`null` for NULL): exact for every type,
 * with no number or timestamp ever rounded by JSON.
 */
export const Cell = z.string().nullable()
export type Cell = z.infer<typeof Cell>

const byRef = z.object({ ref: z.string() })
const byTable = z.object({ ref: z.string(), id: z.coerce.number().int() })

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
  comment: z.string().nullable(),
  rls_enabled: z.boolean(),
  policy_count: z.int(),
  /** The planner's estimate; -1 before the table was ever analysed. */
  estimated_rows: z.number(),
  size_bytes: z.number(),
})
export type TableSummary = z.infer<typeof TableSummary>

export const Column = z.object({
  /** Attribute number, stable while the column lives. */
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
  name: z.string(),
  kind: z.enum(['primary_key', 'unique', 'check', 'foreign_key', 'exclusion', 'not_null']),
  columns: z.array(z.string()),
  definition: z.string(),
})

export const Policy = z.object({
  name: z.string(),
  command: z.enum(['ALL', 'SELECT', 'INSERT', 'UPDATE', 'DELETE']),
  is_permissive: z.boolean(),
  roles: z.array(z.string()),
  using: z.string().nullable(),
  check: z.string().nullable(),
})
export type Policy = z.infer<typeof Policy>

export const TableDetail = TableSummary.extend({
  columns: z.array(Column),
  /** In key order; empty when there is none, and then rows cannot be edited one by one. */
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
 * What the database says itself of how its Data API answers (`alter role authenticator set
 * pgrst.…`), by name. It goes before the project's settings of the same names.
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

/** Column types a new column may have: built-in ones first, then the project's own. */
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

const Identifier = z.string().min(1).max(63)

export const ColumnDefinition = z.object({
  name: Identifier,
  /** A type name from `listTypes`, with `[]` for an array and modifiers such as `varchar(160)`. */
  type: z.string().min(1).max(200),
  is_nullable: z.boolean().default(true),
  is_primary_key: z.boolean().default(false),
  is_unique: z.boolean().default(false),
  identity: z.enum(['always', 'by_default']).nullable().default(null),
  /** `literal` is a value; `expression` is SQL such as `now()`. */
  default: z
    .object({ kind: z.enum(['literal', 'expression']), value: z.string().max(10_000) })
    .nullable()
    .default(null),
  /** A boolean SQL expression. */
  check: z.string().max(10_000).nullable().default(null),
  comment: z.string().max(10_000).nullable().default(null),
})
export type ColumnDefinition = z.infer<typeof ColumnDefinition>

export const ForeignKeyDefinition = z.object({
  columns: z.array(Identifier).min(1).max(32),
  target_schema: Identifier,
  target_table: Identifier,
  target_columns: z.array(Identifier).min(1).max(32),
  on_update: ForeignKeyAction.default('no_action'),
  on_delete: ForeignKeyAction.default('no_action'),
})

export const createTable = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables',
  access: 'database:write',
  params: byRef,
  body: z.object({
    schema: Identifier,
    name: Identifier,
    comment: z.string().max(10_000).nullable().default(null),
    rls_enabled: z.boolean().default(true),
    columns: z.array(ColumnDefinition).max(1600),
    foreign_keys: z.array(ForeignKeyDefinition).max(100).default([]),
  }),
  response: TableDetail,
  status: 201,
})

export const updateTable = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:write',
  params: byTable,
  body: z.object({
    name: Identifier.optional(),
    comment: z.string().max(10_000).nullable().optional(),
    rls_enabled: z.boolean().optional(),
  }),
  response: TableDetail,
})

export const deleteTable = endpoint({
  method: 'DELETE',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:write',
  params: byTable,
  query: z.object({ cascade: z.stringbool().default(false) }),
  response: z.object({}),
})

export const addColumn = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/columns',
  access: 'database:write',
  params: byTable,
  body: ColumnDefinition,
  response: TableDetail,
  status: 201,
})

const byColumn = z.object({
  ref: z.string(),
  id: z.coerce.number().int(),
  position: z.coerce.number().int(),
})

export const updateColumn = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:write',
  params: byColumn,
  body: z.object({
    name: Identifier.optional(),
    type: z.string().min(1).max(200).optional(),
    is_nullable: z.boolean().optional(),
    is_unique: z.boolean().optional(),
    default: z
      .object({ kind: z.enum(['literal', 'expression']), value: z.string().max(10_000) })
      .nullable()
      .optional(),
    comment: z.string().max(10_000).nullable().optional(),
  }),
  response: TableDetail,
})

export const deleteColumn = endpoint({
  method: 'DELETE',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:write',
  params: byColumn,
  query: z.object({ cascade: z.stringbool().default(false) }),
  response: TableDetail,
})

export const FilterOperator = z.enum([
  'eq',
  'neq',
  'gt',
  'gte',
  'lt',
  'lte',
  'like',
  'ilike',
  'in',
  'is',
])
export type FilterOperator = z.infer<typeof FilterOperator>

export const Filter = z.object({
  column: Identifier,
  operator: FilterOperator,
  /** `in` takes a comma-separated list; `is` takes null, not null, true or false. */
  value: z.string().max(100_000),
})
export type Filter = z.infer<typeof Filter>

export const Sort = z.object({
  column: Identifier,
  ascending: z.boolean(),
  nulls_first: z.boolean().optional(),
})
export type Sort = z.infer<typeof Sort>

export const Row = z.object({
  /** `xmin` of the row: an edit names it, so that the second of two people editing learns of the first. Null for views. */
  version: z.string().nullable(),
  cells: z.array(Cell),
})
export type Row = z.infer<typeof Row>

/**
 * A window of rows. Rows come in the order asked for, ended by the primary key so that the order is
 * total. `after` (the order's values of the last row of the page before) is the fast way on;
 * `offset` reaches any place.
 */
export const listRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/list',
  access: 'database:read',
  params: byTable,
  body: z.object({
    filters: z.array(Filter).max(50).default([]),
    sorts: z.array(Sort).max(20).default([]),
    limit: z.int().min(1).max(1000).default(100),
    offset: z.int().min(0).default(0),
    /** The `cursor` of the answer this window follows; replaces `offset`. */
    after: z.string().max(1_000_000).optional(),
    count: z.enum(['none', 'estimated', 'exact']).default('none'),
  }),
  response: z.object({
    columns: z.array(z.string()),
    rows: z.array(Row),
    cursor: z.string().nullable(),
    /** Cells longer than 10 KB are cut and listed here as [row, column]; read them with `getRow`. */
    truncated: z.array(z.tuple([z.int(), z.int()])),
    count: z.object({ value: z.number(), is_exact: z.boolean() }).nullable(),
  }),
})

const PrimaryKey = z.record(z.string(), Cell)

export const getRow = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/get',
  access: 'database:read',
  params: byTable,
  body: z.object({ key: PrimaryKey }),
  response: Row.extend({ columns: z.array(z.string()) }),
})

/** Columns left out take their default. */
export const insertRow = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows',
  access: 'database:write',
  params: byTable,
  body: z.object({ values: z.record(z.string(), Cell) }),
  response: Row,
  status: 201,
})

/**
 * Changes one row. 409 `row_changed` when somebody changed it since `version` was read (`details`
 * holds the row as it is now), 404 `row_not_found` when it is gone.
 */
export const updateRow = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/rows',
  access: 'database:write',
  params: byTable,
  body: z.object({
    key: PrimaryKey,
    version: z.string().nullable(),
    values: z.record(z.string(), Cell),
  }),
  response: Row,
})

/** All or none. */
export const deleteRows = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/rows/delete',
  access: 'database:write',
  params: byTable,
  body: z.object({ keys: z.array(PrimaryKey).min(1).max(1000) }),
  response: z.object({ deleted: z.int() }),
})

export const QueryResult = z.object({
  /** `SELECT`, `INSERT`, `CREATE TABLE` … */
  command: z.string(),
  columns: z.array(z.object({ name: z.string(), type: z.string() })),
  rows: z.array(z.array(Cell)),
  /** Rows the statement returned or changed, where Postgres says so. */
  row_count: z.int().nullable(),
  /** True when more rows were there than the limit let through. */
  is_limited: z.boolean(),
})
export type QueryResult = z.infer<typeof QueryResult>

export const Notice = z.object({ severity: z.string(), message: z.string() })
export type Notice = z.infer<typeof Notice>

/** Details of a 400 `query_failed`: Postgres's own fields; `line` and `column` count from 1. */
export const QueryErrorDetails = z.object({
  sqlstate: z.string(),
  severity: z.string(),
  detail: z.string().nullable(),
  hint: z.string().nullable(),
  position: z.int().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  where: z.string().nullable(),
})
export type QueryErrorDetails = z.infer<typeof QueryErrorDetails>

/**
 * Runs SQL text, one or many statements, in one session. Without explicit transaction control the
 * whole text is one transaction, as with psql's `-1`. 400 `query_failed` with `QueryErrorDetails`,
 * 408 `query_timeout`, 409 `query_cancelled`.
 */
export const runQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/query',
  access: 'database:write',
  params: byRef,
  body: z.object({
    /** Chosen by the client, so that it can cancel. */
    run_id: z.uuid(),
    sql: z.string().min(1).max(10_000_000),
    /** Rows kept of each result; the rest is read by nobody. */
    row_limit: z.int().min(1).max(10_000).default(1000),
    timeout_ms: z.int().min(100).max(600_000).default(60_000),
  }),
  response: z.object({
    results: z.array(QueryResult),
    notices: z.array(Notice),
    duration_ms: z.number(),
  }),
})

/** Cancels a run of the caller; `cancelled` is false when it had ended already. */
export const cancelQuery = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/query/{run_id}/cancel',
  access: 'database:write',
  params: z.object({ ref: z.string(), run_id: z.uuid() }),
  response: z.object({ cancelled: z.boolean() }),
})
