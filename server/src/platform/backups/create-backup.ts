import { randomUUID } from 'node:crypto'
import type { Backup } from '@stoa/contract/platform/backups'
import { backupsAreOff } from '../../fleet/copies/origins.ts'
import { commandRefused, projectNotFound } from '../../project/refusals.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { backupWaiting, tooManyBackups } from './errors.ts'
import { MAX_NAMED_BACKUPS } from './limits.ts'
import { presentRequest } from './present.ts'
import { insertRequest } from './queries.ts'

/**
 * Records that a backup is wanted; it begins at once if no other is being taken. Refuses while
 * another one of the project waits, and a project that is not serving.
 */
export async function createBackup(
  context: Context,
  actor: Actor,
  { scope, name }: { readonly scope: ProjectScope; readonly name: string },
): Promise<Backup> {
  const { backups, fleet, requestedBackups, session } = context
  if (!backups) throw backupsAreOff()
  await requireServing(fleet, scope.ref)
  const taken = await backups.archive.list(scope.ref)
  const named = taken.filter((backup) => backup.name !== null && backup.status !== 'failed')
  if (named.length >= MAX_NAMED_BACKUPS) throw tooManyBackups(MAX_NAMED_BACKUPS)
  const request = { id: randomUUID(), projectId: scope.projectId, name, at: actor.at }
  await session.transaction(async (tx) => {
    if (!(await insertRequest(tx, request))) throw backupWaiting()
    await audit(tx, actor, { action: 'backup.create', on: scope, target: name })
  })
  void requestedBackups.takeDue()
  return presentRequest({ id: request.id, name, requested_at: actor.at, failure: null })
}

async function requireServing(fleet: Context['fleet'], ref: string): Promise<void> {
  const instance = await fleet.get(ref)
  if (!instance) throw projectNotFound()
  const { status } = instance
  if (status !== 'ACTIVE_HEALTHY' && status !== 'ACTIVE_UNHEALTHY')
    throw commandRefused('back up', status)
}
