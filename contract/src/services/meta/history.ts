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

/** The page or door that a change came through. */
export const MigrationSource = z.enum([
  'table_editor',
  'policies',
  'functions',
  'triggers',
  'views',
  'types',
  'indexes',
  'sequences',
  'schemas',
  'extensions',
  'publications',
  'parameters',
  'privileges',
  'sql',
  'wrappers',
  'queues',
  'import',
  'file',
  'revert',
  'squash',
  'repair',
  'management_api',
  'advisors',
  'branch',
  'backup',
])
export type MigrationSource = z.infer<typeof MigrationSource>

export const MigrationClient = z.enum(['dashboard', 'access_token', 'command_line'])
export type MigrationClient = z.infer<typeof MigrationClient>

export const MigrationSummary = z.object({
  /** When it was applied as `YYYYMMDDHHMMSS` in UTC, or a version that its author chose. */
  version: z.string(),
  name: z.string().nullable(),
  /** The email address of who made the change; null if it was not the dashboard. */
  created_by: z.string().nullable(),
  statements: z.int(),
  /** Null if another client recorded it, such as the Supabase CLI. */
  source: MigrationSource.nullable(),
  client: MigrationClient.nullable(),
  /** Duration of its transaction; null if it was not measured. */
  duration_ms: z.number().nullable(),
  /** The migration that it undoes. */
  reverts: z.string().nullable(),
  /** The migration that has undone it. */
  reverted_by: z.string().nullable(),
  /** Whether the SQL that undoes it is recorded. */
  has_rollback: z.boolean(),
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
    /** The parts that the rollback does not bring back. */
    loss: z.string().nullable(),
    /** Why the server recorded no rollback. */
    no_rollback: z.string().nullable(),
  }),
})

/**
 * Runs the rollback of a migration and records it as a new one, both or neither. With `dry_run`,
 * nothing runs. 409 `no_rollback`, 409 `already_reverted`, 404 `migration_not_found`; otherwise
 * fails as SQL text does.
 */
export const revertMigration = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/migrations/{version}/revert',
  access: 'database:write',
  params: z.object({ ref: z.string(), version: Version }),
  body: z.object({ dry_run: z.boolean().optional() }),
  response: z.object({
    statements: z.array(z.string()),
    loss: z.string().nullable(),
    /** The number of migrations that were recorded after it. */
    later: z.int(),
  }),
})

const MOST_SQUASHED = 1000

/**
 * Replaces consecutive migrations with one that has all their statements and the last one's version.
 * Only the history changes, in one transaction. 409 `migrations_not_consecutive`, 409
 * `not_squashable` for a migration without recorded SQL or with a statement that cannot run in a
 * transaction.
 */
export const squashMigrations = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/migration-squashes',
  access: 'database:write',
  params: byRef,
  body: z.object({
    versions: z.array(Version).min(2).max(MOST_SQUASHED),
    name: z.string().max(LONGEST_NAME).optional(),
    dry_run: z.boolean().optional(),
  }),
  response: z.object({
    version: z.string(),
    name: z.string(),
    statements: z.array(z.string()),
    has_rollback: z.boolean(),
  }),
})

/** The migrations after a version, oldest first, as the files that the Supabase CLI uses. */
export const listMigrationFiles = endpoint({
  method: 'GET',
  path: '/platform/meta/{ref}/migration-files',
  access: 'database:read',
  params: byRef,
  query: z.object({ after: Version.optional() }),
  response: z.object({
    files: z.array(z.object({ name: z.string(), sql: z.string() })),
    /** The version to continue after; null at the end. */
    next: z.string().nullable(),
  }),
})

/**
 * Runs the SQL of a migration file and records it under the file's version, both or neither. 409
 * `migration_exists`, 400 `not_transactional`; otherwise fails as SQL text does.
 */
export const applyMigrationFile = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/migration-files',
  access: 'database:write',
  params: byRef,
  body: z.object({
    version: Version,
    name: z.string().max(LONGEST_NAME),
    sql: z.string().min(1).max(LONGEST_SQL),
  }),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({}),
  status: 201,
})

/**
 * Corrects the history without running anything, as `supabase migration repair` does: `applied` adds
 * a record, `reverted` deletes one. 409 `migration_exists`, 404 `migration_not_found`.
 */
export const repairMigration = endpoint({
  method: 'POST',
  path: '/platform/meta/{ref}/migration-repairs',
  access: 'database:write',
  params: byRef,
  body: z.discriminatedUnion('status', [
    z.object({
      status: z.literal('applied'),
      version: Version,
      name: z.string().max(LONGEST_NAME).optional(),
      sql: z.string().max(LONGEST_SQL).optional(),
    }),
    z.object({ status: z.literal('reverted'), version: Version }),
  ]),
  maxBodyBytes: LARGE_BODY_BYTES,
  response: z.object({}),
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
