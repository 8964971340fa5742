import { createCluster } from '../src/postgres/clusters/cluster.ts'
import { createWatchdog } from '../src/postgres/processes/watchdog.ts'

/**
 * A server that owns one cluster, for tests that kill it. Sends the process ids of the postmaster
 * and the watchdog once the cluster runs, and again when the watchdog is replaced.
 */
const watchdog = createWatchdog()
const cluster = createCluster({ ...JSON.parse(process.argv[2] ?? ''), watchdog })
await cluster.start()
let told: number | undefined
setInterval(() => {
  if (watchdog.pid === told) return
  told = watchdog.pid
  process.send?.({ postmaster: cluster.pid, watchdog: told })
}, 10)
