import { existsSync } from 'node:fs'
import path from 'node:path'
import { ensureFolderIn } from '../../lib/untrusted-folder/inner-folder.ts'
import type { Account } from '../engines/account.ts'
import type { Engine } from '../engines/engine.ts'
import { trySignal } from '../processes/processes.ts'

/**
 * Where an archiving cluster puts its finished WAL, in its data directory. Base backups leave out
 * names with this beginning, as those of temporary files.
 */
export const STAGED_WAL_FOLDER = 'pgsql_tmp_stoa_archive'

/** A restored cluster's WAL until it is writable, with a name that base backups leave out as well. */
export const RECOVERY_WAL_FOLDER = 'pgsql_tmp_stoa_recovery'

/**
 * Settings of a cluster that archives its WAL into `STAGED_WAL_FOLDER`. They belong on the command
 * line, because nothing else takes the files away if the archive is switched off. Undefined if the
 * engine cannot.
 */
export function archiveSettings(engine: Engine): Readonly<Record<string, string>> | undefined {
  if (!hasBasicArchive(engine)) return undefined
  return {
    archive_mode: 'on',
    archive_library: 'basic_archive',
    'basic_archive.archive_directory': STAGED_WAL_FOLDER,
    archive_timeout: '60s',
  }
}

/** Where the library is, from the folder of the programs. */
const LIBRARY_FOLDERS = ['../lib/postgresql', '../lib', '../lib64/postgresql']

const hasBasicArchive = ({ binDir }: Engine): boolean =>
  LIBRARY_FOLDERS.flatMap((folder) =>
    ['so', 'dylib'].map((ending) => path.join(binDir, folder, `basic_archive.${ending}`)),
  ).some((file) => existsSync(file))

/**
 * Lets a started cluster finish its segments in time. Its checkpointer began before writes were
 * possible, and would look at `archive_timeout` only after its first sleep of five minutes; a reload
 * wakes it.
 */
export function beginArchiveTimeout(postmaster: number | undefined): void {
  if (postmaster !== undefined) trySignal(postmaster, 'SIGHUP')
}

/** Makes the folder for finished WAL, without which Postgres would keep all of it. */
export const ensureStagingFolder = (dataDir: string, account: Account | undefined) =>
  ensureFolderIn(dataDir, STAGED_WAL_FOLDER, account)
