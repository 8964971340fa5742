import path from 'node:path'
import { apiUrlOf } from './api-url.ts'
import type { Config } from './config.ts'
import { openFence } from './fence.ts'
import { openControlPlane } from '../fleet/records/control-plane.ts'
import { createFleet } from '../fleet/index.ts'
import { extensionsOf } from '../fleet/machine/native-extensions.ts'
import { closedRoles } from '../fleet/machine/passwords.ts'
import {
  controlPlaneMigrations,
  createProjectTemplates,
  fleetMigrations,
} from '../fleet/copies/template.ts'
import type { Mailer } from '../project/mailer.ts'
import { createPeers } from '../project/peers.ts'
import { createApiPort } from '../gateway/address.ts'
import { createGateway } from '../gateway/gateway.ts'
import { createNodeDoor } from '../gateway/nodes/node-door.ts'
import { NODES } from './realtime-node.ts'
import { createReadiness } from '../gateway/readiness.ts'
import { systemClock } from '../lib/clock.ts'
import { freeBytes } from '../lib/free-bytes.ts'
import { machineMemory } from '../lib/machine-memory.ts'
import { openFilesLimit } from '../lib/open-files.ts'
import { createOutgoing } from '../lib/outgoing.ts'
import { createConnectionBudget } from '../lib/connection-budget.ts'
import { createFileLog } from '../lib/file-log.ts'
import { takeSingleInstanceLock } from '../lib/single-instance.ts'
import { maxConnections } from './connections.ts'
import { listen } from './listen.ts'
import { createMailSender } from './mail-sender.ts'
import { createShutdown } from './shutdown.ts'
import { createMailbox, createPlatform, platformMigrations } from '../platform/index.ts'
import { createPlatformProject } from './platform-project.ts'
import { PLATFORM_REF } from '../project/project.ts'
import { createRecentRequests } from '../project/recent-requests.ts'
import { openDataFolder } from '../postgres/data-folder/data-folder.ts'
import { findUnprivilegedAccount } from '../postgres/engines/account.ts'
import { findEmbeddedEngine } from '../postgres/engines/embedded.ts'
import { findSystemEngine } from '../postgres/engines/system.ts'
import { createFrontDoor, openCertificate } from '../postgres/front-door/index.ts'
import { removeLeftovers } from '../postgres/data-folder/leftovers.ts'
import { createWatchdog } from '../postgres/processes/watchdog.ts'
import type { Services, ServicesDeps } from '../services/index.ts'

/**
 * The address at which clients on this machine reach the installation, even if there is a public
 * one.
 */
export type Doors = { readonly localUrl: string; readonly postgresPort: number }

export type Installation = Doors & {
  /** The public address. */
  readonly url: string
  /** The one-time link for creating the first account; undefined once there is an operator. */
  ownerLink(): Promise<string | undefined>
  /** Stops everything in the order of `Shutdown`; rejects at the end if something did not stop. */
  stop(): Promise<void>
}

/** The session limit per project is that of the smallest compute size in SPEC 9. */
const FRONT_DOOR_LIMITS = {
  maxPending: 500,
  maxPerSource: 100,
  maxPerSourceAndProject: 20,
  maxPerProject: 30,
  pendingTimeoutMs: 30_000,
}

