import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createCluster } from '../server/src/postgres/clusters/cluster.ts'
import { copyCluster } from '../server/src/postgres/clusters/copy-cluster.ts'
import { findUnprivilegedAccount } from '../server/src/postgres/engines/account.ts'
import { findEmbeddedEngine } from '../server/src/postgres/engines/embedded.ts'
import { createWatchdog } from '../server/src/postgres/processes/watchdog.ts'
import { atMost, type Finding } from './finding.ts'

/**
 * Measures the cost of branching a project with its data: copying its stopped cluster and starting
 * the copy. Only the engine's part is measured, because the product doesn't offer branches yet.
 */
export async function measureBranchCopy(clusters: string, ref: string): Promise<Finding> {
  const account = await findUnprivilegedAccount()
  const engine = await findEmbeddedEngine({
    account,
    folder: path.join(clusters, 'engines'),
    extensions: { standIns: [], wanted: [] },
  })
  const watchdog = createWatchdog()
  const dataDir = path.join(clusters, 'projects', 'branch')
  const socketDir = path.join('/tmp', `stoa-bench-${process.pid}`)
  const begun = performance.now()
  await copyCluster(path.join(clusters, 'projects', ref), dataDir, account)
  const cluster = createCluster({ engine, account, dataDir, socketDir, watchdog })
  await cluster.start()
  const seconds = (performance.now() - begun) / 1000
  await cluster.stop()
  watchdog.release()
  await rm(dataDir, { recursive: true, force: true })
  await rm(socketDir, { recursive: true, force: true })
  return atMost('branch with its data, engine part: copy and start', seconds, 's', 1)
}
