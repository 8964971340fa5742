import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Column, TableDetail } from './catalogue.ts'
import {
  byColumn,
  Collation,
  ColumnCompression,
  ColumnStorage,
  Generation,
  StatisticsTarget,
} from './column-settings.ts'
import { byConstraint, ConstraintDefinition, ForeignKeyDefinition } from './constraints.ts'
import { byRef, byTable, Identifier } from './params.ts'
import { PartitionKey } from './partitions.ts'

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
  /** Instead of a default. */
  generated: Generation.nullable().optional(),
  collation: Collation.nullable().optional(),
  /** That of the type if left out. */
  storage: ColumnStorage.optional(),
  compression: ColumnCompression.optional(),
  statistics: StatisticsTarget.optional(),
})
export type ColumnDefinition = z.infer<typeof ColumnDefinition>

const TableDefinition = z.object({
  schema: Identifier,
  name: Identifier,
  comment: z.string().max(10_000).nullable().default(null),
  rls_enabled: z.boolean().default(true),
  columns: z.array(ColumnDefinition).max(1600),
  foreign_keys: z.array(ForeignKeyDefinition).max(100).default([]),
  /** Null for a table that contains its rows itself. */
  partition_by: PartitionKey.nullable().default(null),
})

export const createTable = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables',
  access: 'database:write',
  params: byRef,
  body: TableDefinition,
  response: TableDetail,
  status: 201,
})

/** The values of a table that a form showed before the change. */
export const ReplacedTable = TableDetail.pick({ name: true, comment: true, rls_enabled: true })

const TableChange = z.object({
  name: Identifier.optional(),
  comment: z.string().max(10_000).nullable().optional(),
  rls_enabled: z.boolean().optional(),
  replaces: ReplacedTable.partial().optional(),
})

/** With `replaces`, 409 `definition_changed` if the table no longer has these values. */
export const updateTable = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}',
  access: 'database:write',
  params: byTable,
  body: TableChange,
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

const TableCopy = z.object({
  name: Identifier,
  with_rows: z.boolean().default(false),
  with_policies: z.boolean().default(false),
  /** Without database webhooks, whose triggers can contain secrets. */
  with_triggers: z.boolean().default(false),
})

/** Copies a table within its schema. */
export const duplicateTable = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/tables/{id}/duplicate',
  access: 'database:write',
  params: byTable,
  body: TableCopy,
  response: TableDetail,
  status: 201,
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

/** The values of a column that a form showed before the change. */
export const ReplacedColumn = Column.pick({
  name: true,
  type: true,
  is_nullable: true,
  is_unique: true,
  default_value: true,
  identity: true,
  comment: true,
})

const ColumnChange = z.object({
  name: Identifier.optional(),
  type: z.string().min(1).max(200).optional(),
  /** The value of the new type as an SQL expression; a cast of the old value if left out. */
  using: z.string().min(1).max(10_000).optional(),
  collation: Collation.nullable().optional(),
  is_nullable: z.boolean().optional(),
  is_unique: z.boolean().optional(),
  default: z
    .object({ kind: z.enum(['literal', 'expression']), value: z.string().max(10_000) })
    .nullable()
    .optional(),
  /** New rows are numbered after the largest value. */
  identity: ColumnDefinition.shape.identity.unwrap().optional(),
  /** Null keeps the stored values and stops computing them. */
  generated_expression: z.string().min(1).max(10_000).nullable().optional(),
  storage: ColumnStorage.optional(),
  compression: ColumnCompression.optional(),
  statistics: StatisticsTarget.optional(),
  comment: z.string().max(10_000).nullable().optional(),
  replaces: ReplacedColumn.partial().optional(),
})

/** With `replaces`, 409 `definition_changed` if the column no longer has these values. */
export const updateColumn = endpoint({
  method: 'PATCH',
  path: '/platform/meta/{ref}/tables/{id}/columns/{position}',
  access: 'database:write',
  params: byColumn,
  body: ColumnChange,
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

const Oid = byTable.shape.id
const position = byColumn.shape.position
const constraint_id = byConstraint.shape.constraint

/** One of the changes above, with the parts of its address. */
export const PlannedDefinition = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('create_table'), table: TableDefinition }),
  z.object({ kind: z.literal('update_table'), id: Oid, change: TableChange }),
  z.object({ kind: z.literal('delete_table'), id: Oid, cascade: z.boolean() }),
  TableCopy.extend({ kind: z.literal('duplicate_table'), id: Oid }),
  z.object({ kind: z.literal('add_column'), id: Oid, column: ColumnDefinition }),
  z.object({ kind: z.literal('update_column'), id: Oid, position, change: ColumnChange }),
  z.object({ kind: z.literal('delete_column'), id: Oid, position, cascade: z.boolean() }),
  z.object({ kind: z.literal('add_constraint'), id: Oid, constraint: ConstraintDefinition }),
  z.object({ kind: z.literal('rename_constraint'), id: Oid, constraint_id, name: Identifier }),
  z.object({ kind: z.literal('validate_constraint'), id: Oid, constraint_id }),
  z.object({
    kind: z.literal('delete_constraint'),
    id: Oid,
    constraint_id,
    cascade: z.boolean(),
  }),
])
export type PlannedDefinition = z.infer<typeof PlannedDefinition>

/**
 * The work of a statement on the rows of the table while it holds its lock: write them again, read
 * them to check them, or read them to build an index.
 */
export const RowEffect = z.enum(['rewrite', 'scan', 'index'])
export type RowEffect = z.infer<typeof RowEffect>

/** The last recorded change that did the same work, and about how many rows its table had. */
export const LastRun = z.object({ duration_ms: z.number(), rows: z.number() })
export type LastRun = z.infer<typeof LastRun>

/**
 * The SQL that a change would run, or the errors of its names, types and addresses. Nothing
 * changes.
 */
export const previewDefinition = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/definition-previews',
  access: 'database:write',
  params: byRef,
  body: PlannedDefinition,
  response: z.object({
    statements: z.array(z.string()),
    effects: z.array(RowEffect),
    /** The planner's estimate; null for a table that does not exist yet. */
    estimated_rows: z.number().nullable(),
    /** Null if there was none. */
    last_run: LastRun.nullable().optional(),
  }),
})
