import type { Account } from '../postgres/engines/account.ts'
import type { Endpoint } from '../postgres/connections/connect.ts'

/** The platform's own database in the store. No project has this ref: refs have 20 letters. */
export const PLATFORM_DATABASE = 'control'

/** The moment that a restore reaches: the end of a backup, or a second of the archived WAL. */
export type RestoreTarget =
  | { readonly kind: 'backup'; readonly id: string }
  | { readonly kind: 'time'; readonly at: Date }

/** One base backup of a project, as `backups.base_backups` records it. */
export type Backup = {
  readonly id: string
  readonly ref: string
  /** The name that a person gave it; null for a scheduled one. */
  readonly name: string | null
  readonly status: 'running' | 'complete' | 'failed'
  readonly startedAt: Date
  /** From this moment on, the backup and its WAL can be restored; null until it is complete. */
  readonly completedAt: Date | null
  /** Its size in the store, without WAL. */
  readonly bytes: number
  /** Why it failed; null unless it did. */
  readonly failure: string | null
  /** The last time it was restored into a scratch cluster; null if never. */
  readonly verification: Verification | null
}

export type Verification = {
  readonly at: Date
  readonly isSound: boolean
  /** The result of the check, as a sentence for a person. */
  readonly message: string
}

/** The files of a project in the store, as of their last copy. */
export type FileCopy = {
  /** Null if the store never had all of them. */
  readonly copiedAt: Date | null
  readonly files: number
  readonly bytes: number
  /** Why the last attempt failed, as a sentence; null if it did not. */
  readonly failure: string | null
}

/** The backups of the platform's own database. */
export type PlatformBackupState = {
  /** The newest complete base backup; null before the first. */
  readonly completedAt: Date | null
  /** Why the last base backup failed, or why WAL waits, as a sentence; null if all is well. */
  readonly failure: string | null
  /** How many projects' files could not be copied the last time. */
  readonly failedFiles: number
}

/** A period whose every moment can be restored. */
export type Reach = { readonly from: Date; readonly until: Date }

/** A running cluster, as the archive needs it. */
export type ArchivedCluster = {
  readonly ref: string
  readonly dataDir: string
  readonly account: Account | undefined
  /** The socket and the credentials for replication connections. */
  readonly endpoint: Endpoint
  readonly password: string
  /** The cluster is the one with the records, which its archive therefore does without. */
  readonly hasRecords?: true
}

/** Follows one running cluster, and moves its finished WAL segments into the store. */
export type Archiving = {
  /** Ships what the stopped cluster left behind, then ends. Never rejects. */
  stop(): Promise<void>
}

/**
 * Backups of projects, in a store that is not the data folder. A project has base backups and the
 * WAL since the oldest of them; both are compressed, encrypted and checked when they are read.
 */
export type Backups = {
  follow(cluster: ArchivedCluster): Archiving
  /** Takes a base backup of a running project. Rejects if the project isn't followed. */
  take(ref: string, options: { readonly name: string | null }): Promise<Backup>
  /** Newest first. */
  list(ref: string): Promise<readonly Backup[]>
  /** Oldest first. More than one where WAL is missing in between. */
  reach(ref: string): Promise<readonly Reach[]>
  /**
   * Fills a data directory that does not exist yet, so that its cluster recovers to the target at its
   * next start and is then writable. Rejects with 409 `moment_unreachable` if the store does not
   * reach it, and with 500 `backup_damaged`, which names the part, if a checksum is wrong; the
   * directory does not exist then.
   */
  place(
    dataDir: string,
    from: {
      readonly ref: string
      readonly target: RestoreTarget
      readonly account: Account | undefined
    },
  ): Promise<void>
  /**
   * Fills a data directory that does not exist yet with everything that the store has of a project.
   * Rejects as `place` does.
   */
  placeLatest(
    dataDir: string,
    from: { readonly ref: string; readonly account: Account | undefined },
  ): Promise<void>
  /**
   * Writes the project's files of the last copy that are not in its folder; with `records`, only those
   * that services read without the project's database.
   */
  placeFiles(ref: string, which?: 'all' | 'records'): Promise<void>
  /** Undefined before the first copy of a project's files. */
  fileCopy(ref: string): Promise<FileCopy | undefined>
  /** Undefined where the platform's own database is not this server's. */
  platformState(): Promise<PlatformBackupState | undefined>
  recordVerification(id: string, verification: Verification): Promise<void>
  /** Deletes a base backup, and the WAL that only it needs. */
  remove(ref: string, id: string): Promise<void>
  /** Deletes everything that the store has of a project. */
  forget(ref: string): Promise<void>
}
