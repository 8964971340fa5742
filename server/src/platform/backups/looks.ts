import type { RestoreTarget } from '@stoa/contract/platform/backups'
import type { Look as ShownLook } from '@stoa/contract/platform/looks'
import type { Look } from '../../fleet/looks/port.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { findBackup } from './find-backup.ts'
import { requireReachable } from './require-reachable.ts'

/** The look of a project, if there is one. */
export function readLook(
  { fleet }: Pick<Context, 'fleet'>,
  { ref }: ProjectScope,
): { readonly look: ShownLook | null } {
  const look = fleet.looks.get(ref)
  return { look: look ? presentLook(look) : null }
}

/** Begins to restore a moment beside the project. Nothing begins without its row in the audit log. */
export async function openLook(
  context: Context,
  actor: Actor,
  { scope, target }: { readonly scope: ProjectScope; readonly target: RestoreTarget },
): Promise<{ readonly look: ShownLook }> {
  const reachable = await requireReachable(context, scope.ref, target)
  const moment =
    reachable.kind === 'time'
      ? reachable.at
      : await momentOfBackup(context.backups, scope.ref, reachable.id)
  const look = await context.fleet.looks.begin(scope.ref, {
    target: reachable,
    moment,
    within: (tx) =>
      audit(tx, actor, { action: 'backup.look', on: scope, target: moment.toISOString() }),
  })
  return { look: presentLook(look) }
}

async function momentOfBackup(backups: Context['backups'], ref: string, id: string): Promise<Date> {
  const { backup } = await findBackup(backups, ref, id)
  return backup.completedAt ?? backup.startedAt
}

/** Closes a look, or cancels one that is not open yet. */
export const closeLook = (
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  scope: ProjectScope,
): Promise<void> =>
  fleet.looks.end(scope.ref, (tx) => audit(tx, actor, { action: 'backup.close_look', on: scope }))

const presentLook = ({ moment, phase, startedAt, openedAt, endsAt, end }: Look): ShownLook => ({
  moment: moment.toISOString(),
  phase,
  started_at: startedAt.toISOString(),
  opened_at: openedAt?.toISOString() ?? null,
  ends_at: endsAt?.toISOString() ?? null,
  end,
})
