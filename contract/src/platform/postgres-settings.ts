import { z } from 'zod'
import { POSTGRES_SETTING_NAMES } from '../catalog/postgres-settings.ts'
import { endpoint } from '../endpoint.ts'
import { settingsSection, type SettingsOf } from '../settings-section.ts'

const Memory = z.string().regex(/^\d{1,9}(kB|MB|GB|TB)$/, 'Enter a size such as 64MB')
const Duration = z.string().regex(/^(0|\d{1,9}(ms|s|min|h|d))$/, 'Enter a duration such as 30s')
const Count = z.int().min(0).max(1_000_000)

const FIELDS = {
  shared_buffers: Memory.nullable(),
  effective_cache_size: Memory.nullable(),
  work_mem: Memory.nullable(),
  maintenance_work_mem: Memory.nullable(),
  logical_decoding_work_mem: Memory.nullable(),
  max_connections: Count.nullable(),
  max_locks_per_transaction: Count.nullable(),
  max_worker_processes: Count.nullable(),
  max_parallel_workers: Count.nullable(),
  max_parallel_workers_per_gather: Count.nullable(),
  max_parallel_maintenance_workers: Count.nullable(),
  statement_timeout: Duration.nullable(),
  track_activity_query_size: Memory.nullable(),
  track_commit_timestamp: z.boolean().nullable(),
  checkpoint_timeout: Duration.nullable(),
  max_wal_size: Memory.nullable(),
  wal_keep_size: Memory.nullable(),
  max_slot_wal_keep_size: Memory.nullable(),
  max_replication_slots: Count.nullable(),
  max_wal_senders: Count.nullable(),
  wal_sender_timeout: Duration.nullable(),
  max_standby_archive_delay: Duration.nullable(),
  max_standby_streaming_delay: Duration.nullable(),
  hot_standby_feedback: z.boolean().nullable(),
} as const

/** The settings of a project's Postgres. Null is the default. */
export const postgresSettings = settingsSection({
  name: 'postgres',
  fields: FIELDS,
  defaults: {
    shared_buffers: null,
    effective_cache_size: null,
    work_mem: null,
    maintenance_work_mem: null,
    logical_decoding_work_mem: null,
    max_connections: null,
    max_locks_per_transaction: null,
    max_worker_processes: null,
    max_parallel_workers: null,
    max_parallel_workers_per_gather: null,
    max_parallel_maintenance_workers: null,
    statement_timeout: null,
    track_activity_query_size: null,
    track_commit_timestamp: null,
    checkpoint_timeout: null,
    max_wal_size: null,
    wal_keep_size: null,
    max_slot_wal_keep_size: null,
    max_replication_slots: null,
    max_wal_senders: null,
    wal_sender_timeout: null,
    max_standby_archive_delay: null,
    max_standby_streaming_delay: null,
    hot_standby_feedback: null,
  },
})
export type PostgresSettings = SettingsOf<typeof postgresSettings>

const Value = z.union([z.string(), z.number(), z.boolean()])

export const PostgresParameter = z.object({
  name: z.enum(POSTGRES_SETTING_NAMES),
  kind: z.enum(['memory', 'duration', 'count', 'switch']),
  description: z.string(),
  /** Null if members have not set it. */
  value: Value.nullable(),
  default_value: Value,
  /** The range on this machine; null for a switch. */
  min: Value.nullable(),
  max: Value.nullable(),
  can_be_zero: z.boolean(),
  needs_restart: z.boolean(),
  /** Whether the running database has another value until it is restarted. */
  is_pending: z.boolean(),
})
export type PostgresParameter = z.infer<typeof PostgresParameter>

const byRef = z.object({ ref: z.string() })

/** The settings with their ranges on this machine. Wakes nothing. */
export const readPostgresParameters = endpoint({
  method: 'GET',
  path: '/platform/projects/{ref}/postgres-settings',
  access: 'database:read',
  params: byRef,
  response: z.object({
    parameters: z.array(PostgresParameter),
    /** Why the database runs with the defaults in place of these settings; null if it does not. */
    failure: z.string().nullable(),
  }),
})

/** The changed settings in the shape of the Management API; those with their default are missing. */
export const ManagedPostgresSettings = z.object(FIELDS).partial()
export type ManagedPostgresSettings = z.infer<typeof ManagedPostgresSettings>

export const readManagedPostgresSettings = endpoint({
  method: 'GET',
  path: '/v1/projects/{ref}/config/database/postgres',
  access: 'database:read',
  params: byRef,
  response: ManagedPostgresSettings,
})

/**
 * Replaces the settings: those that are missing get their defaults. Restarts a running database if
 * one of the changes needs it, unless `restart_database` is false.
 */
export const updateManagedPostgresSettings = endpoint({
  method: 'PUT',
  path: '/v1/projects/{ref}/config/database/postgres',
  access: 'project:update',
  params: byRef,
  body: z.strictObject({ ...FIELDS, restart_database: z.boolean() }).partial(),
  response: ManagedPostgresSettings,
})
