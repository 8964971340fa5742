import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { Column, ForeignKey, TableSummary } from './catalogue.ts'
import { byRef } from './params.ts'

const bySchema = z.object({ schema: z.string().max(63).default('public') })

export const DiagramColumn = Column.pick({
  name: true,
  type: true,
  is_nullable: true,
  is_primary_key: true,
  is_unique: true,
}).extend({ is_identity: z.boolean() })
export type DiagramColumn = z.infer<typeof DiagramColumn>

export const DiagramTable = TableSummary.pick({
  id: true,
  name: true,
  kind: true,
  comment: true,
  rls_enabled: true,
  policy_count: true,
}).extend({
  /** The first ones. */
  columns: z.array(DiagramColumn),
  column_count: z.int(),
})
export type DiagramTable = z.infer<typeof DiagramTable>

export const DiagramRelation = ForeignKey.extend({
  id: z.int(),
  /** The table that has the foreign key. */
  table_id: z.int(),
})
export type DiagramRelation = z.infer<typeof DiagramRelation>

/**
 * The tables of a schema without views and partitions, at most 2,000 with 30,000 columns, and their
 * foreign keys, at most 10,000. 404 `schema_not_found`.
 */
export const getDiagram = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/diagram',
  access: 'database:read',
  params: byRef,
  query: bySchema,
  response: z.object({
    tables: z.array(DiagramTable),
    relations: z.array(DiagramRelation),
    /** Whether the schema has more than the limits allow. */
    is_truncated: z.boolean(),
  }),
})

/**
 * The statements that create a schema's types, sequences and tables with their keys, indexes,
 * policies and comments, in an order in which they run. Functions, triggers, views and rows are not
 * part of it. 413 `schema_too_large` for more than 2,000 tables.
 */
export const getSchemaDefinition = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/schema-definition',
  access: 'database:read',
  params: byRef,
  query: bySchema,
  response: z.object({ sql: z.string() }),
})
