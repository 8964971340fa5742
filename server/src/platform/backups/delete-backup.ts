import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findBackup } from './find-backup.ts'
import { deleteRequestOf } from './queries.ts'

/** Deletes a backup, or the record of one that failed before it began. */
export async function deleteBackup(
  { backups, session }: Pick<Context, 'backups' | 'session'>,
  actor: Actor,
  { scope, id }: { readonly scope: ProjectScope; readonly id: string },
): Promise<void> {
  const wasRequest = await session.transaction(async (tx) => {
    if (!(await deleteRequestOf(tx, { projectId: scope.projectId, id }))) return false
    await audit(tx, actor, { action: 'backup.delete', on: scope, target: id })
    return true
  })
  if (wasRequest) return
  const { archive, backup } = await findBackup(backups, scope.ref, id)
  // First, because the store is no part of the transaction, and nothing is deleted without a record.
  await audit(session, actor, {
    action: 'backup.delete',
    on: scope,
    target: id,
    metadata: { name: backup.name, started_at: backup.startedAt.toISOString() },
  })
  await archive.remove(scope.ref, id)
}
