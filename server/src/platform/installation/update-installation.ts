import type { Installation, SignUpPolicy } from '@stoa/contract/platform/installation'
import { audit, type Actor } from '../audit.ts'
import type { Context } from '../context.ts'
import { setSignUp } from './queries.ts'
import { readInstallation } from './read-installation.ts'

export async function updateInstallation(
  context: Context,
  actor: Actor,
  change: { sign_up: SignUpPolicy },
): Promise<Installation> {
  await context.session.transaction(async (tx) => {
    await setSignUp(tx, change.sign_up)
    await audit(tx, actor, {
      action: 'installation.update',
      metadata: { sign_up: change.sign_up },
    })
  })
  return readInstallation(context)
}
