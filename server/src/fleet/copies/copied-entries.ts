import type { CopyRules } from '../../lib/untrusted-folder/folders.ts'
import { LOG_FOLDER } from '../../postgres/clusters/settings.ts'

/** No copy needs these: they belong to the running server, or Postgres creates them at each start. */
const COMMON = {
  leftOut: [
    'postmaster.pid',
    'postmaster.opts',
    'backup_label.old',
    'tablespace_map.old',
    'current_logfiles',
    LOG_FOLDER,
  ],
  // A folder of a slot without its file would keep the copy from starting.
  emptied: [
    'pg_replslot',
    'pg_dynshmem',
    'pg_notify',
    'pg_serial',
    'pg_snapshots',
    'pg_stat',
    'pg_stat_tmp',
    'pg_subtrans',
  ],
  leftOutPrefixes: ['pgsql_tmp', 'pg_internal.init'],
} as const satisfies CopyRules

/** The files of a running cluster, without its WAL. */
export const RUNNING: CopyRules = { ...COMMON, emptied: [...COMMON.emptied, 'pg_wal'] }

/** The files of a stopped cluster, with the WAL that a crash could have left to replay. */
export const STOPPED: CopyRules = {
  ...COMMON,
  emptied: [...COMMON.emptied, 'pg_wal/archive_status', 'pg_wal/summaries'],
}
