import { DatabaseError } from 'pg'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import type { Within } from '../../postgres/within.ts'
import { SUPERUSER } from '../../postgres/template.ts'
import { setOwnerPassword } from './credentials.ts'
import { notFound } from '../../project/refusals.ts'
import type { Instances } from '../records/instances.ts'
import type { Held } from '../lifecycle/wake.ts'
import { refusal, SERVING, TRANSITIONAL } from '../lifecycle/status.ts'

/**
 * Changes the owner's password. The order never locks anybody out: the new one is recorded as
 * intended, the cluster gets it, then it is recorded as the one that holds. Cut short after the
 * first step, the next start of the cluster completes the change before anybody can connect; the
 * record never names a password that the cluster does not come to have. A paused project gets it
 * when it is resumed.
 */
export function createPasswordChange(deps: {
  readonly instances: Instances
  readonly acquire: (ref: string) => Promise<Held>
}) {
  const { instances } = deps
  const mutex = createKeyedMutex()

  async function change(ref: string, password: string, within?: Within): Promise<void> {
    const instance = await instances.find(ref)
    if (!instance) throw notFound()
    if (TRANSITIONAL.includes(instance.status)) throw refusal(instance.status, 'restart')
    const { databasePassword: former } = await instances.secrets(ref)
    await instances.intendPassword(ref, password, within)
    if (!SERVING.includes(instance.status)) return
    const held = await deps.acquire(ref).catch(async (error: unknown) => {
      await instances.settlePassword(ref, former)
      throw error
    })
    try {
      const { project, live } = held.running
      // Only the superuser may change the password of a role with CREATEROLE from outside.
      const client = await project.database.connect(SUPERUSER, 'stoa-fleet')
      try {
        await setOwnerPassword(client, password)
      } finally {
        await client.end()
      }
      await instances.settlePassword(ref, password)
      live.ownerPassword = password
    } catch (error) {
      // Refused by Postgres means unchanged; a lost connection leaves it to the next start.
      if (error instanceof DatabaseError) await instances.settlePassword(ref, former)
      throw error
    } finally {
      held.machine.release()
    }
  }

  /** Changes of one project's password do not overlap. */
  return (ref: string, password: string, within?: Within): Promise<void> =>
    mutex.runExclusive(ref, () => change(ref, password, within))
}
