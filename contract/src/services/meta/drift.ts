import { z } from 'zod'
import { endpoint } from '../../endpoint.ts'
import { byRef, Identifier } from './params.ts'

/** The differences between the history of migrations and the database. */

export const DriftKind = z.enum([
  'table',
  'view',
  'sequence',
  'column',
  'index',
  'function',
  'trigger',
  'policy',
  'type',
  'schema',
])
export type DriftKind = z.infer<typeof DriftKind>

const DriftAddress = z.object({
  /** `unrecorded` is in the database but in no migration, `missing` the reverse. */
  side: z.enum(['unrecorded', 'missing']),
  kind: DriftKind,
  schema: Identifier,
  /** The table of a column, an index, a trigger or a policy. */
  table: Identifier.nullable(),
  name: Identifier,
})

export const Drift = DriftAddress.extend({
  /** The SQL that a new migration needs to match the database; null if it has to be written. */
  record_sql: z.string().nullable(),
  /** The SQL that makes the database match the history; null if it has to be written. */
  undo_sql: z.string().nullable(),
  /** The migration that creates a missing object. */
  version: z.string().nullable(),
})
export type Drift = z.infer<typeof Drift>

/**
 * Objects that only the history or only the database has. The history is read, not run: which
 * objects exist is compared, not how they are defined. 409 `history_too_large`.
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
