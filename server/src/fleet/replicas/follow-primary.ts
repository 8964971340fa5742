/** The place where a replica reads its primary's WAL, and the role that it signs in as. */
export type Source = {
  /** The folder of the socket. */
  readonly folder: string
  readonly port: number
  readonly user: string
  readonly passwordFile: string
  readonly slot: string
}

/** How long a query on a replica can hold up replay before it is canceled. */
const MAX_STANDBY_DELAY = '30s'

/**
 * The settings with which a cluster follows its primary. The primary keeps rows for the replica's
 * queries (`hot_standby_feedback`), and the WAL in the slot, up to `max_slot_wal_keep_size`: past
 * that, the replica is built again. A replica archives nothing.
 */
export const followSettings = (source: Source): Readonly<Record<string, string>> => ({
  primary_conninfo: toConninfo({
    host: source.folder,
    port: `${source.port}`,
    user: source.user,
    passfile: source.passwordFile,
    application_name: source.slot,
  }),
  primary_slot_name: source.slot,
  hot_standby: 'on',
  hot_standby_feedback: 'on',
  max_standby_streaming_delay: MAX_STANDBY_DELAY,
  recovery_target_timeline: 'latest',
  wal_receiver_status_interval: '1s',
  wal_retrieve_retry_interval: '1s',
  archive_mode: 'off',
})

/** A connection string in libpq's form of names and quoted values. */
export const toConninfo = (parameters: Readonly<Record<string, string>>): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name}='${value.replace(/[\\']/g, String.raw`\$&`)}'`)
    .join(' ')
