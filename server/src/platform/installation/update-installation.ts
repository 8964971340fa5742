import type { Installation, InstallationChange } from '@stoa/contract/platform/installation'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { canSell, planLimitsOff } from '../selling/port.ts'
import { recordPlans, setSellsPlans } from '../subscription/port.ts'
import { setSignUp } from './queries.ts'
import { readInstallation } from './read-installation.ts'

/** Changes the settings that are given, in one transaction. */
export async function updateInstallation(
  context: Context,
  actor: Actor,
  { sign_up, sells_plans }: InstallationChange,
): Promise<Installation> {
  if (sells_plans === true && !canSell(context)) throw planLimitsOff()
  await context.session.transaction(async (tx) => {
    if (sign_up !== undefined) await setSignUp(tx, sign_up)
    if (sells_plans !== undefined) {
      await setSellsPlans(tx, sells_plans)
      await recordPlans(tx, actor.at, { areSold: sells_plans })
    }
    await audit(tx, actor, {
      action: 'installation.update',
      metadata: {
        ...(sign_up !== undefined && { sign_up }),
        ...(sells_plans !== undefined && { sells_plans }),
      },
    })
  })
  return readInstallation(context)
}