/** Creates all parts of the installation, connects them, and starts them. */
export async function startInstallation(
  config: Config,
  given: {
    readonly checkout: string
    readonly operatorToken: string
    /** Ends the wait for another server that is stopping. */
    readonly signal?: AbortSignal
    /** Called if the start waits for another server that is stopping. */
    readonly onWaiting?: () => void
    /** Called when the ports are open, before any request is served. */
    readonly onListening?: (doors: Doors) => Promise<void>
    /** Creates the services that every project offers. */
    readonly createServices: (deps: ServicesDeps) => Services
  },
): Promise<Installation> {
  const { checkout, operatorToken } = given
  const clock = systemClock
  const limit = maxConnections(openFilesLimit(), config.maxConnectionsPerAddress)
  const account = await findUnprivilegedAccount(config.postgresAccount)
  const folder = await openDataFolder(config.dataDir, {
    account,
    runtimeDir: config.runtimeDir,
    freeBytes,
  })
  const log = createFileLog(path.join(folder.logs, 'server.log'))
  const connections = createConnectionBudget(limit, log)
  const shutdown = createShutdown({ log })
  shutdown.add('log', () => log.flush())
  try {
    const lock = await takeSingleInstanceLock({
      file: path.join(folder.root, 'server.lock'),
      socketPath: path.join(folder.sockets, 'lock'),
      signal: given.signal,
      onWaiting: given.onWaiting,
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
    // The services are created before the ports are open, so they ask for the addresses at each use.
    const addresses = {
      publicUrl: '',
      apiUrl: '',
      databaseHost: '',
      databasePort: 0,
      databaseTls: certificate !== undefined,
    }
    const mailer: Mailer = (mail) => sendMail(mail)
    const inbox: Mailer = (mail) => mailbox.keep(mail)
    const peers = createPeers()
    const recentRequests = createRecentRequests()
    const outgoing = createOutgoing({ allowsPrivate: config.allowsPrivateAddresses })
    const { all: services, accountsOf } = given.createServices({
      clock,
      log,
      mailer,
      inbox,
      hasMailServer: config.smtpUrl !== undefined,
      outgoing,
      recentRequests,
      allowsPrivateAddresses: config.allowsPrivateAddresses,
      fence: fence.functions,
      databaseDoor: () => ({
        host: addresses.databaseHost,
        port: addresses.databasePort,
        serve: (socket, ref) => frontDoor.serveFunction(socket, ref),
      }),
      functionsFolder: config.functionsFolder,
      functionRegistries: config.functionRegistries,
      installationKey: folder.installationKey,
      peers,
      storageLimitBytes: config.storageLimitBytes,
      storageBucket: config.storageBucket,
      organizationOf: (ref) => platform.organizationOf(ref),
      platformRules: {
        admit: (request) => platform.accountRules.admit(request),
        useInvitation: (inviteToken) => platform.accountRules.useInvitation(inviteToken),
        revokeAccessTokens: (userId) => platform.accountRules.revokeAccessTokens(userId),
      },
      installationUrls: () => ({ dashboard: addresses.publicUrl, apis: addresses.apiUrl }),
    })
    const extensions = extensionsOf(services)
    const engine =
      config.postgresBin === undefined
        ? await findEmbeddedEngine({ account, folder: folder.engines, extensions })
        : await findSystemEngine({
            account,
            binDir: config.postgresBin,
            folder: folder.engines,
            extensions,
          })
    const { installationKey } = folder
    const clusterDeps = {
      engine,
      account,
      watchdog,
      services,
      installationKey,
      clock,
      log,
      folders: folder,
    }
    const templates = createProjectTemplates(clusterDeps)
    const control = await openControlPlane({
      ...clusterDeps,
      folder,
      templates,
      databaseUrl: config.databaseUrl,
      migrations: [...controlPlaneMigrations(services), fleetMigrations, platformMigrations],
    })
    shutdown.add('control plane', () => control.close())
    const mailbox = createMailbox({ control: control.database, clock })
    const sendMail = createMailSender(config, mailbox.keep)

    const fleet = createFleet({
      ...clusterDeps,
      control: control.database,
      controlConnection: control.connection,
      apiUrl: (ref) => `${addresses.apiUrl}/p/${ref}`,
      idleAfterMs: config.idleAfterMs,
      memoryLimitBytes: config.projectMemoryBytes ?? Math.round(machineMemory() * 0.75),
      withoutNetwork: fence.withoutNetwork,
      freeBytes,
      outgoing,
      onChange: (ref) => platform.projectChanged(ref),
    })
    shutdown.add('projects', () => fleet.stop())
    shutdown.add('services', () => Promise.all(services.map(async (service) => service.end?.())))
    const platformProject = createPlatformProject({
      storedParts: fleet.storedParts(PLATFORM_REF),
      database: control.database,
      installationKey,
      apiUrl: () => addresses.publicUrl,
    })
    const platform = createPlatform({
      services,
      control: control.database,
      fleet,
      accounts: accountsOf(platformProject),
      clock,
      addresses: () => addresses,
      engineVersion: engine.version,
      environment: config.environment,
      fence: fence.state,
      mode: config.mode,
      disabledFeatures: config.disabledFeatures,
      planLimits: config.planLimits,
      region: config.region,
      signUpDefault: config.signUp,
      links: config.links,
      statusFeedUrl: config.statusFeedUrl,
      telemetry: config.telemetry,
      errorCollectorUrl: config.errorCollectorUrl,
      onRestricted: (refs) => frontDoor.endSessionsOf(refs),
      installationKey,
      operatorToken,
      log,
      mailer,
      hasMailServer: config.smtpUrl !== undefined,
    })
    shutdown.add('background work', () => platform.stop())

    const readiness = createReadiness()
    shutdown.add('requests', () => readiness.end())
    const frontDoor = createFrontDoor({
      async open(ref) {
        readiness.require()
        await platform.requireServing(ref)
        return fleet.acquireSocket(ref)
      },
      deniedRoles: closedRoles(services),
      limits: FRONT_DOOR_LIMITS,
      connections,
      certificate,
      clock,
      log,
    })
    shutdown.add('requests', () => frontDoor.drain())
    shutdown.add('doors', () => frontDoor.close())
    const apiPort = createApiPort()
    shutdown.add('doors', () => apiPort.close())
    const gateway = await createGateway({
      requireReady: readiness.require,
      fleet,
      services,
      platform,
      platformProject,
      dashboardDir: path.join(checkout, 'dashboard', 'dist'),
      editorDir: path.join(checkout, 'dashboard', 'dist', 'monaco'),
      editorUrl: config.editorUrl,
      publicHost: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname,
      apiPort,
      apiOrigin: () => new URL(addresses.apiUrl).origin,
      maxConnectionsPerAddress: config.maxConnectionsPerAddress,
      connections,
      recentRequests,
      clock,
      log,
    })
    shutdown.add('requests', () => gateway.drain(() => fleet.interrupt()))
    shutdown.add('doors', () => gateway.close())
    await listen('STOA_PORT', config.port, () =>
      gateway.listen({ host: config.host, port: config.port }),
    )
    await listen('STOA_API_PORT', config.apiPort, () => apiPort.listen(config.host, config.apiPort))
    const door = await listen('STOA_POSTGRES_PORT', config.postgresPort, () =>
      frontDoor.listen(config.host, config.postgresPort),
    )
    const heard = gateway.server.address()
    const port = typeof heard === 'object' && heard !== null ? heard.port : config.port
    const localUrl = `http://localhost:${port}`
    addresses.publicUrl = config.publicUrl ?? localUrl
    addresses.apiUrl = apiUrlOf(config, apiPort.port() ?? config.apiPort)
    addresses.databaseHost = new URL(addresses.publicUrl).hostname
    addresses.databasePort = door.port
    const doors = { localUrl, postgresPort: door.port }
    await given.onListening?.(doors)
    // A request served before the fleet has put records and clusters in order could start a cluster
    // that the fleet then ends as one of the last run.
    await fleet.start()
    await platform.start()
    readiness.begin()
    const nodeDoor = createNodeDoor({
      requireReady: readiness.require,
      fleet,
      platform,
      services,
      peers,
      log,
    })
    shutdown.add('requests', () => nodeDoor.close())
    await nodeDoor.listen(path.join(folder.sockets, NODES))
    return {
      ...doors,
      url: addresses.publicUrl,
      ownerLink: () => platform.ownerLink(),
      stop: () => shutdown.run(),
    }
  } catch (error) {
    // The operator needs the first error; errors of the shutdown are in the log.
    await shutdown.run().catch(() => {})
    throw error
  }
}
