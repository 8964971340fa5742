import type { Clock } from '../lib/clock.ts'
import type { Log } from '../lib/log.ts'
import type { ServiceSession } from '../postgres/session.ts'
import type { ObjectStore } from './store/object-store.ts'

/** The things that the parts of this layer work with. */
export type BackupParts = {
  readonly store: ObjectStore
  /** The key that objects are sealed with. */
  readonly key: Buffer
  /** The control-plane database, with `backupMigrations` applied. */
  readonly records: ServiceSession
  /** How many days of a project can be restored at least. */
  readonly retentionDays: (ref: string) => Promise<number>
  readonly clock: Clock
  readonly log: Log
}
