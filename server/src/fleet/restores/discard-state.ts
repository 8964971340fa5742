import { existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import path from 'node:path'
import { z } from 'zod'
import type { Clock } from '../../lib/clock.ts'
import type { Log } from '../../lib/log.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { Session } from '../../postgres/database.ts'
import type { Jobs, Task } from '../../postgres/jobs.ts'
import type { FleetFolders } from '../copies/template.ts'
import type { Instances } from '../records/instances.ts'
import { formerDataDir } from './former-data.ts'
import { deleteRestore, discardFormerData, dueDiscards, findRestore } from './restore-records.ts'

export const DISCARD = 'fleet.discard-state'
export const DISCARD_DUE = 'fleet.discard-due-states'
const ATTEMPTS = 10

const DiscardPayload = z.object({ ref: z.string() })

export const addDiscard = (jobs: Jobs, tx: Session, ref: string): Promise<void> =>
  jobs.add(tx, DISCARD, { ref }, { key: `${DISCARD}:${ref}`, maxAttempts: ATTEMPTS })

type DiscardDeps = {
  readonly instances: Instances
  readonly folders: FleetFolders
  readonly clock: Clock
  readonly log: Log
}

/** Deletes the state before a restore, once its record says so. */
export const createDiscard =
  ({ instances, folders }: DiscardDeps): Task =>
  async (payload) => {
    const { ref } = DiscardPayload.parse(payload)
    const restore = await findRestore(instances.session(), ref)
    if (restore?.phase !== 'discarding') return
    const former = formerDataDir(folders, restore)
    // A name that the next start deletes as well.
    const trash = path.join(folders.projects, `.trash-${ref}-before-${restore.id}`)
    if (existsSync(former)) await rename(former, trash)
    await remove(trash)
    await deleteRestore(instances.session(), ref, restore.id)
    instances.announce(ref)
  }

/** Decides each hour which states before a restore are old enough to be deleted. */
export const createDiscardDue =
  ({ instances, clock, log }: DiscardDeps, jobs: () => Jobs): Task =>
  async () => {
    for (const ref of await dueDiscards(instances.session(), clock.now()))
      await instances.session().transaction(async (tx) => {
        if ((await discardFormerData(tx, ref)) > 0)
          log.info({ ref }, 'The state before a restore is deleted after its time.')
        await addDiscard(jobs(), tx, ref)
      })
  }
