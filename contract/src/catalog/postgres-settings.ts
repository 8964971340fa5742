/** How the value of a setting is written. */
export type PostgresSettingKind =
  /** A number with a unit of Postgres, such as `64MB`. */
  | 'memory'
  /** A number with a unit of Postgres, such as `30s`. */
  | 'duration'
  | 'count'
  | 'switch'

type PostgresSettingFacts = {
  readonly kind: PostgresSettingKind
  readonly description: string
  readonly defaultValue: string | number | boolean
  /** The smallest value; settings of kind `switch` have none. */
  readonly min?: string | number
  readonly max?: string | number
  /** A second maximum: the share of the memory that the project can use. */
  readonly maxShareOfMemory?: number
  /** Whether 0, which means no limit or nothing, is valid besides the range. */
  readonly canBeZero?: boolean
  readonly needsRestart: boolean
}

/**
 * The settings of a project's Postgres that its members can change. The limits protect the other
 * projects of the machine, and the services of the project itself: they need the default number of
 * connections, replication slots and workers.
 */
export const POSTGRES_SETTINGS = {
  shared_buffers: {
    kind: 'memory',
    description: 'Memory for pages of tables and indexes, shared by all connections.',
    defaultValue: '32MB',
    min: '16MB',
    max: '64GB',
    maxShareOfMemory: 0.4,
    needsRestart: true,
  },
  effective_cache_size: {
    kind: 'memory',
    description: 'How much memory the planner assumes for caches. Reserves none.',
    defaultValue: '4GB',
    min: '8MB',
    max: '1TB',
    needsRestart: false,
  },
  work_mem: {
    kind: 'memory',
    description: 'Memory of each sort and hash table before it uses temporary files.',
    defaultValue: '4MB',
    min: '64kB',
    max: '2GB',
    maxShareOfMemory: 0.1,
    needsRestart: false,
  },
  maintenance_work_mem: {
    kind: 'memory',
    description: 'Memory for vacuum, new indexes and new foreign keys.',
    defaultValue: '64MB',
    min: '1MB',
    max: '8GB',
    maxShareOfMemory: 0.25,
    needsRestart: false,
  },
  logical_decoding_work_mem: {
    kind: 'memory',
    description: 'Memory of each replication connection before it uses temporary files.',
    defaultValue: '64MB',
    min: '1MB',
    max: '1GB',
    maxShareOfMemory: 0.1,
    needsRestart: false,
  },
  max_connections: {
    kind: 'count',
    description:
      'Connections of clients and services. Clients that connect over the network can use 30 of them.',
    defaultValue: 60,
    min: 60,
    max: 500,
    needsRestart: true,
  },
  max_locks_per_transaction: {
    kind: 'count',
    description: 'Tables that a transaction can lock, on average over all connections.',
    defaultValue: 64,
    min: 64,
    max: 1024,
    needsRestart: true,
  },
  max_worker_processes: {
    kind: 'count',
    description: 'Background processes of the server, which parallel queries share.',
    defaultValue: 8,
    min: 8,
    max: 64,
    needsRestart: true,
  },
  max_parallel_workers: {
    kind: 'count',
    description: 'Background processes for parallel queries.',
    defaultValue: 8,
    min: 0,
    max: 64,
    needsRestart: false,
  },
  max_parallel_workers_per_gather: {
    kind: 'count',
    description: 'Background processes of one part of a query.',
    defaultValue: 2,
    min: 0,
    max: 64,
    needsRestart: false,
  },
  max_parallel_maintenance_workers: {
    kind: 'count',
    description: 'Background processes of one vacuum or new index.',
    defaultValue: 2,
    min: 0,
    max: 64,
    needsRestart: false,
  },
  statement_timeout: {
    kind: 'duration',
    description:
      'Cancels statements that take longer, also those of the project’s services. Roles and sessions can have their own. 0 is no limit.',
    defaultValue: '0',
    min: '30s',
    max: '7d',
    canBeZero: true,
    needsRestart: false,
  },
  track_activity_query_size: {
    kind: 'memory',
    description: 'How much of the text of a running query is shown.',
    defaultValue: '1kB',
    min: '1kB',
    max: '64kB',
    needsRestart: true,
  },
  track_commit_timestamp: {
    kind: 'switch',
    description: 'Records when each transaction was committed.',
    defaultValue: false,
    needsRestart: true,
  },
  checkpoint_timeout: {
    kind: 'duration',
    description: 'Maximum time between checkpoints.',
    defaultValue: '5min',
    min: '30s',
    max: '1d',
    needsRestart: false,
  },
  max_wal_size: {
    kind: 'memory',
    description: 'Size of the write-ahead log that starts a checkpoint.',
    defaultValue: '1GB',
    min: '64MB',
    max: '16GB',
    needsRestart: false,
  },
  wal_keep_size: {
    kind: 'memory',
    description: 'Write-ahead log that is kept for standbys. It counts as used disk space.',
    defaultValue: '0MB',
    min: '16MB',
    max: '4GB',
    canBeZero: true,
    needsRestart: false,
  },
  max_slot_wal_keep_size: {
    kind: 'memory',
    description: 'Write-ahead log that replication slots can keep. It counts as used disk space.',
    defaultValue: '1GB',
    min: '64MB',
    max: '16GB',
    needsRestart: false,
  },
  max_replication_slots: {
    kind: 'count',
    description: 'Replication slots, including those of realtime.',
    defaultValue: 10,
    min: 10,
    max: 100,
    needsRestart: true,
  },
  max_wal_senders: {
    kind: 'count',
    description: 'Replication connections, including those of realtime.',
    defaultValue: 10,
    min: 10,
    max: 100,
    needsRestart: true,
  },
  wal_sender_timeout: {
    kind: 'duration',
    description: 'Ends replication connections that are inactive for longer. 0 is no limit.',
    defaultValue: '1min',
    min: '5s',
    max: '1d',
    canBeZero: true,
    needsRestart: false,
  },
  max_standby_archive_delay: {
    kind: 'duration',
    description: 'How long a standby that reads archived log waits for its queries.',
    defaultValue: '30s',
    min: '1s',
    max: '1d',
    canBeZero: true,
    needsRestart: false,
  },
  max_standby_streaming_delay: {
    kind: 'duration',
    description: 'How long a standby that streams the log waits for its queries.',
    defaultValue: '30s',
    min: '1s',
    max: '1d',
    canBeZero: true,
    needsRestart: false,
  },
  hot_standby_feedback: {
    kind: 'switch',
    description: 'Whether a standby reports its queries, so that vacuum keeps their rows.',
    defaultValue: false,
    needsRestart: false,
  },
} as const satisfies Record<string, PostgresSettingFacts>

export type PostgresSettingName = keyof typeof POSTGRES_SETTINGS

export const POSTGRES_SETTING_NAMES = Object.keys(
  POSTGRES_SETTINGS,
) as readonly PostgresSettingName[]

/** The facts of a setting, for code that handles all of them alike. */
export const postgresSetting = (name: PostgresSettingName): PostgresSettingFacts =>
  POSTGRES_SETTINGS[name]
