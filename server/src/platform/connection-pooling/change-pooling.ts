import {
  connectionPooling,
  type ConnectionPooling,
} from '@stoa/contract/platform/connection-pooling'
import { findComputeSize } from '@stoa/contract/catalog/compute-sizes'
import type { SettingsChange } from '@stoa/contract/settings-section'
import { poolLimitsOf } from '../../fleet/pooler/pooler-config.ts'
import { invalidRequest } from '../../lib/refusals.ts'
import type { ProjectScope } from '../access/port.ts'
import type { Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { changeSettings } from '../projects/port.ts'

/**
 * Changes how the pooler of a project shares connections. It applies to clients that connect from then
 * on. 400 `invalid_request` for a pool with more connections than the project's Postgres accepts.
 */
export async function changePooling(
  context: Context,
  actor: Actor,
  { scope, change }: { scope: ProjectScope; change: SettingsChange<ConnectionPooling> },
): Promise<ConnectionPooling> {
  const { maxPoolSize } = await readPoolLimits(context, scope.ref)
  if ((change.default_pool_size ?? 0) > maxPoolSize)
    throw invalidRequest(
      `A pool of this project can have up to ${maxPoolSize} connections.`,
      'Choose a smaller pool size, or a larger compute size for the project.',
    )
  return changeSettings(context, actor, { scope, section: connectionPooling, change })
}

export async function readPoolLimits({ fleet }: Pick<Context, 'fleet'>, ref: string) {
  const instance = await fleet.get(ref)
  return poolLimitsOf(findComputeSize(instance?.computeSize ?? null))
}
