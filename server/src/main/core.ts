import { backupMigrations, type BackupService } from '../backups/index.ts'
import type { Archiving } from '../backups/port.ts'
import { openControlPlane, type ControlPlane } from '../fleet/records/control-plane.ts'
import { createFleet } from '../fleet/index.ts'
import { findPgBouncer } from '../fleet/pooler/pgbouncer.ts'
import type { Fleet } from '../fleet/port.ts'
import { extensionsOf } from '../fleet/machine/native-extensions.ts'
import {
  controlPlaneMigrations,
  createProjectTemplates,
  fleetMigrations,
  type TemplateDeps,
} from '../fleet/copies/template.ts'
import type { Clock } from '../lib/clock.ts'
import { freeBytes } from '../lib/free-bytes.ts'
import { machineMemory } from '../lib/machine-memory.ts'
import type { Outgoing } from '../lib/outgoing.ts'
import {
  createMailbox,
  createPlatform,
  platformMigrations,
  type Platform,
} from '../platform/index.ts'
import { findEmbeddedEngine } from '../postgres/engines/embedded.ts'
import type { Engine } from '../postgres/engines/engine.ts'
import { findSystemEngine } from '../postgres/engines/system.ts'
import { PLATFORM_REF, type Project } from '../project/project.ts'
import type { Services } from '../services/index.ts'
import { backupRetention, createBackupParts, platformBackups } from './backup-parts.ts'
import type { OwnedHost } from './host.ts'
import type { LateParts } from './late-parts.ts'
import { createMailSender } from './mail-sender.ts'
import { createPlatformProject } from './platform-project.ts'

/** The projects, and the platform that manages them. */
export type Core = {
  readonly fleet: Fleet
  /** Absent where the installation makes no backups. */
  readonly backups: BackupService | undefined
  readonly platform: Platform
  /** The platform as a project: its accounts sign in like a project's. */
  readonly platformProject: Project
}

type CoreOptions = {
  readonly late: LateParts
  readonly services: Services
  readonly outgoing: Outgoing
  readonly operatorToken: string
}

/** Opens the control plane, and creates the fleet and the platform; starts neither. */
export async function openCore(host: OwnedHost, options: CoreOptions): Promise<Core> {
  const { late, services, outgoing } = options
  const { config, shutdown, clock } = host
  const engine = await findEngine(host, services)
  const clusters = clusterDeps(host, engine, services)
  const control = await openControl(host, clusters)
  const { postgresLogs } = host
  const platformLog =
    config.databaseUrl === undefined
      ? postgresLogs.follow(PLATFORM_REF, host.folder.control)
      : undefined
  let archiving: Archiving | undefined
  shutdown.add('control plane', async () => {
    await control.close()
    // The last WAL is finished when the database has stopped.
    await archiving?.stop()
    await platformLog?.stop()
  })
  const mailbox = createMailbox({ control: control.database, clock })
  late.inbox.set(mailbox.keep)
  late.mailer.set(createMailSender(config, mailbox.keep))
  const backups = createBackupParts(host, {
    control: control.database,
    retentionDays: retentionOf(config, late),
    services: services.all,
  })
  archiving = control.archived && backups?.follow(control.archived)
  late.backups.set(backups ?? { isFailing: async () => undefined })
  const fleet = createFleet({
    ...clusters,
    control: control.database,
    controlConnection: control.connection,
    logs: host.logs,
    postgresLogs,
    backups,
    onRecovered: host.onRecovered,
    pgbouncer: await findPgBouncer(),
    apiUrl: (ref) => `${late.addresses.apiUrl}/p/${ref}`,
    idleAfterMs: config.idleAfterMs,
    memoryLimitBytes: projectMemory(config),
    withoutNetwork: host.fence.withoutNetwork,
    freeBytes,
    outgoing,
    onChange: (ref) => late.platform.get().projectChanged(ref),
  })
  late.looks.set(fleet.looks)
  shutdown.add('projects', () => fleet.stop())
  shutdown.add('services', () => Promise.all(services.all.map(async (service) => service.end?.())))
  const platformProject = createPlatformProject({
    storedParts: fleet.storedParts(PLATFORM_REF),
    database: control.database,
    installationKey: host.folder.installationKey,
    apiUrl: () => late.addresses.publicUrl,
  })
  const platform = openPlatform(host, options, {
    control,
    engine,
    fleet,
    backups,
    platformProject,
  })
  shutdown.add('background work', () => platform.stop())
  return { fleet, backups, platform, platformProject }
}

