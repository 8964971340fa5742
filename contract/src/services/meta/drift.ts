import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, Identifier } from './params.ts'

/** The differences between the history of migrations and the database. */

export const DriftKind = z.enum([
  'table',
  'view',
  'sequence',
  'column',
  'constraint',
  'index',
  'function',
  'trigger',
  'policy',
  'type',
  'schema',
])
export type DriftKind = z.infer<typeof DriftKind>

/** The properties of definitions that are compared. */
export const DriftProperty = z.enum([
  'type',
  'not_null',
  'default',
  'identity',
  'generated',
  'rls',
  'forced_rls',
  'kind',
  'columns',
  'references',
  'referenced_columns',
  'on_delete',
  'on_update',
  'match',
  'deferrable',
  'validated',
  'enforced',
  'inherited',
  'expression',
  'unique',
  'method',
  'include',
  'nulls',
  'condition',
  'returns',
  'language',
  'volatility',
  'strict',
  'security',
  'settings',
  'body',
  'query',
  'options',
  'timing',
  'events',
  'level',
  'function',
  'mode',
  'command',
  'roles',
  'using',
  'check',
  'values',
  'increment',
  'minimum',
  'maximum',
  'start',
  'cycle',
])
export type DriftProperty = z.infer<typeof DriftProperty>

const MAX_SIGNATURE_LENGTH = 10_000

const DriftAddress = z.object({
  /**
   * `unrecorded` is in the database but in no migration, `missing` the reverse, and `changed` is in
   * both with different definitions.
   */
  side: z.enum(['unrecorded', 'missing', 'changed']),
  kind: DriftKind,
  schema: Identifier,
  /** The table of a column, a constraint, an index, a trigger or a policy. */
  table: Identifier.nullable(),
  name: Identifier,
  /** The types of a function's arguments, because overloads share their name. */
  signature: z.string().max(MAX_SIGNATURE_LENGTH).nullable(),
})

/** Null for a property that is not set. */
const PropertyDifference = z.object({
  property: DriftProperty,
  /** According to the migrations. */
  before: z.string().nullable(),
  /** In the database. */
  after: z.string().nullable(),
})
export type PropertyDifference = z.infer<typeof PropertyDifference>

export const Drift = DriftAddress.extend({
  /** The SQL that a new migration needs to match the database; null if it has to be written. */
  record_sql: z.string().nullable(),
  /** The SQL that makes the database match the history; null if it has to be written. */
  undo_sql: z.string().nullable(),
  /** The migration that creates or last replaces a missing or changed object. */
  version: z.string().nullable(),
  /** The properties in which a changed object differs. */
  differences: z.array(PropertyDifference),
})
export type Drift = z.infer<typeof Drift>

/**
 * Objects that only the history or only the database has, and those that are defined differently.
 * The history is read, not run; Postgres plans expressions of both sides to see whether they mean
 * the same. 409 `history_too_large`.
 */
export const listDrift = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/drift',
  access: 'database:read',
  params: byRef,
  response: z.object({
    /** At most 100 of each side. */
    items: z.array(Drift),
    unrecorded: z.int(),
    missing: z.int(),
    changed: z.int(),
    /** Properties of objects on both sides that could not be compared. */
    uncompared: z.int(),
    /** Migrations; 0 if nothing was ever recorded. */
    migrations: z.int(),
    /** Statements and migrations whose effect is unknown: blocks of code, and records without SQL. */
    unread: z.int(),
  }),
})

/**
 * Records the `record_sql` of a difference as a migration without running it. 404
 * `drift_not_found` if the difference is gone.
 */
export const recordDrift = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/drift-records',
  access: 'database:write',
  params: byRef,
  body: DriftAddress,
  response: z.object({ statements: z.array(z.string()) }),
})
