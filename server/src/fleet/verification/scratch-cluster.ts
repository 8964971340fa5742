import path from 'node:path'
import type { Backups } from '../../backups/port.ts'
import type { FreeBytes } from '../../lib/free-bytes.ts'
import { measure, remove } from '../../lib/untrusted-folder/folders.ts'
import type { ClusterAccounts } from '../../postgres/clusters/accounts.ts'
import { createCluster } from '../../postgres/clusters/cluster.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import { ownEndpoint } from '../../postgres/clusters/socket-folder.ts'
import type { OwnEndpoint } from '../../postgres/connections/connect.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import type { ControlGroups } from '../../postgres/processes/control-groups.ts'
import { endForeignServer } from '../../postgres/processes/foreign-server.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import type { FleetFolders } from '../copies/template.ts'
import { requireFreeSpace, RESERVED_BYTES } from '../disk/free-space.ts'
import { checkData } from '../machine/check-data.ts'
import { recovery } from '../machine/open-cluster.ts'

/** The name beside the projects' data directories, which no project can have. */
export const SCRATCH = '.scratch'

export type ScratchDeps = {
  readonly backups: Pick<Backups, 'place'>
  readonly engine: Engine
  readonly accounts: Pick<ClusterAccounts, 'next' | 'endProcesses'>
  readonly groups: Pick<ControlGroups, 'of'>
  readonly watchdog: Watchdog
  readonly folders: FleetFolders
  readonly freeBytes: FreeBytes
}

/**
 * Runs work with a cluster that has the data of a backup: with an account of its own, without a
 * network, without services, and without anything that runs by itself. There is one at a time. Nothing
 * of it is left when the call ends; after `kill -9`, the next call and the next start remove it.
 */
export async function withScratchCluster<T>(
  deps: ScratchDeps,
  { ref, id, signal }: { readonly ref: string; readonly id: string; readonly signal: AbortSignal },
  work: (endpoint: OwnEndpoint) => Promise<T>,
): Promise<T> {
  const { folders, engine } = deps
  const dataDir = path.join(folders.projects, SCRATCH)
  const socketDir = path.join(folders.sockets, 'scratch')
  await removeScratch(deps, dataDir)
  const { bytes } = await measure(path.join(folders.projects, ref))
  await requireFreeSpace(deps.freeBytes, folders.projects, RESERVED_BYTES + bytes)
  const next = await deps.accounts.next()
  const account = next?.isOwn ? { ...next, hasNetwork: false as const } : next
  const cluster = createCluster({
    ...deps,
    account,
    dataDir,
    socketDir,
    group: deps.groups.of(SCRATCH),
    startDeadlineMs: recovery.startDeadlineMs,
    settings: { ...scratchSettings(engine), ...recovery.settings },
  })
  signal.addEventListener('abort', cluster.abort, { once: true })
  try {
    await deps.backups.place(dataDir, { ref, target: { kind: 'backup', id }, account })
    await checkData(engine, dataDir)
    await cluster.start()
    return await work(ownEndpoint(socketDir))
  } finally {
    signal.removeEventListener('abort', cluster.abort)
    await cluster.stop()
    for (const folder of [socketDir, clusterSocketFolder(socketDir)]) await remove(folder)
    await removeScratch(deps, dataDir)
  }
}

/** Ends what the last run of the server left in the folder, then deletes it. */
export async function removeScratch(
  { accounts }: { readonly accounts: Pick<ClusterAccounts, 'endProcesses'> },
  dataDir: string,
): Promise<void> {
  await endForeignServer(dataDir)
  await accounts.endProcesses(dataDir)
  await remove(dataDir)
  await remove(`${dataDir}.startup.log`)
}

/** Nothing that the owner defined runs: no workers of libraries, subscriptions or vacuum. */
export const scratchSettings = ({ major }: Engine): Readonly<Record<string, string>> => ({
  shared_preload_libraries: '',
  max_logical_replication_workers: '0',
  autovacuum: 'off',
  archive_mode: 'off',
  ...(major >= 17 && { event_triggers: 'off' }),
})
