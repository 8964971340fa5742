import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ServiceSession } from '../postgres/session.ts'
import type { ObjectStore } from './store/object-store.ts'

/** The files of projects, in folders that only the server can enter. */
export type FilesPlace = {
  /** A project's files are in `<root>/<ref>`. */
  readonly root: string
  /** The folders and files in it that backups contain, such as `storage/content`. */
  readonly entries: readonly string[]
  /** Those of them that are read before the project's database is there. */
  readonly records: readonly string[]
}

/** The things that the parts of this layer work with. */
export type BackupParts = {
  readonly store: ObjectStore
  /** The key that objects are sealed with. */
  readonly key: Buffer
  /** The control-plane database, with `backupMigrations` applied. */
  readonly records: ServiceSession
  /** How many days of a project can be restored at least. */
  readonly retentionDays: (ref: string) => Promise<number>
  readonly files?: FilesPlace | undefined
  readonly clock: Clock
  readonly log: Log
}
