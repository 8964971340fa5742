import { DatabaseError } from 'pg'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import type { Within } from '../../postgres/within.ts'
import { setOwnerPassword } from './credentials.ts'
import { projectNotFound } from '../../project/refusals.ts'
import type { Instances } from '../records/instances.ts'
import type { Held } from '../lifecycle/wake.ts'
import { refusal, SERVING, TRANSITIONAL } from '../lifecycle/status.ts'

/**
 * Changes the owner's password in an order that never locks the owner out: the new password is
 * recorded as pending, then set in the cluster, then recorded as current. If the change is
 * interrupted after the first step, the next start of the cluster completes it before anybody can
 * connect, so the recorded password always becomes the cluster's. A paused project gets the new
 * password when it is resumed.
 */
export function createPasswordChange(deps: {
  readonly instances: Instances
  readonly acquire: (ref: string) => Promise<Held>
}) {
  const { instances } = deps
  const mutex = createKeyedMutex()

  async function change(ref: string, password: string, within?: Within): Promise<void> {
    const instance = await instances.find(ref)
    if (!instance) throw projectNotFound()
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
      // Only a superuser may change the password of another role that has CREATEROLE.
      const client = await project.database.administer('stoa-fleet')
      try {
        await setOwnerPassword(client, password)
      } finally {
        await client.end()
      }
      await instances.settlePassword(ref, password)
      live.ownerPassword = password
    } catch (error) {
      // A refusal by Postgres leaves the password unchanged. After a lost connection it is unknown,
      // so the next start completes the change.
      if (error instanceof DatabaseError) await instances.settlePassword(ref, former)
      throw error
    } finally {
      held.machine.release()
    }
  }

  /** Password changes of one project run one at a time. */
  return (ref: string, password: string, within?: Within): Promise<void> =>
    mutex.runExclusive(ref, () => change(ref, password, within))
}
