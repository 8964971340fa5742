import type { FleetDeps } from '../deps.ts'
import type { FleetMachines } from '../machine/fleet-machines.ts'
import { createPasswords } from '../machine/passwords.ts'
import type { FleetRecords } from '../records/fleet-records.ts'
import { openLookCluster } from './look-cluster.ts'
import { createLooks, type OwnLooks } from './looks.ts'

/** The looks at earlier moments of this server's projects. */
export function createFleetLooks(
  deps: FleetDeps,
  { instances }: Pick<FleetRecords, 'instances'>,
  { accounts, groups }: Pick<FleetMachines, 'accounts' | 'groups'>,
): OwnLooks {
  const passwords = createPasswords(deps.installationKey)
  return createLooks({
    ...deps,
    projects: deps.folders.projects,
    session: instances.session,
    open: (opening) => openLookCluster({ ...deps, accounts, groups, passwords }, opening),
  })
}
