import type { RestoreTarget } from '@stoa/contract/platform/backups'
import type { ProjectDetail, ProjectStatus } from '@stoa/contract/platform/projects'
import type { Instance } from '../../fleet/port.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor, type AuditEntry } from '../audit.ts'
import type { Context } from '../context.ts'
import { createProject } from '../projects/port.ts'
import { presentTarget } from './present.ts'
import { requireReachable } from './require-reachable.ts'

type Restored = { readonly ref: string; readonly status: ProjectStatus }

/** Begins a restore in place. The audit row and the fleet's record of it are one transaction. */
export async function restoreProject(
  context: Context,
  actor: Actor,
  { scope, target }: { readonly scope: ProjectScope; readonly target: RestoreTarget },
): Promise<Restored> {
  const reachable = await requireReachable(context, scope.ref, target)
  return statusOf(
    await context.fleet.restore(scope.ref, reachable, (tx) =>
      audit(tx, actor, { action: 'project.restore', on: scope, ...describe(target) }),
    ),
  )
}

/** Brings back the state before the last restore. */
export const undoRestore = async (
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  scope: ProjectScope,
): Promise<Restored> =>
  statusOf(
    await fleet.undoRestore(scope.ref, (tx) =>
      audit(tx, actor, { action: 'project.undo_restore', on: scope }),
    ),
  )

/** Ends a restore that has not replaced the database yet. */
export const cancelRestore = async (
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  scope: ProjectScope,
): Promise<Restored> =>
  statusOf(
    await fleet.cancelRestore(scope.ref, (tx) =>
      audit(tx, actor, { action: 'project.cancel_restore', on: scope }),
    ),
  )

/** Deletes the state before the last restore. */
export async function confirmRestore(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  scope: ProjectScope,
): Promise<void> {
  await fleet.confirmRestore(scope.ref, (tx) =>
    audit(tx, actor, { action: 'project.confirm_restore', on: scope }),
  )
}

export type RestoredProject = {
  readonly scope: ProjectScope
  readonly target: RestoreTarget
  readonly name: string
  readonly db_pass: string
}

/** Creates a project of the same organization with the data of another one at the target. */
export async function restoreToNewProject(
  context: Context,
  actor: Actor,
  { scope, target, name, db_pass }: RestoredProject,
): Promise<ProjectDetail> {
  const reachable = await requireReachable(context, scope.ref, target)
  return createProject(context, actor, {
    organization_slug: scope.slug,
    name,
    db_pass,
    origin: { kind: 'backup', ref: scope.ref, target: presentTarget(reachable) },
  })
}

const statusOf = ({ ref, status }: Instance): Restored => ({ ref, status })

const describe = (target: RestoreTarget): Pick<AuditEntry, 'metadata' | 'target'> =>
  target.kind === 'backup'
    ? { target: target.id, metadata: { kind: 'backup' } }
    : { target: target.at, metadata: { kind: 'time' } }
