import { createCluster } from '../src/postgres/cluster.ts'
import { createWatchdog } from '../src/postgres/watchdog.ts'

/**
 * A server that owns one cluster, for tests that kill it. Tells the numbers of the postmaster and of
 * the watchdog once the cluster runs, and again when the watchdog is another.
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
