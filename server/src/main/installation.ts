import path from 'node:path'
import type { Config } from './config.ts'
import { openControlPlane } from '../fleet/records/control-plane.ts'
import { createFleet } from '../fleet/index.ts'
import {
  controlPlaneMigrations,
  createProjectTemplates,
  fleetMigrations,
} from '../fleet/copies/template.ts'
import type { Mailer } from '../project/mailer.ts'
import { createGateway } from '../gateway/gateway.ts'
import { systemClock } from '../lib/clock.ts'
import { AppError } from '../lib/errors.ts'
import { createFileLog } from '../lib/file-log.ts'
import { takeSingleInstanceLock } from '../lib/single-instance.ts'
import { createMailSender } from './mail-sender.ts'
import { createMailbox, createPlatform, platformMigrations } from '../platform/index.ts'
import { createPlatformProject, PLATFORM_REF } from './platform-project.ts'
import { openDataFolder } from '../postgres/data-folder.ts'
import { findUnprivilegedAccount } from '../postgres/engines/account.ts'
import { findEmbeddedEngine } from '../postgres/engines/embedded.ts'
import { findSystemEngine } from '../postgres/engines/system.ts'
import { createFrontDoor, SERVICE_ROLES } from '../postgres/front-door/index.ts'
import { createWatchdog } from '../postgres/watchdog.ts'
import type { Services, ServicesDeps } from '../services/index.ts'

export type Installation = {
  /** The address for people. */
  readonly url: string
  /** The address on this machine, whatever the public one is. */
  readonly localUrl: string
  readonly postgresPort: number
  readonly operatorToken: string
  /** The one-time link that makes the first account; undefined once there is an operator. */
  ownerLink(): Promise<string | undefined>
  /** Stops taking requests, then every project, then the platform's own database. */
  stop(): Promise<void>
}

/** Sessions a project: the smallest size of SPEC 9. A flood of silent connections stays outside. */
const FRONT_DOOR_LIMITS = {
  maxPending: 500,
  maxPerAddress: 20,
  maxPerProject: 30,
  pendingTimeoutMs: 30_000,
}

/** Wires everything together and starts it; the one place that knows everyone. */
export async function startInstallation(
  config: Config,
  given: {
    readonly checkout: string
    readonly operatorToken: string
    /** What every project offers. */
    readonly createServices: (deps: ServicesDeps) => Services
  },
): Promise<Installation> {
  const { checkout, operatorToken } = given
  const clock = systemClock
  const account = await findUnprivilegedAccount(config.postgresAccount)
  const folder = await openDataFolder(config.dataDir, account)
  const undo: (() => unknown)[] = []
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step()
  }
  try {
    const lock = await takeSingleInstanceLock(path.join(folder.sockets, 'lock'))
    undo.push(() => lock.release())
    const log = createFileLog(path.join(folder.logs, 'server.log'))
    undo.push(() => log.flush())
    const watchdog = createWatchdog()
    undo.push(() => watchdog.release())
    const engine =
      config.postgresBin === undefined
        ? await findEmbeddedEngine({ account, copyTo: folder.engines })
        : await findSystemEngine(account, config.postgresBin)

    // Ports are known once listened on, and the services are made before: they ask when they need to.
    const addresses = { publicUrl: '', databaseHost: '', databasePort: 0 }
    const mailer: Mailer = (mail) => sendMail(mail)
    const { all: services, accounts } = given.createServices({
      clock,
      log,
      mailer,
      installationKey: folder.installationKey,
      mayCreateAccount: async (project, email) =>
        project.ref !== PLATFORM_REF || platform.mayCreateAccount(email),
    })
    const { installationKey } = folder
    const common = { engine, account, watchdog, services, installationKey, clock, log }
    const machinery = { ...common, folders: folder }
    const templates = createProjectTemplates(machinery)
    const control = await openControlPlane({
      ...machinery,
      folder,
      templates,
      databaseUrl: config.databaseUrl,
      migrations: [...controlPlaneMigrations(services), fleetMigrations, platformMigrations],
      onCrash(reason) {
        // Without its own records nothing can go on; the next start finds everything as committed.
        log.error({ reason }, 'The control plane ended.')
        void log.flush().then(() => process.exit(1))
      },
    })
    undo.push(() => control.close())
    const sendMail = createMailSender(
      config,
      createMailbox({ control: control.database, clock }).keep,
    )

    const fleet = createFleet({
      ...machinery,
      control: control.database,
      controlConnection: control.connection,
      apiUrl: (ref) => `${addresses.publicUrl}/p/${ref}`,
      idleAfterMs: config.idleAfterMs,
      onChange: (ref) => platform.projectChanged(ref),
    })
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
      accounts: {
        createAccount: (given) =>
          accounts.createAccount(platformProject, { ...given, confirmed: true }),
        findAccount: (given) => accounts.findAccount(platformProject, given),
        verifyAccessToken: (token) => accounts.verifyAccessToken(platformProject, token),
        removeFactors: (email) => accounts.removeFactors(platformProject, email),
      },
      clock,
      addresses: () => addresses,
      engineVersion: engine.version,
      environment: config.environment,
      mode: config.mode,
      disabledFeatures: config.disabledFeatures,
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

    const frontDoor = createFrontDoor({
      async open(ref) {
        await platform.requireServing(ref)
        return fleet.acquireSocket(ref)
      },
      deniedRoles: SERVICE_ROLES,
      limits: FRONT_DOOR_LIMITS,
      clock,
      log,
    })
    undo.push(() => frontDoor.close())
    const gateway = await createGateway({
      fleet,
      services,
      platform,
      platformProject,
      dashboardDir: path.join(checkout, 'dashboard', 'dist'),
      editorDir: path.join(checkout, 'dashboard', 'dist', 'monaco'),
      publicHost: config.publicUrl === undefined ? undefined : new URL(config.publicUrl).hostname,
      clock,
      log,
    })
    undo.push(() => gateway.close())
    await listen('STOA_PORT', config.port, () =>
      gateway.listen({ host: config.host, port: config.port }),
    )
    const door = await listen('STOA_POSTGRES_PORT', config.postgresPort, () =>
      frontDoor.listen(config.host, config.postgresPort),
    )
    const heard = gateway.server.address()
    const port = typeof heard === 'object' && heard !== null ? heard.port : config.port
    const localUrl = `http://localhost:${port}`
    addresses.publicUrl = config.publicUrl ?? localUrl
    addresses.databaseHost = new URL(addresses.publicUrl).hostname
    addresses.databasePort = door.port
    await fleet.start()
    undo.push(() => fleet.stop())
    await platform.start()
    undo.push(() => platform.stop())
    return {
      url: addresses.publicUrl,
      localUrl,
      postgresPort: door.port,
      operatorToken,
      ownerLink: () => platform.ownerLink(),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

async function listen<T>(setting: string, port: number, open: () => Promise<T>): Promise<T> {
  try {
    return await open()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    throw new AppError('port_in_use', `Port ${port} is in use by another program.`, {
      status: 500,
      hint: `Set ${setting} to a free port, or end the other program.`,
    })
  }
}
