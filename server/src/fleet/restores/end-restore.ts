import type { Clock } from '../../lib/clock.ts'
import type { Session } from '../../postgres/database.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import type { InstanceChange } from '../records/queries.ts'
import type { ReplaceDeps } from './replace-data.ts'
import { deleteRestore, lockRestore, type RestoreRow } from './restore-records.ts'

/** Attempts before a restore counts as failed, and the former data comes back. */
export const REPLACE_ATTEMPTS = 3

export type AdvanceRestoreDeps = ReplaceDeps & {
  readonly clock: Clock
  /** The queue of work that can wait. */
  readonly upkeepJobs: () => Jobs
  /** The disk space of the project has to be measured again. */
  readonly dataReplaced: (ref: string) => void
}

/** Changes the status, and forgets the restore. */
export async function endRestore(
  { instances }: AdvanceRestoreDeps,
  { ref, id }: RestoreRow,
  event: 'restored' | 'restore_failed' | 'paused',
  change: InstanceChange,
): Promise<void> {
  await instances.session().transaction(async (tx: Session) => {
    await lockRestore(tx, ref)
    await deleteRestore(tx, ref, id)
    await instances.apply(tx, ref, event, change)
  })
  instances.announce(ref)
}
