import type { Branch } from '@stoa/contract/platform/branches'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { requireExpiry, requireFreeName } from './create-branch.ts'
import { branchNotFound, defaultBranchFixed, managersOnly } from './errors.ts'
import {
  findBranchRow,
  lockProject,
  saveBranch,
  type BranchRow,
  type BranchSettings,
} from './queries.ts'
import { readBranch } from './read-branches.ts'

/** The member, and whether they may change persistent and protected branches. */
export type BranchEditor = { readonly scope: ProjectScope; readonly canManage: boolean }

/** Changes the given properties of a branch. */
export async function updateBranch(
  context: Pick<Context, 'access' | 'fleet' | 'session'>,
  actor: Actor,
  { scope, canManage, change }: BranchEditor & { readonly change: Partial<BranchSettings> },
): Promise<Branch> {
  await context.session.transaction(async (tx) => {
    const before = await findBranchRow(tx, scope.ref)
    if (!before) throw branchNotFound()
    if (before.name === null) throw defaultBranchFixed()
    if ((await lockProject(tx, before.root_id)) === 0) throw branchNotFound()
    const needsManager =
      before.is_persistent === true ||
      before.is_protected === true ||
      change.isPersistent !== undefined ||
      change.isProtected !== undefined
    if (needsManager && !canManage) throw managersOnly('this change')
    if (change.expiresAt) requireExpiry(change.expiresAt, actor.at)
    const name = change.name ?? before.name
    if (name !== before.name) await requireFreeName(tx, before.root_id, name)
    const isPersistent = change.isPersistent ?? before.is_persistent === true
    await saveBranch(tx, before.project_id, {
      name,
      gitBranch: change.gitBranch === undefined ? before.git_branch : change.gitBranch,
      isPersistent,
      isProtected: change.isProtected ?? before.is_protected === true,
      expiresAt: isPersistent ? null : expiryAfter(before, change),
      at: actor.at,
    })
    await audit(tx, actor, {
      action: 'branch.update',
      on: scope,
      metadata: { name, fields: Object.keys(change).join(',') },
    })
  })
  context.access.forget()
  return readBranch(context, scope.ref)
}

function expiryAfter(
  { expires_at }: Pick<BranchRow, 'expires_at'>,
  { expiresAt }: Partial<BranchSettings>,
): Date | null {
  if (expiresAt !== undefined) return expiresAt
  return expires_at === null ? null : new Date(expires_at)
}
