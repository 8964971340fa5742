import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { backupNotComplete } from './errors.ts'
import { findBackup } from './find-backup.ts'

/** Begins the trial restore of a backup. The audit row is part of the record of its job. */
export async function verifyBackup(
  { backups, fleet }: Pick<Context, 'backups' | 'fleet'>,
  actor: Actor,
  { scope, id }: { readonly scope: ProjectScope; readonly id: string },
): Promise<void> {
  const { backup } = await findBackup(backups, scope.ref, id)
  if (backup.status !== 'complete') throw backupNotComplete()
  await fleet.verifyBackup(scope.ref, id, (tx) =>
    audit(tx, actor, { action: 'backup.verify', on: scope, target: id }),
  )
}
