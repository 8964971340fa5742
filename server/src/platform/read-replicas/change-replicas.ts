import type { ReadReplica } from '@stoa/contract/platform/read-replicas'
import type { ProjectScope } from '../access/port.ts'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { chooseRegion, requirePlan } from '../projects/port.ts'
import { toReadReplica } from './present.ts'

/**
 * Adds a read replica in the region of the installation. Rejects with 400 `unknown_region` if another
 * region is asked for, and as `Fleet.addReplica` does.
 */
export async function addReadReplica(
  context: Context,
  actor: Actor,
  { scope, region: requested }: { readonly scope: ProjectScope; readonly region?: string },
): Promise<ReadReplica> {
  const region = chooseRegion(context.region, requested)
  await requirePlan(context, scope.ref, 'read_replicas')
  const replica = await context.fleet.addReplica(scope.ref, region, (tx, identifier) =>
    audit(tx, actor, { action: 'replica.add', on: scope, target: identifier }),
  )
  return toReadReplica(context.addresses(), replica)
}

/** Removes a read replica with its data; 404 `replica_not_found`. */
export async function removeReadReplica(
  { fleet }: Pick<Context, 'fleet'>,
  actor: Actor,
  { scope, identifier }: { readonly scope: ProjectScope; readonly identifier: string },
): Promise<void> {
  await fleet.removeReplica(scope.ref, identifier, (tx) =>
    audit(tx, actor, { action: 'replica.remove', on: scope, target: identifier }),
  )
}
