import { VAULT_KEY_SCRIPT } from './cluster-key.ts'
import type { Engine } from './engines/engine.ts'

/**
 * Settings of every cluster; a compute size adds its own on the command line. The values fit the
 * smallest size, so that an idle cluster costs the memory of a few connections only.
 */
export function clusterSettings(engine: Engine): string {
  const settings: Record<string, string> = {
    listen_addresses: "''",
    port: '5432',
    max_connections: '60',
    reserved_connections: '3',
    superuser_reserved_connections: '3',
    password_encryption: "'scram-sha-256'",
    shared_buffers: "'32MB'",
    dynamic_shared_memory_type: 'posix',
    max_wal_size: "'1GB'",
    temp_file_limit: "'2GB'",
    min_wal_size: "'32MB'",
    wal_level: 'logical',
    max_replication_slots: '10',
    max_wal_senders: '10',
    max_slot_wal_keep_size: "'1GB'",
    autovacuum_naptime: "'1min'",
    jit: 'off',
    log_destination: "'jsonlog'",
    logging_collector: 'on',
    log_directory: "'log'",
    log_filename: "'postgres-%a'",
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_min_messages: 'warning',
    log_timezone: "'UTC'",
    timezone: "'UTC'",
    datestyle: "'iso, mdy'",
    default_text_search_config: "'pg_catalog.english'",
    idle_in_transaction_session_timeout: "'10min'",
    io_method: engine.major >= 18 ? "'sync'" : '',
    ...preloadSettings(engine),
  }
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

/** Settings of a library that every cluster loads. */
const OF_LIBRARIES: ReadonlyMap<string, Readonly<Record<string, string>>> = new Map(
  Object.entries({
    // The server runs the jobs, because a cluster that sleeps cannot wake itself.
    pg_cron: {
      'cron.launch_active_jobs': 'off',
      'cron.log_run': 'off',
      'cron.enable_superuser_jobs': 'off',
    },
    pg_stat_statements: {
      'pg_stat_statements.max': '1000',
      // Statements such as create role contain passwords.
      'pg_stat_statements.track_utility': 'off',
    },
    supabase_vault: { 'vault.getkey_script': `'./${VAULT_KEY_SCRIPT}'` },
  }),
)

function preloadSettings({ extensions }: Engine): Record<string, string> {
  const libraries = extensions.filter(({ isPreloaded }) => isPreloaded).map(({ name }) => name)
  return Object.assign(
    { shared_preload_libraries: libraries.length > 0 ? `'${libraries.join(',')}'` : '' },
    ...libraries.map((name) => OF_LIBRARIES.get(name)),
  )
}

/**
 * Every connection needs a password, even over the Unix socket: no process is trusted for running
 * on the same machine.
 */
export const hostAccess = `local all all scram-sha-256
local replication all scram-sha-256
`
