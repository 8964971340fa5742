import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { change, InSchema } from './change-shape.ts'
import { byTable, Identifier } from './params.ts'
import { Expression } from './policy-conditions.ts'

/** Properties of a table besides its columns and constraints, and its maintenance. */

/** The storage parameters of a table, as `alter table … set (…)` names them. */
export const StorageParameter = z.enum([
  'fillfactor',
  'parallel_workers',
  'toast_tuple_target',
  'vacuum_index_cleanup',
  'vacuum_truncate',
  'autovacuum_enabled',
  'autovacuum_vacuum_threshold',
  'autovacuum_vacuum_scale_factor',
  'autovacuum_vacuum_insert_threshold',
  'autovacuum_vacuum_insert_scale_factor',
  'autovacuum_analyze_threshold',
  'autovacuum_analyze_scale_factor',
  'autovacuum_vacuum_cost_delay',
  'autovacuum_vacuum_cost_limit',
  'autovacuum_freeze_min_age',
  'autovacuum_freeze_max_age',
  'autovacuum_freeze_table_age',
  'log_autovacuum_min_duration',
])
export type StorageParameter = z.infer<typeof StorageParameter>

const LONGEST_PARAMETER = 30

export const StorageValue = z
  .string()
  .max(LONGEST_PARAMETER)
  .regex(/^(?:-?\d+(?:\.\d+)?|on|off|true|false|auto)$/, 'Enter a number, on or off.')

/** The columns that an update or delete sends to subscribers, to identify the row. */
export const ReplicaIdentity = z.discriminatedUnion('kind', [
  /** The primary key; or all columns, or none. */
  z.object({ kind: z.enum(['default', 'full', 'nothing']) }),
  z.object({ kind: z.literal('index'), index: Identifier }),
])
export type ReplicaIdentity = z.infer<typeof ReplicaIdentity>

/** The kinds of extended statistics. */
export const StatisticsKind = z.enum(['ndistinct', 'dependencies', 'mcv'])
export type StatisticsKind = z.infer<typeof StatisticsKind>

export const Maintenance = z.enum([
  'vacuum',
  'vacuum_freeze',
  'vacuum_full',
  'analyze',
  'reindex',
  'reindex_concurrently',
  'cluster',
])
export type Maintenance = z.infer<typeof Maintenance>

const MOST_COLUMNS = 8

export const TABLE_SETTING_CHANGES = [
  /** Only what is named changes: all of it or nothing. */
  change('set_table_settings', {
    table: InSchema,
    set: z.array(z.object({ name: StorageParameter, value: StorageValue })).max(100),
    reset: z.array(StorageParameter).max(100),
    /** An unlogged table is emptied after a crash and is not in copies made from the log. */
    is_logged: z.boolean().optional(),
    replica_identity: ReplicaIdentity.optional(),
    owner: Identifier.optional(),
  }),
  /** Statistics about columns together, for which the planner otherwise assumes independence. */
  change('create_statistics', {
    table: InSchema,
    name: Identifier,
    /** All kinds if empty; not used for a single expression. */
    kinds: z.array(StatisticsKind).max(3),
    columns: z.array(Identifier).max(MOST_COLUMNS),
    expressions: z.array(Expression).max(MOST_COLUMNS),
  }),
  change('drop_statistics', { statistics: InSchema }),
  change('maintain_table', {
    ...InSchema.shape,
    action: Maintenance,
    /** For `cluster`: the index whose order the rows get. By default, that of the last time. */
    index: Identifier.nullable().optional(),
  }),
  change('reindex_index', {
    ...InSchema.shape,
    /** Without blocking writes, outside of a transaction. */
    is_concurrent: z.boolean(),
  }),
] as const

const Statistics = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  /** The statement that creates it. */
  definition: z.string(),
})

const instant = z.iso.datetime({ offset: true }).nullable()

export const TableSettings = z.object({
  owner: z.string(),
  /** The roles that can become the owner. */
  owners: z.array(z.string()),
  /** Null for a partitioned or a foreign table, which contains no rows itself. */
  is_logged: z.boolean().nullable(),
  replica_identity: ReplicaIdentity,
  /** The indexes that can identify rows. */
  identity_indexes: z.array(z.string()),
  /** Those that are set, also others than `StorageParameter` names. */
  parameters: z.array(z.object({ name: z.string(), value: z.string() })),
  statistics: z.array(Statistics),
  /** The indexes whose order `cluster` can give the rows. */
  cluster_indexes: z.array(z.string()),
  /** The index of the last `cluster`. */
  clustered_by: z.string().nullable(),
  dead_rows: z.number(),
  last_vacuum: instant,
  last_analyze: instant,
})
export type TableSettings = z.infer<typeof TableSettings>

/** 404 `table_not_found`. */
export const getTableSettings = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/settings',
  access: 'database:read',
  params: byTable,
  response: TableSettings,
})

export const TableProgress = z.object({
  pid: z.int(),
  /** As Postgres names it: `VACUUM`, `ANALYZE`, `CLUSTER`, `CREATE INDEX CONCURRENTLY` … */
  command: z.string(),
  phase: z.string(),
  /** Blocks, or rows while an index is built. Null in a phase without a count. */
  done: z.number().nullable(),
  total: z.number().nullable(),
})
export type TableProgress = z.infer<typeof TableProgress>

/** The commands that maintain a table or build one of its indexes now. */
export const getTableProgress = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/progress',
  access: 'database:read',
  params: byTable,
  response: z.array(TableProgress),
})
