import type { Client } from 'pg'
import { randomBytes } from 'node:crypto'
import { AppError } from '../../lib/errors.ts'
import { writeFileIn } from '../../lib/untrusted-folder/files.ts'
import { copy } from '../../lib/untrusted-folder/folders.ts'
import { SOCKET_PORT } from '../../postgres/clusters/socket-folder.ts'
import { SUPERUSER } from '../../postgres/clusters/template.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import type { Account } from '../../postgres/engines/account.ts'
import { connectSuperuser } from '../machine/credentials.ts'
import type { Passwords } from '../machine/passwords.ts'
import { RUNNING } from './copied-entries.ts'
import { copyFailed, copyOutrun, originStopped, unusualFiles } from './refusals.ts'
import { walSegments } from './wal-segments.ts'

export type FilesCopy = {
  /** The source, and its data directory. */
  readonly ref: string
  readonly dataDir: string
  /** The folder for the files, which only the server can enter. */
  readonly target: string
  readonly account: Account | undefined
  /** Called before the moment that the copy shows, and again after it. */
  readonly copyFiles: () => Promise<void>
  readonly signal: AbortSignal
}

/**
 * Copies the files of a running cluster in backup mode, with the WAL that makes them consistent: the
 * copy shows the moment at which the files were complete. The cluster serves on. Rejects with 503
 * `origin_stopped` or `copy_outrun`.
 */
export async function copyRunning(
  { passwords }: { readonly passwords: Passwords },
  { socketDir, ...job }: FilesCopy & { readonly socketDir: string },
): Promise<void> {
  const stopping = new AbortController()
  const signal = AbortSignal.any([job.signal, stopping.signal])
  const client = await connectSuperuser(
    { host: socketDir, port: SOCKET_PORT, database: 'template1' },
    [passwords.of(job.ref, SUPERUSER)],
  )
  client.once('end', () => stopping.abort(originStopped()))
  try {
    await copyInBackupMode(client, { ...job, signal })
  } catch (error) {
    signal.throwIfAborted()
    throw error instanceof AppError ? error : copyFailed(error)
  } finally {
    // Ends the backup mode too, and drops the slot.
    await endClient(client)
  }
}

async function copyInBackupMode(
  client: Client,
  { dataDir, target, account, copyFiles, signal }: FilesCopy,
): Promise<void> {
  const slot = `stoa_copy_${randomBytes(6).toString('hex')}`
  // The slot keeps the WAL, which checkpoints would otherwise remove.
  await client.query('select pg_catalog.pg_create_physical_replication_slot($1, true, true)', [
    slot,
  ])
  await client.query('select pg_catalog.pg_backup_start($1, true)', [slot])
  const files = await copy(dataDir, { target, owner: account, rules: RUNNING }, signal)
  if (files.unusual > 0) throw unusualFiles()
  await copyFiles()
  const backup = await stopBackup(client)
  if (backup.hasTablespaces) throw unusualFiles()
  const only = backup.segments.map((name) => `pg_wal/${name}`)
  const wal = await copy(dataDir, { target, owner: account, rules: { only } }, signal)
  if (wal.files < only.length || (await isLost(client, slot))) throw copyOutrun()
  await writeFileIn(target, 'backup_label', { content: backup.label, mode: 0o600, owner: account })
  await copyFiles()
}

async function stopBackup(client: Client) {
  const { rows } = await client.query<{
    label: string
    tablespaces: string | null
    last: string
    segment_bytes: number
  }>(`
    select b.labelfile as label, b.spcmapfile as tablespaces,
      pg_catalog.pg_walfile_name(b.lsn) as last,
      pg_catalog.pg_size_bytes(pg_catalog.current_setting('wal_segment_size'))::pg_catalog.int4
        as segment_bytes
    from pg_catalog.pg_backup_stop(false) as b`)
  const [row] = rows
  const first = /\(file ([0-9A-F]{24})\)/.exec(row?.label ?? '')?.[1]
  if (!row || first === undefined) throw copyFailed(new Error('The backup has no label'))
  return {
    label: row.label,
    hasTablespaces: (row.tablespaces ?? '') !== '',
    segments: walSegments(first, row.last, row.segment_bytes),
  }
}

/** Whether Postgres removed WAL that the slot was to keep, because there was too much of it. */
async function isLost(client: Client, slot: string): Promise<boolean> {
  const { rows } = await client.query<{ is_lost: boolean }>(
    `select s.wal_status operator(pg_catalog.=) 'lost' as is_lost
     from pg_catalog.pg_replication_slots as s where s.slot_name operator(pg_catalog.=) $1`,
    [slot],
  )
  return rows[0]?.is_lost !== false
}
