import { backupNotFound, momentUnreachable } from '../../backups/errors.ts'
import type { Backups, RestoreTarget } from '../../backups/port.ts'

/** Rejects with 409 `moment_unreachable`, or 404 `backup_not_found`, if the store cannot restore it. */
export async function requireReachable(
  backups: Backups,
  ref: string,
  target: RestoreTarget,
): Promise<void> {
  if (target.kind === 'backup') return requireBackup(backups, ref, target.id)
  const reach = await backups.reach(ref)
  if (!reach.some(({ from, until }) => from <= target.at && target.at <= until))
    throw momentUnreachable(
      'The backups do not reach this moment.',
      'Choose a moment within the periods that the backups of the project cover.',
    )
}

export async function requireBackup(backups: Backups, ref: string, id: string): Promise<void> {
  const backup = (await backups.list(ref)).find((candidate) => candidate.id === id)
  if (backup?.status !== 'complete') throw backupNotFound()
}
