import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { RelationKind } from './catalogue.ts'
import { change, InSchema } from './change-shape.ts'
import { IndexedPart } from './constraints.ts'
import { byTable } from './params.ts'

/** Partitioned tables, their partitions, and tables that inherit from others. */

const MOST_KEY_PARTS = 32
const MOST_VALUES = 10_000
const LONGEST_VALUE = 1000
const LARGEST_MODULUS = 2_147_483_647

export const PartitionStrategy = z.enum(['range', 'list', 'hash'])
export type PartitionStrategy = z.infer<typeof PartitionStrategy>

/** How a table distributes its rows over its partitions. */
export const PartitionKey = z
  .object({
    strategy: PartitionStrategy,
    parts: z.array(IndexedPart).min(1, 'Select at least one column.').max(MOST_KEY_PARTS),
  })
  .refine(({ strategy, parts }) => strategy !== 'list' || parts.length === 1, {
    path: ['parts'],
    message: 'A list is partitioned by exactly one column or expression.',
  })
export type PartitionKey = z.infer<typeof PartitionKey>

const Value = z.object({ kind: z.literal('value'), value: z.string().max(LONGEST_VALUE) })

/** A limit of a range. `minvalue` is below all values and `maxvalue` above them. */
export const RangeLimit = z.discriminatedUnion('kind', [
  Value,
  z.object({ kind: z.enum(['minvalue', 'maxvalue']) }),
])
export type RangeLimit = z.infer<typeof RangeLimit>

export const ListValue = z.discriminatedUnion('kind', [
  Value,
  z.object({ kind: z.literal('null') }),
])
export type ListValue = z.infer<typeof ListValue>

/** The rows that a partition contains. The values are texts, which Postgres reads as the key's types. */
export const PartitionBounds = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('range'),
    /** Included in the partition, one for each part of the key. */
    from: z.array(RangeLimit).min(1).max(MOST_KEY_PARTS),
    /** Not included. */
    to: z.array(RangeLimit).min(1).max(MOST_KEY_PARTS),
  }),
  z.object({ kind: z.literal('list'), values: z.array(ListValue).min(1).max(MOST_VALUES) }),
  z.object({
    kind: z.literal('hash'),
    modulus: z.int().min(1).max(LARGEST_MODULUS),
    remainder: z.int().min(0).max(LARGEST_MODULUS),
  }),
  /** Contains the rows that no other partition contains. */
  z.object({ kind: z.literal('default') }),
])
export type PartitionBounds = z.infer<typeof PartitionBounds>

export const PARTITION_CHANGES = [
  change('create_partition', {
    table: InSchema,
    partition: InSchema,
    bounds: PartitionBounds,
    /** Null for a partition without partitions of its own. */
    partition_by: PartitionKey.nullable(),
    /**
     * Without it, clients who can name the partition bypass the policies of the partitioned table,
     * which only apply to statements that name that table.
     */
    rls_enabled: z.boolean(),
  }),
  /** Adds a table that exists. Postgres first checks that its rows are within the bounds. */
  change('attach_partition', { table: InSchema, partition: InSchema, bounds: PartitionBounds }),
  /**
   * Keeps the partition as a table of its own. `concurrently` does not block reads and writes, but
   * is impossible beside a default partition; `finalize` ends one that was interrupted.
   */
  change('detach_partition', {
    table: InSchema,
    partition: InSchema,
    mode: z.enum(['blocking', 'concurrently', 'finalize']),
  }),
] as const

const Relative = z.object({
  id: z.int(),
  schema: z.string(),
  name: z.string(),
  kind: RelationKind,
  /** As Postgres prints them: `FOR VALUES IN ('a')` or `DEFAULT`; null without partitioning. */
  bounds: z.string().nullable(),
  /** A concurrent detachment was interrupted. */
  is_detaching: z.boolean(),
})

const Child = Relative.extend({
  is_default: z.boolean(),
  /** With indexes and long values, of all its own partitions; null for a foreign table, and while it is locked. */
  size_bytes: z.number().nullable(),
  /** Null for a foreign table, and before the first ANALYZE. */
  estimated_rows: z.number().nullable(),
})
export type Partition = z.infer<typeof Child>

export const TableFamily = z.object({
  /** Null for a table without partitions. */
  key: z
    .object({
      strategy: PartitionStrategy,
      /** As Postgres prints it: `RANGE (created_at)`. */
      definition: z.string(),
      /** The type of each part. */
      types: z.array(z.string()),
    })
    .nullable(),
  /** The table that it is a partition of, or those that it inherits from. */
  parents: z.array(Relative),
  /** Its partitions, or the tables that inherit from it: at most 1,000. */
  children: z.array(Child),
  child_count: z.int(),
})
export type TableFamily = z.infer<typeof TableFamily>

/** The partitions and parents of a table. 404 `table_not_found`. */
export const getTableFamily = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/tables/{id}/family',
  access: 'database:read',
  params: byTable,
  response: TableFamily,
})
