import { existsSync } from 'node:fs'
import path from 'node:path'
import { createPasswords } from '../fleet/machine/passwords.ts'
import { createNodeGateway } from '../gateway/gateway.ts'
import { createMainLink, type MainLink } from '../gateway/nodes/main-link.ts'
import { createNodePeers } from '../gateway/nodes/node-peers.ts'
import { createNodeProjects } from '../gateway/nodes/node-projects.ts'
import { createReadiness } from '../gateway/readiness.ts'
import { systemClock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import { createConnectionBudget } from '../lib/connection-budget.ts'
import { createFileLog } from '../lib/file-log.ts'
import { freeBytes } from '../lib/free-bytes.ts'
import { openFilesLimit } from '../lib/open-files.ts'
import { openDataFolder } from '../postgres/data-folder/data-folder.ts'
import { findUnprivilegedAccount } from '../postgres/engines/account.ts'
import { createRealtime } from '../services/realtime/index.ts'
import type { Config } from './config.ts'
import { maxConnections } from './connections.ts'
import { listen } from './listen.ts'
import { createShutdown } from './shutdown.ts'

export type RealtimeNode = {
  readonly url: string
  /** Resolves when the main server has responded. */
  readonly met: Promise<void>
  /** Resolves when the main server does not accept this process. */
  readonly rejected: Promise<AppError>
  stop(): Promise<void>
}

/** The folder below that of the sockets where the main server waits for its nodes. */
export const NODES = 'nodes'

/** Starts a process that serves the realtime clients of all projects beside the main server. */
export async function startRealtimeNode(config: Config): Promise<RealtimeNode> {
  const keyFile = config.installationKeyFile ?? path.join(config.dataDir, 'installation.key')
  if (!existsSync(keyFile))
    throw new AppError('no_installation', `There is no installation in ${config.dataDir}.`, {
      status: 500,
      hint: 'Set STOA_DATA_DIR to the data folder of the main server, and start that server first.',
    })
  const clock = systemClock
  const limit = maxConnections(openFilesLimit(), config.maxConnectionsPerAddress)
  const account = await findUnprivilegedAccount(config.postgresAccount)
  const { runtimeDir } = config
  const folder = await openDataFolder(config.dataDir, {
    account,
    runtimeDir,
    freeBytes,
    keyFile,
  })
  const log = createFileLog(path.join(folder.logs, 'realtime.log'))
  const shutdown = createShutdown({ log })
  shutdown.add('log', () => log.flush())
  try {
    const { installationKey } = folder
    const peers = createNodePeers(() => link, clock)
    const service = createRealtime({ clock, installationKey, peers, isNode: true })
    const projects = createNodeProjects({
      link: () => link,
      service: () => service,
      peers,
      passwords: createPasswords(installationKey),
      log,
    })
    const link: MainLink = createMainLink({
      folder: path.join(folder.sockets, NODES),
      service: service.name,
      log,
      up() {
        peers.up()
        projects.renew()
      },
      down: peers.down,
      heard(message) {
        if (message.kind === 'changed') projects.changed(message.project)
        else if (message.kind === 'ended') projects.ended(message.ref)
        else peers.others(message.member, message.others)
      },
    })
    shutdown.add('control plane', () => {
      peers.flush()
      peers.close()
      link.close()
    })
    shutdown.add('projects', () => projects.close())
    const readiness = createReadiness()
    shutdown.add('requests', () => readiness.end())
    let port: number | undefined
    const gateway = await createNodeGateway({
      requireReady: readiness.require,
      fleet: projects,
      services: [service],
      // The main server decides this when the node requests the project.
      platform: { requireServing() {} },
      publicHost: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname,
      apiPort: { port: () => port },
      maxConnectionsPerAddress: config.maxConnectionsPerAddress,
      connections: createConnectionBudget(limit, log),
      clock,
      log,
    })
    shutdown.add('requests', () => gateway.drain())
    shutdown.add('doors', () => gateway.close())
    await listen('STOA_PORT', config.port, () =>
      gateway.listen({ host: config.host, port: config.port }),
    )
    const heard = gateway.server.address()
    port = typeof heard === 'object' && heard !== null ? heard.port : config.port
    readiness.begin()
    return {
      url: `http://localhost:${port}`,
      met: link.met,
      rejected: link.rejected,
      stop: () => shutdown.run(),
    }
  } catch (error) {
    await shutdown.run().catch(() => {})
    throw error
  }
}
