import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ComputeSize } from '@stoa/contract/catalog/compute-sizes'
import { remove } from '../../lib/untrusted-folder/folders.ts'
import {
  archiveSettings,
  beginArchiveTimeout,
  ensureStagingFolder,
} from '../../postgres/clusters/archive.ts'
import { createCluster, type Cluster } from '../../postgres/clusters/cluster.ts'
import { clusterSocketFolder } from '../../postgres/clusters/socket.ts'
import { sizeLimits, sizeSettings } from '../compute/size-settings.ts'
import { NOTHING_LEFT_BYTES, requireFreeSpace } from '../disk/free-space.ts'
import type { Latest } from '../../project/latest-values.ts'
import type { Settings } from '../../project/settings.ts'
import type { ProjectData } from './prepare-data.ts'
import { createProjectConf, type ProjectConf } from './project-conf.ts'
import type { StartDeps } from './start-deps.ts'
import { STOP_MS, type Start } from './start.ts'

export type OpenCluster = {
  readonly cluster: Cluster
  readonly socketDir: string
  readonly conf: ProjectConf
}

/**
 * For the first start of restored data. It has time to replay the WAL of a busy week, and counts as
 * started when it is writable; with hot standby, it would when it can be read.
 */
export const recovery = {
  startDeadlineMs: 3 * 3600_000,
  settings: { hot_standby: 'off' },
} as const

/** Starts a project's Postgres. */
export async function openCluster(
  deps: StartDeps,
  start: Start,
  {
    data: { dataDir, account, isRecovering },
    settings,
    size,
  }: {
    readonly data: ProjectData
    readonly settings: Latest<Settings>
    readonly size: ComputeSize | undefined
  },
): Promise<OpenCluster> {
  const { ref, undo } = start
  const socketDir = path.join(deps.folders.sockets, ref)
  const archive = deps.backups && archiveSettings(deps.engine)
  const cluster = createCluster({
    ...deps,
    account,
    dataDir,
    socketDir,
    group: deps.groups.of(ref, size && sizeLimits(size)),
    ...(isRecovering && { startDeadlineMs: recovery.startDeadlineMs }),
    settings: {
      ...archive,
      ...(isRecovering && recovery.settings),
    },
    onCrash(reason) {
      start.crash = reason
      if (start.isUp) start.onCrash(reason)
    },
  })
  if (archive) await ensureStagingFolder(dataDir, account)
  undo.push(async (pace) => {
    await cluster.stop(STOP_MS[pace].cluster)
    for (const folder of [socketDir, clusterSocketFolder(socketDir)]) await remove(folder)
    if (start.isUp) await deps.instances.setCompute(ref, 'sleeping')
  })
  const conf = createProjectConf({ dataDir, account }, settings, size ? sizeSettings(size) : {})
  await start.step('start', () => conf.start(() => startCluster(deps, cluster, dataDir)))
  const { failure } = conf.state()
  if (failure !== null)
    deps.log.warn({ ref, failure }, 'A database does not start with its settings; it has defaults.')
  if (archive) beginArchiveTimeout(cluster.pid)
  return { cluster, socketDir, conf }
}

async function startCluster(
  { freeBytes, folders }: StartDeps,
  cluster: Cluster,
  dataDir: string,
): Promise<void> {
  try {
    await cluster.start()
  } catch (error) {
    // On a full disk Postgres cannot log the reason, because its log is on the same disk.
    await requireFreeSpace(freeBytes, folders.projects, NOTHING_LEFT_BYTES)
    throw error
  }
  await rm(`${dataDir}.startup.log`, { force: true })
}
