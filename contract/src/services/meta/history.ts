import { z } from 'zod'
import { endpoint, LARGE_BODY_BYTES } from '../../endpoint.ts'
import { PageQuery, pageOf } from './objects.ts'
import { byRef } from './params.ts'

/**
 * The migrations of a database, in the table `supabase_migrations.schema_migrations` that the
 * Supabase CLI reads and writes: those that the CLI applied, and the changes made in the dashboard.
 */

const MIGRATION_VERSION = /^\d{1,50}$/
const Version = z.string().regex(MIGRATION_VERSION, 'must be digits, such as 20250312000000')
const LONGEST_NAME = 200
const LONGEST_SQL = 10_000_000

export const MigrationSummary = z.object({
  /** When it was applied as `YYYYMMDDHHMMSS` in UTC, or a version that its author chose. */
  version: z.string(),
  name: z.string().nullable(),
  /** The email address of who made the change; null if it was not the dashboard. */
  created_by: z.string().nullable(),
  statements: z.int(),
})
export type MigrationSummary = z.infer<typeof MigrationSummary>

/** The newest first. The search finds names and versions. */
export const listMigrations = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/migrations',
  access: 'database:read',
  params: byRef,
  query: PageQuery,
  response: pageOf(MigrationSummary),
})

/** 404 `migration_not_found`. */
export const getMigration = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/migrations/{version}',
  access: 'database:read',
  params: z.object({ ref: z.string(), version: Version }),
  response: MigrationSummary.extend({
    statements: z.array(z.string()),
    /** The SQL that undoes it; null if none was recorded. */
    rollback: z.array(z.string()).nullable(),
  }),
})

const path = '/v1/projects/{ref}/database/migrations'
const Managed = z.object({
  query: z.string().min(1).max(LONGEST_SQL),
  name: z.string().max(LONGEST_NAME).optional(),
  rollback: z.string().max(LONGEST_SQL).optional(),
})

export const listManagedMigrations = endpoint({
  method: 'GET',
  path,
  access: 'database:read',
  params: byRef,
  response: z.array(z.object({ version: z.string(), name: z.string().optional() })),
})

/** 404 `migration_not_found`. */
export const getManagedMigration = endpoint({
  method: 'GET',
  path: `${path}/{version}`,
  access: 'database:read',
  params: z.object({ ref: z.string(), version: Version }),
  response: z.object({
    version: z.string(),
    name: z.string().optional(),
    statements: z.array(z.string()).optional(),
    rollback: z.array(z.string()).optional(),
    created_by: z.string().optional(),
    idempotency_key: z.string().optional(),
  }),
})

/**
 * Runs SQL and records it, both or neither. Does nothing if a migration with the same
 * `Idempotency-Key` was recorded. 400 `query_failed`, 400 `not_transactional`.
 */
export const applyMigration = endpoint({
  method: 'POST',
  path,
  access: 'database:write',
  params: byRef,
  body: Managed,
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({}),
})

/**
 * Records SQL without running it. Replaces a migration that was recorded with the same
 * `Idempotency-Key`.
 */
export const recordMigration = endpoint({
  method: 'PUT',
  path,
  access: 'database:write',
  params: byRef,
  body: Managed,
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({}),
})

/** 404 `migration_not_found`. */
export const updateMigration = endpoint({
  method: 'PATCH',
  path: `${path}/{version}`,
  access: 'database:write',
  params: z.object({ ref: z.string(), version: Version }),
  body: Managed.omit({ query: true }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({}),
})

/**
 * Undoes the migrations from a version on, newest first, and deletes their records: all or none.
 * 409 `no_rollback` if one of them has no rollback.
 */
export const rollBackMigrations = endpoint({
  method: 'DELETE',
  path,
  access: 'database:write',
  params: byRef,
  query: z.object({ gte: Version }),
  response: z.object({}),
})
