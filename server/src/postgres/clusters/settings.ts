import type { Engine } from '../engines/engine.ts'

/** Where a cluster logs, in its data directory. */
export const LOG_FOLDER = 'log'

/** The settings that the members of a project have changed, in its data directory. */
export const PROJECT_SETTINGS_FILE = 'stoa.project.conf'

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
    log_directory: `'${LOG_FOLDER}'`,
    log_filename: "'postgres-%a'",
    log_truncate_on_rotation: 'on',
    log_rotation_age: '1d',
    log_rotation_size: '0',
    log_min_messages: 'warning',
    log_lock_waits: 'on',
    // Values can be anybody's data.
    log_parameter_max_length: '0',
    log_parameter_max_length_on_error: '0',
    log_timezone: "'UTC'",
    timezone: "'UTC'",
    datestyle: "'iso, mdy'",
    default_text_search_config: "'pg_catalog.english'",
    idle_in_transaction_session_timeout: "'10min'",
    io_method: engine.major >= 18 ? "'sync'" : '',
    ...preloadSettings(engine),
    // The last one, so that a project's own settings win.
    include_if_exists: `'${PROJECT_SETTINGS_FILE}'`,
  }
  return Object.entries(settings)
    .filter(([, value]) => value !== '')
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('')
}

function preloadSettings({ extensions }: Engine): Record<string, string> {
  const loaded = extensions.filter(({ library }) => library)
  const names = loaded.map(({ name }) => name).join(',')
  return Object.assign(
    { shared_preload_libraries: names === '' ? '' : `'${names}'` },
    ...loaded.map(({ library }) => library),
  )
}

/**
 * Every connection needs a password, even over the Unix socket: no process is trusted for running
 * on the same machine.
 */
export const hostAccess = `local all all scram-sha-256
local replication all scram-sha-256
`
