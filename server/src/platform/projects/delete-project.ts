import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Session } from '../../postgres/database.ts'
import type { ProjectScope } from '../access/port.ts'
import { accountIdOf, audit, type Actor, type SystemActor } from '../audit.ts'
import type { Context } from '../context.ts'
import { deleteMails } from '../mailbox/port.ts'
import { projectRemoved, BUILDERS, notifyRoles } from '../notifications/port.ts'
import { branchProtected, projectHasBranches } from './errors.ts'
import {
  findOwnBranch,
  isBranch,
  listBranchesBelow,
  markDeleted,
  type BelowRow,
} from './queries.ts'

/**
 * Deletes a project, which can be restored for seven days, or a branch, which cannot. The fleet's
 * job and all of the platform's records are one transaction. Branches of it are deleted after it; if
 * that is interrupted, the chores of the platform delete branches without a parent. 409
 * `branch_protected`, and 409 `project_has_branches` unless they are included.
 */
export async function deleteProject(
  { fleet, access, log, session }: Pick<Context, 'access' | 'fleet' | 'log' | 'session'>,
  actor: Actor | SystemActor,
  {
    scope,
    includesBranches,
  }: { readonly scope: Pick<ProjectScope, 'ref'>; readonly includesBranches: boolean },
): Promise<{ ref: string; status: ProjectStatus }> {
  let below: BelowRow[] = []
  const end = (await isBranch(session, scope.ref)) ? fleet.remove : fleet.retire
  const { ref, status } = await end(scope.ref, async (tx) => {
    const own = await findOwnBranch(tx, scope.ref)
    // From here on, the locked row refuses new branches.
    await recordDeletion(tx, actor, scope.ref)
    below = await listBranchesBelow(tx, scope.ref)
    refuseProtected(own ? [own, ...below] : below)
    if (below.length > 0 && !includesBranches)
      throw projectHasBranches(below.map(({ name }) => name))
  })
  for (const branch of below)
    await fleet
      .remove(branch.ref, (tx) => recordDeletion(tx, actor, branch.ref))
      .catch((error: unknown) =>
        log.warn({ err: String(error), ref: branch.ref }, 'A branch will be deleted later.'),
      )
  access.forget()
  return { ref, status }
}

function refuseProtected(branches: readonly BelowRow[]): void {
  const names = branches.filter(({ is_protected }) => is_protected).map(({ name }) => name)
  if (names.length > 0) throw branchProtected(names)
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
  const parent = deleted.parent_project_ref
  await deleteMails(tx, ref)
  await audit(tx, actor, {
    action: parent === null ? 'project.delete' : 'branch.delete',
    on: { slug: deleted.organization_slug, ref },
    ...(parent !== null && { metadata: { name: deleted.name, parent } }),
  })
  if (parent !== null) return
  await notifyRoles(
    tx,
    { organizationId: deleted.organization_id, roles: BUILDERS, except: accountIdOf(actor) },
    { at: actor.at, note: projectRemoved(deleted.name) },
  )
}
