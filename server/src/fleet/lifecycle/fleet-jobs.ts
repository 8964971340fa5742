import { createJobs, type Jobs } from '../../postgres/jobs.ts'
import type { FleetDeps } from '../deps.ts'
import type { FleetMachines } from '../machine/fleet-machines.ts'
import type { FleetRecords } from '../records/fleet-records.ts'
import { createDiscard, createDiscardDue, DISCARD, DISCARD_DUE } from '../restores/discard-state.ts'
import { createPasswords } from '../machine/passwords.ts'
import { createVerifyDue, VERIFY_DUE } from '../verification/schedule.ts'
import { createVerify, VERIFY } from '../verification/verify-backup.ts'
import { createServiceTasks } from '../services/service-jobs.ts'
import { ADVANCE, createAdvance, type LastRun } from './advance.ts'
import type { Leases } from './leases.ts'
import { createRemoveDue, REMOVE_DUE } from './retirement.ts'

/** The queue of the fleet's own job, which moves a project out of a transitional status. */
export function createFleetJobs(
  deps: FleetDeps,
  {
    records,
    parts,
    lastRun,
    upkeepJobs,
  }: {
    readonly records: FleetRecords
    readonly parts: FleetMachines
    readonly lastRun: LastRun
    readonly upkeepJobs: () => Jobs
  },
): Jobs {
  const { machines, diskGuard, accounts, spares, copy } = parts
  const advance = createAdvance({
    ...deps,
    instances: records.instances,
    accounts,
    spares,
    lastRun,
    copy,
    upkeepJobs,
    machineOf: machines.of,
    dataReplaced: diskGuard.forget,
    forgetMachine(ref) {
      machines.forget(ref)
      diskGuard.forget(ref)
    },
    serviceFolders: records.serviceFolders,
  })
  return createJobs({
    connection: deps.controlConnection,
    tasks: { [ADVANCE]: advance },
    log: deps.log,
  })
}

/** The services' jobs. They have their own worker, so a slow one never delays a project's start. */
export const createServiceJobs = (
  deps: FleetDeps,
  { instances, stored, addJob }: FleetRecords,
  { acquire }: Pick<Leases, 'acquire'>,
): Jobs =>
  createJobs({
    connection: deps.controlConnection,
    ...createServiceTasks({ ...deps, instances, acquire, readStored: stored.read, addJob }),
    log: deps.log,
  })

/** Work that can wait, one job at a time, so that it takes nothing from what people wait for. */
export function createUpkeepJobs(
  deps: FleetDeps,
  { instances }: FleetRecords,
  { accounts, groups }: Pick<FleetMachines, 'accounts' | 'groups'>,
): Jobs {
  const { backups } = deps
  const passwords = createPasswords(deps.installationKey)
  const jobs: Jobs = createJobs({
    connection: deps.controlConnection,
    tasks: {
      [DISCARD]: createDiscard({ ...deps, instances }),
      [DISCARD_DUE]: createDiscardDue({ ...deps, instances }, () => jobs),
      [REMOVE_DUE]: createRemoveDue({ ...deps, instances }, () => jobs),
      ...(backups && {
        [VERIFY]: createVerify({ ...deps, backups, passwords, accounts, groups }),
        [VERIFY_DUE]: createVerifyDue({ ...deps, backups, instances }, () => jobs),
      }),
    },
    cron: [
      { task: DISCARD_DUE, match: '7 * * * *' },
      { task: REMOVE_DUE, match: '11 * * * *' },
      ...(backups ? [{ task: VERIFY_DUE, match: '23 * * * *' }] : []),
    ],
    concurrency: 1,
    log: deps.log,
  })
  return jobs
}
