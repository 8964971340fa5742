import { ReplicationSlot, WalSizes } from '@stoa/contract/services/meta/activity'
import type { Session } from '../../../../postgres/database.ts'
import { sql } from '../../../../postgres/sql.ts'

/** The size of the database and of its write-ahead log, and the slots that keep it. */
export async function readWal(tx: Session) {
  const sizes = await tx.one(
    sql`
      select
        pg_database_size(current_database())::float8 as database_bytes,
        (select coalesce(sum(w.size), 0) from pg_ls_waldir() w)::float8 as wal_bytes,
        pg_size_bytes(current_setting('max_wal_size'))::float8 as max_wal_bytes,
        current_setting('wal_level') as wal_level`,
    WalSizes,
  )
  const slots = await tx.many(
    sql`
      select
        s.slot_name::text as name,
        s.plugin::text as plugin,
        s.active as is_active,
        pg_wal_lsn_diff(pg_current_wal_lsn(), s.restart_lsn)::float8 as retained_bytes,
        s.wal_status
      from pg_replication_slots s
      where s.database is null or s.database = current_database()
      order by s.slot_name`,
    ReplicationSlot,
  )
  return { ...sizes, slots }
}
