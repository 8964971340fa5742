import type { Account } from '../postgres/engines/account.ts'
import type { Endpoint } from '../postgres/connections/connect.ts'

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
  recordVerification(id: string, verification: Verification): Promise<void>
  /** Deletes a base backup, and the WAL that only it needs. */
  remove(ref: string, id: string): Promise<void>
  /** Deletes everything that the store has of a project. */
  forget(ref: string): Promise<void>
}
