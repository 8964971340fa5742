import { createJobs, type Jobs } from '../../postgres/jobs.ts'
import type { FleetDeps } from '../deps.ts'
import type { FleetMachines } from '../machine/fleet-machines.ts'
import type { FleetRecords } from '../records/fleet-records.ts'
import { createServiceTasks } from '../services/service-jobs.ts'
import { ADVANCE, createAdvance, type LastRun } from './advance.ts'
import type { Leases } from './leases.ts'

/** The queue of the fleet's own job, which moves a project out of a transitional status. */
export function createFleetJobs(
  deps: FleetDeps,
  {
    records,
    parts,
    lastRun,
  }: { readonly records: FleetRecords; readonly parts: FleetMachines; readonly lastRun: LastRun },
): Jobs {
  const { machines, diskGuard, accounts, spares } = parts
  const advance = createAdvance({
    ...deps,
    instances: records.instances,
    accounts,
    spares,
    lastRun,
    machineOf: machines.of,
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
