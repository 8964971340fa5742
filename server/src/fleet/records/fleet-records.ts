import { createSecretBox } from '../../lib/secret-box.ts'
import { createKeyStore } from '../../project/keys/key-store.ts'
import type { FleetDeps } from '../deps.ts'
import { metersOf } from '../services/meters.ts'
import { createOverviews } from '../services/overviews.ts'
import { createServiceFolders } from '../services/service-folders.ts'
import { createAddServiceJob } from '../services/service-jobs.ts'
import { createStoredProjects } from '../services/stored-projects.ts'
import { createUsage } from '../services/usage.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import { createInstances } from './instances.ts'
import { createSettingsStore } from './settings-store.ts'

export type FleetRecords = ReturnType<typeof createFleetRecords>

/** The records of projects and the folders of their services, which exist while a project sleeps. */
export function createFleetRecords(deps: FleetDeps, serviceJobs: () => Jobs) {
  const { services, folders, clock, log } = deps
  const box = createSecretBox(deps.installationKey, 'project-secrets')
  const instances = createInstances({ control: deps.control, box, clock, onChange: deps.onChange })
  const { session } = instances
  const settings = createSettingsStore(session, box)
  const serviceFolders = createServiceFolders(folders.files, services)
  const meters = metersOf(services)
  const usage = createUsage({ session, clock, log })
  const addJob = createAddServiceJob({ jobs: serviceJobs, instances, services })
  return {
    instances,
    keys: createKeyStore({ ...deps, records: instances, box }),
    settings,
    serviceFolders,
    meters,
    usage,
    overviews: createOverviews({ services, session, clock, log }),
    addJob,
    stored: createStoredProjects({
      ...deps,
      settings,
      folders: serviceFolders,
      usage,
      meters,
      addJob,
    }),
  }
}
