import type { RestoreTarget } from '../../backups/port.ts'
import type { Within } from '../../postgres/within.ts'
import type { QueriedProject } from '../../project/project.ts'

/**
 * How far a look is: the backup is copied, its changes are replayed, and the database can be read.
 * `ending` stops what runs. `ended` says why it is over until somebody dismisses it.
 */
export type LookPhase = 'copying' | 'replaying' | 'open' | 'ending' | 'ended'

/** Why a look is over, or never opened. */
export type LookEnd = { readonly code: string; readonly message: string; readonly hint: string }

/** A database with the data that a project had at a moment. It can only be read. */
export type Look = {
  /** The moment whose data it has. */
  readonly moment: Date
  readonly phase: LookPhase
  readonly startedAt: Date
  /** Null until it is open. */
  readonly openedAt: Date | null
  /** When it ends unless somebody uses it; null until it is open. */
  readonly endsAt: Date | null
  /** Null unless it is `ended`. */
  readonly end: LookEnd | null
}

/** The part of the backups that a look shows. */
export type LookRequest = {
  readonly target: RestoreTarget
  /** The moment of the target. */
  readonly moment: Date
  /** Runs in a transaction of its own before anything begins. */
  readonly within?: Within | undefined
}

/** Keeps a look from being idle until `release` is called. */
export type LookLease = {
  readonly project: QueriedProject
  readonly look: Look
  release(): void
}

/**
 * Looks at earlier moments: one for each project. They belong to the running server, and a start of
 * the server deletes those of the last run. They never change the backups.
 */
export type Looks = {
  /**
   * Begins to restore the moment beside the project. Resolves when that has begun. Rejects with 409
   * `backups_off`, 409 `look_exists`, 429 `too_many_looks` and 507 `disk_full`.
   */
  begin(ref: string, request: LookRequest): Promise<Look>
  get(ref: string): Look | undefined
  /** Ends or cancels the look, or dismisses one that has ended. Rejects with 404 `look_not_found`. */
  end(ref: string, within?: Within): Promise<void>
  /** Throws 409 `look_not_open`. */
  acquire(ref: string): LookLease
  /** The disk space that the look of a project occupies. */
  bytes(ref: string): Promise<number>
}
