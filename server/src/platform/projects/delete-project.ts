import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { ProjectScope } from '../access/access.ts'
import { accountIdOf, audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { deleteMails } from '../mailbox/queries.ts'
import { projectRemoved } from '../notifications/notes.ts'
import { BUILDERS, notifyRoles } from '../notifications/notify.ts'
import { markDeleted } from './queries.ts'

/**
 * Removes a project. The fleet's removal job comes first: were the server to end between the two
 * steps, the project would be seen going down, and `finishDeletions` hides it at the next start.
 */
export async function deleteProject(
  { session, fleet, access }: Context,
  actor: Actor,
  scope: ProjectScope,
): Promise<{ ref: string; status: ProjectStatus }> {
  const { ref, status } = await fleet.remove(scope.ref)
  await session.transaction(async (tx) => {
    const removed = await markDeleted(tx, scope.ref, actor.at)
    if (!removed) return
    await deleteMails(tx, scope.ref)
    await audit(tx, actor, {
      action: 'project.delete',
      organizationSlug: scope.slug,
      projectRef: scope.ref,
    })
    await notifyRoles(
      tx,
      { organizationId: scope.organizationId, roles: BUILDERS, except: accountIdOf(actor) },
      { at: actor.at, note: projectRemoved(removed.name) },
    )
  })
  access.forget()
  return { ref, status }
}
