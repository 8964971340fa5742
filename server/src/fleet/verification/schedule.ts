import os from 'node:os'
import type { Backup, Backups } from '../../backups/port.ts'
import type { Clock } from '../../lib/clock.ts'
import type { Jobs, Task } from '../../postgres/jobs.ts'
import type { Instances } from '../records/instances.ts'
import { allInstances } from '../records/queries.ts'
import { addVerification } from './verify-backup.ts'

export const VERIFY_DUE = 'fleet.verify-due-backups'
const PAUSE_MS = 7 * 24 * 3600_000
/** The part of the processors that other work may use for the machine to count as quiet. */
const QUIET_LOAD = 0.5

/** Adds the verification of each project's newest backup once a week, while the machine is quiet. */
export const createVerifyDue =
  (
    {
      backups,
      instances,
      clock,
      isQuiet = isMachineQuiet,
    }: {
      readonly backups: Backups
      readonly instances: Instances
      readonly clock: Clock
      readonly isQuiet?: () => boolean
    },
    jobs: () => Jobs,
  ): Task =>
  async () => {
    if (!isQuiet()) return
    for (const { ref, status } of await allInstances(instances.session())) {
      if (status === 'GOING_DOWN') continue
      const due = dueBackup(await backups.list(ref), clock.now())
      if (due) await addVerification(jobs(), instances.session(), due)
    }
  }

/** The newest backup of a project, unless one of them was verified within a week. */
export function dueBackup(newestFirst: readonly Backup[], now: Date): Backup | undefined {
  const isRecent = newestFirst.some(
    ({ verification }) => verification && now.getTime() - verification.at.getTime() < PAUSE_MS,
  )
  const newest = newestFirst.find(({ status }) => status === 'complete')
  return isRecent || newest?.verification ? undefined : newest
}

const isMachineQuiet = (): boolean =>
  (os.loadavg()[0] ?? 0) < os.availableParallelism() * QUIET_LOAD
