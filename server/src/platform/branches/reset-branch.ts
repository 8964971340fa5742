import type { Branch } from '@stoa/contract/platform/branches'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { originOf, requireCopyable } from './create-branch.ts'
import { branchNotFound, branchResetProtected, defaultBranchFixed, managersOnly } from './errors.ts'
import { lockProject, recordReset, type BranchRow } from './queries.ts'
import { readBranch, requireRow } from './read-branches.ts'
import type { BranchEditor } from './update-branch.ts'

/**
 * Begins to replace the data of a branch with a fresh copy of its parent's. The audit row and the
 * fleet's record of the reset are one transaction.
 */
export async function resetBranch(
  context: Pick<Context, 'fleet' | 'session'>,
  actor: Actor,
  { scope, canManage }: BranchEditor,
): Promise<Branch> {
  const { session, fleet } = context
  const row = await requireRow(session, scope.ref)
  const parentRef = requireResettable(row, canManage)
  await requireCopyable(fleet, parentRef)
  const { root_id: rootId, content, project_id: projectId } = row
  const origin = await originOf(session, {
    rootId,
    parentRef,
    content: content ?? 'data',
    copiedFrom: null,
  })
  await fleet.reset(scope.ref, origin, async (tx) => {
    // Changes of the project's branches have their turn before this or after.
    for (const id of [rootId, projectId])
      if ((await lockProject(tx, id)) === 0) throw branchNotFound()
    requireResettable(await requireRow(tx, scope.ref), canManage)
    await recordReset(tx, projectId, actor.at)
    await audit(tx, actor, {
      action: 'branch.reset',
      on: scope,
      metadata: { name: row.name ?? '', parent: parentRef },
    })
  })
  return readBranch(context, scope.ref)
}

/** The ref of the parent of a branch that the member can reset. */
function requireResettable(
  { name, parent_project_ref: parentRef, is_persistent, is_protected }: BranchRow,
  canManage: boolean,
): string {
  if (name === null || parentRef === null) throw defaultBranchFixed()
  if (is_persistent === true && !canManage) throw managersOnly('resetting a persistent branch')
  if (is_protected === true) throw branchResetProtected()
  return parentRef
}