const projectMemory = ({ projectMemoryBytes }: OwnedHost['config']): number =>
  projectMemoryBytes ?? Math.round(machineMemory() * 0.75)

async function findEngine({ config, account, folder }: OwnedHost, services: Services) {
  const options = { account, folder: folder.engines, extensions: extensionsOf(services.all) }
  return config.postgresBin === undefined
    ? findEmbeddedEngine(options)
    : findSystemEngine({ ...options, binDir: config.postgresBin })
}

type ClusterDeps = TemplateDeps & { readonly clock: Clock }

const clusterDeps = (
  { account, watchdog, folder, clock, log }: OwnedHost,
  engine: Engine,
  services: Services,
): ClusterDeps => ({
  engine,
  account,
  watchdog,
  services: services.all,
  installationKey: folder.installationKey,
  clock,
  log,
  folders: folder,
})

const retentionOf = (config: OwnedHost['config'], { platform }: Pick<LateParts, 'platform'>) =>
  backupRetention(config, (ref) => platform.get().planOf(ref))

const openControl = ({ config, folder }: OwnedHost, clusters: ClusterDeps): Promise<ControlPlane> =>
  openControlPlane({
    ...clusters,
    folder,
    templates: createProjectTemplates(clusters),
    databaseUrl: config.databaseUrl,
    isArchived: config.backups !== undefined,
    migrations: [
      ...controlPlaneMigrations(clusters.services),
      fleetMigrations,
      backupMigrations,
      platformMigrations,
    ],
  })

function openPlatform(
  { config, certificate, clock, log, folder, fence, metrics }: OwnedHost,
  { late, services, operatorToken }: CoreOptions,
  {
    control,
    engine,
    fleet,
    backups,
    platformProject,
  }: Omit<Core, 'platform'> & {
    readonly control: ControlPlane
    readonly engine: Engine
  },
): Platform {
  return late.platform.set(
    createPlatform({
      services: services.all,
      control: control.database,
      fleet,
      backups: platformBackups(config, {
        archive: backups,
        retentionDays: retentionOf(config, late),
      }),
      accounts: services.accountsOf(platformProject),
      metrics,
      clock,
      addresses: () => late.addresses,
      engineVersion: engine.version,
      environment: config.environment,
      fence: fence.state,
      mode: config.mode,
      disabledFeatures: config.disabledFeatures,
      planLimits: config.planLimits,
      assistant: {
        provider: config.assistantProvider,
        allowsPrivateAddresses: config.allowsPrivateAddresses,
      },
      region: config.region,
      signUpDefault: config.signUp,
      links: config.links,
      statusFeedUrl: config.statusFeedUrl,
      telemetry: config.telemetry,
      errorCollectorUrl: config.errorCollectorUrl,
      onRestricted: (refs) => late.frontDoor.get().endSessionsOf(refs),
      projectMemoryBytes: projectMemory(config),
      clientBans: {
        list: (ref) => late.frontDoor.get().bans.list(ref),
        lift: (ref, networks) => late.frontDoor.get().bans.lift(ref, networks),
      },
      databaseCertificate: certificate && (() => certificate.describe()),
      installationKey: folder.installationKey,
      operatorToken,
      log,
      mailer: late.mailer.get(),
      hasMailServer: config.smtpUrl !== undefined,
    }),
  )
}
