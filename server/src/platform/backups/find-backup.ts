import { backupNotFound } from '../../backups/errors.ts'
import type { Backup } from '../../backups/port.ts'
import { backupsAreOff } from '../../fleet/copies/origins.ts'
import type { Context } from '../context.ts'
import type { PlatformBackups } from '../deps.ts'

/** The store, and one backup of the project; rejects with 404 `backup_not_found`. */
export async function findBackup(
  backups: Context['backups'],
  ref: string,
  id: string,
): Promise<{ readonly archive: PlatformBackups['archive']; readonly backup: Backup }> {
  if (!backups) throw backupsAreOff()
  const { archive } = backups
  const backup = (await archive.list(ref)).find((each) => each.id === id)
  if (!backup) throw backupNotFound()
  return { archive, backup }
}
