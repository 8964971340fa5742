import type { ProjectStatus } from '@stoa/contract/platform/projects'
import type { Fleet, Instance } from '../../fleet/port.ts'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { isActive, withinProjectLimit } from './limit-projects.ts'

/** Most changes finish within this time, so the response has the final status and clients need not poll. */
const PATIENCE_MS = 1500
const ON_ITS_WAY: readonly ProjectStatus[] = ['COMING_UP', 'PAUSING', 'RESTARTING', 'RESIZING']

/** The instance once its work is done, or after a short wait. */
export async function settled(fleet: Fleet, recorded: Instance): Promise<Instance> {
  if (!ON_ITS_WAY.includes(recorded.status)) return recorded
  return fleet.waitWhile(recorded.ref, [recorded.status], PATIENCE_MS)
}

/** Passes a status command to the fleet, whose transition table accepts or refuses it. The audit row is part of the change. */
export async function changeStatus(
  context: Context,
  actor: Actor,
  { scope, command }: { scope: ProjectScope; command: 'pause' | 'resume' | 'restart' | 'retry' },
): Promise<{ ref: string; status: ProjectStatus }> {
  const { fleet } = context
  const send = () =>
    fleet[command](scope.ref, (tx) =>
      audit(tx, actor, {
        action: `project.${command}`,
        on: scope,
      }),
    )
  const before = await fleet.get(scope.ref)
  const startsInactive = before !== undefined && !isActive(before.status)
  const recorded =
    startsInactive && (command === 'resume' || command === 'retry')
      ? await withinProjectLimit(context, scope, send)
      : await send()
  const { ref, status } = await settled(fleet, recorded)
  return { ref, status }
}
