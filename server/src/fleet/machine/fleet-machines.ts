import { createClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { createControlGroups } from '../../postgres/processes/control-groups.ts'
import { createDiskBudget } from '../../postgres/wire/disk-budget.ts'
import { createCopyProject } from '../copies/copy-project.ts'
import { createPlaceOrigin } from '../copies/origins.ts'
import { createSpares } from '../copies/spares.ts'
import { createProjectTemplates } from '../copies/template.ts'
import type { FleetDeps } from '../deps.ts'
import { createDiskGuard } from '../disk/disk-guard.ts'
import type { LastRun } from '../lifecycle/advance.ts'
import { createWake } from '../lifecycle/wake.ts'
import type { FleetRecords } from '../records/fleet-records.ts'
import { diskLimits } from '../records/queries.ts'
import type { ServiceStates } from '../services/service-states.ts'
import { createMachines, recordUnhealthy } from './machines.ts'
import { createPasswords } from './passwords.ts'
import { createPoolers } from '../pooler/poolers.ts'
import { createReplicas } from '../replicas/replicas.ts'
import type { StartDeps } from './start-deps.ts'
import { startProject } from './start-project.ts'

export type FleetMachines = ReturnType<typeof createFleetMachines>

/** Limits the disk space of all projects' long responses until they are read. */
const MAX_LONG_TEXT_BYTES = 8 * 1024 * 1024 * 1024

/** The projects that run in this process, and what a start of one needs. */
export function createFleetMachines(deps: FleetDeps, records: FleetRecords, lastRun: LastRun) {
  const { folders, clock, log } = deps
  const { instances } = records
  const templates = createProjectTemplates(deps)
  const accounts = createClusterAccounts({
    ...deps,
    shared: deps.account,
    folder: folders.projects,
  })
  const groups = createControlGroups({
    folder: folders.projects,
    limits: { memoryBytes: deps.memoryLimitBytes },
    log,
  })
  const spares = createSpares({ ...deps, accounts, templates, folder: folders.projects })
  const passwords = createPasswords(deps.installationKey)
  const copy = createCopyProject({
    ...deps,
    ...folders,
    instances,
    machines: () => machines,
    lastRun,
    passwords,
    accounts,
    spares,
    group: groups.of,
    serviceFolders: records.serviceFolders,
  })
  const replicas = createReplicas({ ...deps, instances, passwords, accounts, groups })
  const poolers = createPoolers({ ...deps, passwords, groups })
  const started = new Map<string, ServiceStates>()
  const diskGuard = createDiskGuard({
    projects: folders.projects,
    freeBytes: deps.freeBytes,
    limitsOf: (refs) => diskLimits(instances.session(), refs),
    clock,
    log,
  })
  const startDeps: StartDeps = {
    ...deps,
    instances,
    keys: records.keys,
    settingsStore: records.settings,
    passwords,
    templates,
    accounts,
    groups,
    spares,
    replicas,
    poolers,
    placeOrigin: createPlaceOrigin({ ...deps, accounts, copy }),
    serviceFolders: records.serviceFolders,
    storedParts: records.stored.parts,
    measure: records.overviews.measure,
    onDamaged: (ref, error) =>
      recordUnhealthy(instances, ref, { error, at: clock.now() }).catch((cause: unknown) =>
        log.error({ ref, err: cause }, 'Could not record that a catalog is damaged.'),
      ),
    started,
    longTextBudget: createDiskBudget(MAX_LONG_TEXT_BYTES),
  }
  const machines = createMachines({
    ...deps,
    instances,
    async start(ref, onCrash, signal) {
      await lastRun(ref)
      const running = await startProject(startDeps, ref, { onCrash, signal })
      await diskGuard
        .admit(ref, running)
        .catch((error: unknown) => log.error({ error, ref }, 'The disk could not be checked.'))
      return running
    },
  })
  const wake = createWake({ ...deps, instances, machines })
  return {
    accounts,
    groups,
    spares,
    copy,
    replicas,
    poolers,
    started,
    diskGuard,
    machines,
    wake,
  }
}
