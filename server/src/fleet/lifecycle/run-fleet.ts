import { isStoreRefusal } from '../../backups/errors.ts'
import { withDeadline } from '../../lib/deadline.ts'
import { describeError } from '../../lib/describe-error.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import type { FleetDeps } from '../deps.ts'
import { watchDataFolder } from '../machine/data-watch.ts'
import type { FleetMachines } from '../machine/fleet-machines.ts'
import type { FleetRecords } from '../records/fleet-records.ts'
import { recordRecoveries } from '../restores/recover-projects.ts'
import type { OwnLooks } from '../looks/looks.ts'
import type { LastRun } from './advance.ts'
import { reconcile } from './reconcile.ts'

const LONGEST_SWEEP_MS = 10_000
const DISK_CHECK_MS = 2000
/** Longer than a queue waits for its running jobs. */
const JOBS_DEADLINE_MS = 4000
const LOOKS_CHECK_MS = 15_000

type FleetParts = {
  readonly deps: FleetDeps
  readonly records: FleetRecords
  readonly parts: FleetMachines
  readonly jobs: Jobs
  readonly serviceJobs: Jobs
  readonly upkeepJobs: Jobs
  readonly looks: OwnLooks
}

/** Puts records and clusters in order; resolves to what later starts wait for. */
export async function prepareFleet(fleet: FleetParts): Promise<LastRun> {
  const { deps, records, parts, jobs, serviceJobs, upkeepJobs } = fleet
  const { instances, serviceFolders } = records
  const { accounts, groups } = parts
  await jobs.prepare()
  await serviceJobs.prepare()
  await upkeepJobs.prepare()
  await recover(fleet)
  // This runs before the first job, so every cluster it finds running is the last server's.
  const [lastRun] = await Promise.all([
    reconcile({ instances, jobs, folders: deps.folders, serviceFolders, accounts, log: deps.log }),
    accounts.prepare(),
    groups.prepare(),
  ])
  return lastRun
}

/** The data of all projects comes back in the background, at the first start of a recovered installation. */
async function recover({
  deps: { onRecovered, backups, clock, log },
  records,
}: FleetParts): Promise<void> {
  if (!onRecovered) return
  const refs = await recordRecoveries(records.instances, clock)
  // Services would otherwise remember that there are none. The job of a project reports what is damaged.
  for (const ref of refs)
    await backups?.placeFiles(ref, 'records').catch((error: unknown) => {
      if (isStoreRefusal(error)) throw error
      log.error({ ref, err: describeError(error) }, 'The records of a project did not come back.')
    })
  await onRecovered()
  log.info({ projects: refs.length }, 'The projects of a recovered installation come back.')
}

/** Starts the queues and what runs at intervals. */
export async function runFleet(fleet: FleetParts): Promise<{ stop(): void }> {
  const { deps, records, parts, jobs, serviceJobs, upkeepJobs } = fleet
  const { machines, diskGuard, spares } = parts
  await jobs.start()
  await serviceJobs.start()
  await upkeepJobs.start()
  records.usage.start()
  spares.replenish('now')
  const abandonMissing = () => void machines.abandonMissing()
  const sweepMs = Math.min(LONGEST_SWEEP_MS, Math.max(50, deps.idleAfterMs / 4))
  const sweeper = setInterval(() => void machines.sweep(), sweepMs).unref()
  const diskChecker = setInterval(
    () => {
      abandonMissing()
      void diskGuard.check(machines.running())
    },
    Math.min(DISK_CHECK_MS, sweepMs),
  ).unref()
  const looksChecker = setInterval(() => fleet.looks.sweep(), LOOKS_CHECK_MS).unref()
  const dataWatch = watchDataFolder(deps.folders.projects, {
    log: deps.log,
    onChange: abandonMissing,
  })
  return {
    stop() {
      clearInterval(sweeper)
      clearInterval(diskChecker)
      clearInterval(looksChecker)
      dataWatch.close()
    },
  }
}

/** Stops the queues, then every project. */
export async function stopFleet(fleet: FleetParts): Promise<void> {
  const { deps, records, parts, jobs, serviceJobs, upkeepJobs, looks } = fleet
  // A queue that cannot be stopped must not keep the projects from stopping in order.
  await withDeadline(JOBS_DEADLINE_MS, () =>
    Promise.all([jobs.stop(), serviceJobs.stop(), upkeepJobs.stop(), parts.spares.settle()]),
  ).catch((error: unknown) => deps.log.error({ err: error }, 'The jobs did not stop.'))
  // The next start deletes the rest of a backup that was still being copied.
  await withDeadline(JOBS_DEADLINE_MS, () => looks.stop()).catch((error: unknown) =>
    deps.log.warn({ err: error }, 'An earlier moment was not deleted yet.'),
  )
  await parts.machines.stopAll()
  await parts.groups.close()
  await records.usage.stop()
}
