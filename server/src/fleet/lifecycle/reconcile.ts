import { readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Log } from '../../lib/log.ts'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import type { Jobs } from '../../postgres/jobs.ts'
import { PARTIAL_COPY } from '../../postgres/clusters/copy-cluster.ts'
import { LONG_TEXT_PREFIX } from '../../postgres/wire/long-text.ts'
import { endForeignServer } from '../../postgres/processes/foreign-server.ts'
import type { LastRun } from './advance.ts'
import { addAdvance } from './commands.ts'
import type { Instances } from '../records/instances.ts'
import { refOfReplicaFolder, replicaFolderName } from '../replicas/names.ts'
import { allReplicas } from '../replicas/replica-records.ts'
import { allInstances, putAllToSleep } from '../records/queries.ts'
import type { ServiceFolders } from '../services/service-folders.ts'
import { TRANSITIONAL } from './status.ts'
import { LOOK_PREFIX } from '../looks/look-cluster.ts'
import { removeScratch, SCRATCH } from '../verification/scratch-cluster.ts'
import type { FleetFolders } from '../copies/template.ts'

/**
 * Makes the records and the machine agree after any kind of stop: ends clusters, and programs of
 * their accounts, that the last server left running, adds the job again for projects in a
 * transitional status, and finishes deletions. A directory without a record is logged, and its files
 * are never changed.
 *
 * Does not wait for the clusters: one that is slow to end must not keep the other projects down.
 */
export async function reconcile(deps: {
  instances: Instances
  jobs: Jobs
  folders: FleetFolders
  serviceFolders: ServiceFolders
  accounts: Pick<ClusterAccounts, 'endProcesses'>
  log: Log
}): Promise<LastRun> {
  const { instances, jobs, folders, accounts, log } = deps
  const known = await allInstances(instances.session())
  const refs = new Set(known.map(({ ref }) => ref))
  const names = await readdir(folders.projects)
  const endings = new Map<string, Promise<void>>()
  const replicas = new Set((await allReplicas(instances.session())).map(replicaFolderName))
  for (const name of names) {
    const owner = refOfReplicaFolder(name)
    if (owner !== undefined) {
      const ending = endReplica(deps, { name, isKept: replicas.has(name) })
      endings.set(
        owner,
        Promise.all([endings.get(owner), ending]).then(() => {}),
      )
      continue
    }
    if (isLeftover(name) || name.startsWith('.') || name.includes('.')) continue
    const full = path.join(folders.projects, name)
    if (!refs.has(name)) log.warn({ folder: full }, 'This data directory belongs to no project.')
    const ending = endForeignServer(full)
      .then(() => accounts.endProcesses(full))
      .catch((error: unknown) =>
        log.error({ error, ref: name }, 'A cluster of the last run could not be ended.'),
      )
    endings.set(
      name,
      Promise.all([endings.get(name), ending]).then(() => {}),
    )
  }
  await Promise.all(
    names.filter(isLeftover).map((name) => removeLeftover(path.join(folders.projects, name), log)),
  )
  const scratch = [SCRATCH, ...names.filter((name) => name.startsWith(LOOK_PREFIX))]
  for (const name of scratch)
    await removeScratch(deps, path.join(folders.projects, name)).catch((error: unknown) =>
      log.warn({ error }, 'A scratch cluster of the last run could not be deleted yet.'),
    )
  await deps.serviceFolders.removeLeftovers()
  await putAllToSleep(instances.session())
  for (const { ref, status } of known)
    if (TRANSITIONAL.includes(status)) {
      log.info({ ref, status }, 'A project continues where the last run left it.')
      await addAdvance(jobs, instances.session(), { ref, status })
    }
  return async (ref) => endings.get(ref)
}

/** Ends a replica of the last run, and deletes its data if it was removed. Never rejects. */
async function endReplica(
  { folders, accounts, log }: Pick<Parameters<typeof reconcile>[0], 'accounts' | 'folders' | 'log'>,
  { name, isKept }: { readonly name: string; readonly isKept: boolean },
): Promise<void> {
  const full = path.join(folders.projects, name)
  await endForeignServer(full)
    .then(() => accounts.endProcesses(full))
    .then(() => (isKept ? undefined : remove(full)))
    .catch((error: unknown) =>
      log.error({ error, name }, 'A replica of the last run could not be ended.'),
    )
}

/** Interrupted deletions, copies and long responses. One server owns the folder, so no other is using them. */
const isLeftover = (name: string): boolean =>
  name.startsWith('.trash-') || name.startsWith(LONG_TEXT_PREFIX) || name.includes(PARTIAL_COPY)

/** If a killed server's `cp` is still writing to the folder, the next start deletes it. */
async function removeLeftover(folder: string, log: Log): Promise<void> {
  // A copy is prepared by a Postgres of its own.
  const removing = endForeignServer(folder).then(() => remove(folder))
  await removing.catch((error: unknown) =>
    log.warn({ error, folder }, 'A leftover could not be deleted yet.'),
  )
}
