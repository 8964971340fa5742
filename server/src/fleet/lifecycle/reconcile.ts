import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import { PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import { LONG_TEXT_PREFIX } from '../../postgres/wire/long-text.ts'
import { endForeignServer } from '../../postgres/processes/foreign-server.ts'
import { addAdvance } from './commands.ts'
import type { Instances } from '../records/instances.ts'
import { allInstances, putAllToSleep } from '../records/queries.ts'
import type { ServiceFolders } from '../services/service-folders.ts'
import { TRANSITIONAL } from './status.ts'
import type { FleetFolders } from '../copies/template.ts'

/**
 * Makes the records and the machine agree after any kind of stop: ends clusters, and programs of
 * their accounts, that the last server left running, adds the job again for projects in a transitional status, and finishes
 * deletions. A directory without a record is logged, and its files are never changed.
 */
export async function reconcile(deps: {
  instances: Instances
  jobs: Jobs
  folders: FleetFolders
  serviceFolders: ServiceFolders
  accounts: Pick<ClusterAccounts, 'endProcesses'>
  log: Log
}): Promise<void> {
  const { instances, jobs, folders, accounts, log } = deps
  const known = await allInstances(instances.session())
  const refs = new Set(known.map(({ ref }) => ref))
  const names = await readdir(folders.projects)
  await Promise.all(
    names.map(async (name) => {
      const full = path.join(folders.projects, name)
      if (isLeftover(name)) return removeLeftover(full, log)
      if (name.startsWith('.') || name.includes('.')) return undefined
      if (!refs.has(name)) log.warn({ folder: full }, 'This data directory belongs to no project.')
      return endForeignServer(full)
        .then(() => accounts.endProcesses(full))
        .catch((error: unknown) =>
          log.error({ error, ref: name }, 'A cluster of the last run could not be ended.'),
        )
    }),
  )
  await deps.serviceFolders.removeLeftovers()
  await putAllToSleep(instances.session())
  for (const { ref, status } of known)
    if (TRANSITIONAL.includes(status)) {
      log.info({ ref, status }, 'A project continues where the last run left it.')
      await addAdvance(jobs, instances.session(), { ref, status })
    }
}

/** Interrupted deletions, copies and long responses. One server owns the folder, so no other is using them. */
const isLeftover = (name: string): boolean =>
  name.startsWith('.trash-') || name.startsWith(LONG_TEXT_PREFIX) || name.includes(PARTIAL_COPY)

/** If a killed server's `cp` is still writing to the folder, the next start deletes it. */
async function removeLeftover(folder: string, log: Log): Promise<void> {
  await remove(folder).catch((error: unknown) =>
    log.warn({ error, folder }, 'A leftover could not be deleted yet.'),
  )
}
