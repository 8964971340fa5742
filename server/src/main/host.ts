import path from 'node:path'
import { systemClock, type Clock } from '../lib/clock.ts'
import { createConnectionBudget, type ConnectionBudget } from '../lib/connection-budget.ts'
import { createFileLog } from '../lib/file-log.ts'
import { freeBytes } from '../lib/free-bytes.ts'
import type { Log } from '../lib/log.ts'
import type { LogStore } from '../logs/port.ts'
import { createPostgresLogs, type PostgresLogs } from '../logs/postgres/postgres-logs.ts'
import { createLogStore } from '../logs/store.ts'
import { createMetrics, type Metrics } from '../metrics/metrics.ts'
import { createNetwork, type Network } from '../metrics/network.ts'
import { openFilesLimit } from '../lib/open-files.ts'
import { takeSingleInstanceLock } from '../lib/single-instance.ts'
import { openDataFolder, type DataFolder } from '../postgres/data-folder/data-folder.ts'
import { removeLeftovers } from '../postgres/data-folder/leftovers.ts'
import { findUnprivilegedAccount, type Account } from '../postgres/engines/account.ts'
import { openCertificate, type FrontDoorDeps } from '../postgres/front-door/index.ts'
import { createWatchdog, type Watchdog } from '../postgres/processes/watchdog.ts'
import type { Config } from './config.ts'
import { maxConnections } from './connections.ts'
import { openFence, type Fence } from './fence.ts'
import { continueRecovery } from './recovery/recovery-file.ts'
import { createShutdown, type Shutdown } from './shutdown.ts'

/** The machine and the data folder of an installation, before this process owns the folder. */
export type Host = {
  readonly config: Config
  readonly clock: Clock
  /** The account that clusters run as; undefined means the server's. */
  readonly account: Account | undefined
  readonly folder: DataFolder
  readonly log: Log
  readonly connections: ConnectionBudget
  readonly shutdown: Shutdown
  /** Present at the first start of a recovered data folder; ends the recovery of its records. */
  readonly onRecovered: (() => Promise<void>) | undefined
}

export async function openHost(config: Config): Promise<Host> {
  const limit = maxConnections(openFilesLimit(), config.maxConnectionsPerAddress)
  const account = await findUnprivilegedAccount(config.postgresAccount)
  const onRecovered = await continueRecovery(config.dataDir, config.backups)
  const folder = await openDataFolder(config.dataDir, {
    account,
    runtimeDir: config.runtimeDir,
    freeBytes,
    keyFile: config.installationKeyFile,
  })
  const log = createFileLog(path.join(folder.logs, 'server.log'))
  const shutdown = createShutdown({ log })
  shutdown.add('log', () => log.flush())
  const connections = createConnectionBudget(limit, log)
  return { config, clock: systemClock, account, folder, log, connections, shutdown, onRecovered }
}

/** A host whose data folder this process owns. */
export type OwnedHost = Host & {
  readonly certificate: FrontDoorDeps['certificate']
  readonly watchdog: Watchdog
  readonly fence: Fence
  /** Also counts the requests among the events for `metrics`. */
  readonly logs: LogStore
  readonly metrics: Metrics
  readonly network: Network
  readonly postgresLogs: PostgresLogs
}

/** Takes the data folder from other servers, and starts what protects the machine. */
export async function ownHost(
  host: Host,
  waiting: { readonly signal?: AbortSignal; readonly onWaiting?: () => void },
): Promise<OwnedHost> {
  const { config, clock, folder, log, shutdown } = host
  const store = createLogStore({ folder: path.join(folder.logs, 'projects'), clock, log })
  shutdown.add('log', () => store.stop())
  const metrics = createMetrics({ clock })
  const network = createNetwork()
  const logs: LogStore = {
    ...store,
    ...metrics.tee(store),
    async remove(ref) {
      metrics.forget(ref)
      network.forget(ref)
      await store.remove(ref)
    },
  }
  const postgresLogs = createPostgresLogs({
    logs,
    folder: path.join(folder.logs, 'positions'),
    clock,
    log,
  })
  const lock = await takeSingleInstanceLock({
    file: path.join(folder.root, 'server.lock'),
    socketPath: path.join(folder.sockets, 'lock'),
    signal: waiting.signal,
    onWaiting: waiting.onWaiting,
  })
  shutdown.add('requests', () => lock.stopping())
  shutdown.add('lock', () => lock.release())
  await removeLeftovers(folder, log)
  const certificate =
    config.postgresTls && (await openCertificate(config.postgresTls, { clock, log }))
  const watchdog = createWatchdog()
  // After a failure the watchdog keeps running, to end remaining clusters when the process exits.
  shutdown.add('watchdog', ({ hasFailed }) => hasFailed || watchdog.release())
  const fence = await openFence(config, { folder, log })
  // The rules stay if a process that they cover may still run.
  shutdown.add('fence', ({ hasFailed }) => hasFailed || fence.close())
  return { ...host, certificate, watchdog, fence, logs, metrics, network, postgresLogs }
}
