import type { Branch } from '@stoa/contract/platform/branches'
import type { ProjectStatus } from '@stoa/contract/platform/projects'
import { audit, systemActor, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { branchProtected, deleteProject } from '../projects/port.ts'
import { defaultBranchFixed, managersOnly } from './errors.ts'
import { listBranchRows, listDueBranches, scheduleDeletion, type BranchRow } from './queries.ts'
import { readBranch, requireRow } from './read-branches.ts'
import type { BranchEditor } from './update-branch.ts'

/** How long a scheduled deletion can be cancelled. */
const GRACE_MS = 3_600_000

/** Deletes a branch now; see `deleteProject` for what it refuses. */
export async function deleteBranch(
  context: Context,
  actor: Actor,
  { scope, canManage, includesBranches }: BranchEditor & { readonly includesBranches: boolean },
): Promise<{ ref: string; status: ProjectStatus }> {
  await requireDeletable(context, { scope, canManage })
  return deleteProject(context, actor, { scope, includesBranches })
}

/** Deletes every branch of a project; 409 `branch_protected` while one of them is protected. */
export async function deleteAllBranches(
  context: Context,
  actor: Actor,
  { scope, canManage }: BranchEditor,
): Promise<void> {
  const { session } = context
  const { root_id } = await requireRow(session, scope.ref)
  const branches = (await listBranchRows(session, root_id)).filter(({ name }) => name !== null)
  const refused = branches.filter(({ is_protected }) => is_protected)
  if (refused.length > 0) throw branchProtected(refused.map(nameOf))
  if (branches.some(({ is_persistent }) => is_persistent) && !canManage)
    throw managersOnly('deleting persistent branches')
  // Branches of branches are younger, so nothing is deleted before what was copied from it.
  for (const { project_ref: ref } of branches.toSorted((a, b) => b.project_id - a.project_id))
    await deleteProject(context, actor, { scope: { ref }, includesBranches: false })
}

/** Schedules the deletion of a branch, which can be cancelled for an hour. */
export async function scheduleBranchDeletion(
  context: Context,
  actor: Actor,
  editor: BranchEditor,
): Promise<void> {
  const { project_id, is_protected, ...row } = await requireDeletable(context, editor)
  if (is_protected) throw branchProtected([nameOf(row)])
  const deleteAt = new Date(actor.at.getTime() + GRACE_MS)
  await context.session.transaction(async (tx) => {
    await scheduleDeletion(tx, project_id, { deleteAt, at: actor.at })
    await audit(tx, actor, {
      action: 'branch.schedule_deletion',
      on: editor.scope,
      metadata: { name: nameOf(row), delete_at: deleteAt.toISOString() },
    })
  })
}

/** Cancels the scheduled deletion of a branch. */
export async function restoreBranch(
  context: Context,
  actor: Actor,
  editor: BranchEditor,
): Promise<Branch> {
  const row = await requireDeletable(context, editor)
  if (row.deletion_scheduled_at !== null)
    await context.session.transaction(async (tx) => {
      await scheduleDeletion(tx, row.project_id, { deleteAt: null, at: actor.at })
      await audit(tx, actor, {
        action: 'branch.restore',
        on: editor.scope,
        metadata: { name: nameOf(row) },
      })
    })
  return readBranch(context, editor.scope.ref)
}

/** Deletes branches whose time is over, and those that outlived their project. */
export async function deleteDueBranches(
  context: Pick<Context, 'access' | 'clock' | 'fleet' | 'log' | 'session'>,
): Promise<void> {
  const actor = systemActor(context.clock.now())
  for (const { ref, is_orphan } of await listDueBranches(context.session, actor.at))
    await deleteProject(context, actor, {
      scope: { ref },
      includesBranches: is_orphan,
    }).catch((error: unknown) =>
      context.log.warn({ err: String(error), ref }, 'A branch could not be deleted yet.'),
    )
}

async function requireDeletable(
  { session }: Pick<Context, 'session'>,
  { scope, canManage }: BranchEditor,
): Promise<BranchRow> {
  const row = await requireRow(session, scope.ref)
  if (row.name === null) throw defaultBranchFixed()
  if (row.is_persistent === true && !canManage) throw managersOnly('deleting a persistent branch')
  return row
}

const nameOf = ({ name }: Pick<BranchRow, 'name'>): string => name ?? ''
