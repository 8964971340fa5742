import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Session } from '../../postgres/database.ts'
import type { ProjectScope } from '../access/port.ts'
import { accountIdOf, audit, type Actor, type SystemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { deleteMails } from '../mailbox/port.ts'
import { projectRemoved, BUILDERS, notifyRoles } from '../notifications/port.ts'
import { markDeleted } from './queries.ts'

/**
 * Deletes a project, which can be restored for seven days. The fleet's job and all of the platform's
 * records are one transaction.
 */
export async function deleteProject(
  { fleet, access }: Pick<Context, 'access' | 'fleet'>,
  actor: Actor,
  scope: ProjectScope,
): Promise<{ ref: string; status: ProjectStatus }> {
  const { ref, status } = await fleet.retire(scope.ref, (tx) =>
    recordDeletion(tx, actor, scope.ref),
  )
  access.forget()
  return { ref, status }
}

/**
 * Hides a project, deletes its mail, writes the audit row and notifies the people who work on it. Does
 * nothing for a project that is already hidden.
 */
export async function recordDeletion(
  tx: Session,
  actor: Actor | SystemActor,
  ref: string,
): Promise<void> {
  const deleted = await markDeleted(tx, ref, actor.at)
  if (!deleted) return
  await deleteMails(tx, ref)
  await audit(tx, actor, {
    action: 'project.delete',
    on: { slug: deleted.organization_slug, ref },
  })
  await notifyRoles(
    tx,
    { organizationId: deleted.organization_id, roles: BUILDERS, except: accountIdOf(actor) },
    { at: actor.at, note: projectRemoved(deleted.name) },
  )
}
