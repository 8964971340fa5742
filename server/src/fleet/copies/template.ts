import type { Client } from 'pg'
import type { Log } from '../../lib/log.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import { ensureTemplate, templateName } from '../../postgres/clusters/template.ts'
import type { Watchdog } from '../../postgres/processes/watchdog.ts'
import type { MigrationSource, Service } from '../../project/service.ts'
import { adoptExtension, engineHas, scriptFileOf } from '../machine/native-extensions.ts'
import { createPasswords } from '../machine/passwords.ts'

export type FleetFolders = {
  /** One data directory per project, named by its ref. */
  readonly projects: string
  readonly templates: string
  /** Contains each project's socket folder; its path must be short. */
  readonly sockets: string
  /** The files that services keep, one folder per project. */
  readonly files: string
}

export type TemplateDeps = {
  readonly engine: Engine
  readonly account: Account | undefined
  readonly folders: FleetFolders
  readonly installationKey: Buffer
  readonly watchdog: Watchdog
  readonly services: readonly Service[]
  readonly log: Log
}

export type ProjectTemplates = {
  /** Identifies a release's content of a project: engine, settings, and every migration. */
  release(): Promise<string>
  /**
   * Returns the stopped cluster from which projects and the control plane's own database are
   * copied, and builds it first (about two seconds) if this release has none yet. Its superuser's
   * password is `passwords.template`.
   */
  ensure(): Promise<string>
}

/** The roles, schemas and grants that every database gets before any service's migrations. */
export const bootstrapMigrations: MigrationSource = {
  owner: 'bootstrap',
  folder: new URL('bootstrap/', import.meta.url),
}

/** The migrations of every project's database, in order: the bootstrap, then each service's. */
export const projectMigrations = (services: readonly Service[]): readonly MigrationSource[] => [
  bootstrapMigrations,
  ...services.flatMap(({ database }) => database?.migrations ?? []),
]

/**
 * Same as above, for the control plane's database: only services that serve the platform itself.
 */
export const controlPlaneMigrations = (services: readonly Service[]): readonly MigrationSource[] =>
  projectMigrations(services.filter(({ servesPlatform }) => servesPlatform))

/** The fleet's own tables in the control-plane database. */
export const fleetMigrations: MigrationSource = {
  owner: 'fleet',
  folder: new URL('../records/migrations/', import.meta.url),
}

export function createProjectTemplates(deps: TemplateDeps): ProjectTemplates {
  const { engine, account, folders, installationKey, watchdog, services } = deps
  const extensions = services
    .flatMap(({ database }) => database?.nativeExtension ?? [])
    .filter((extension) => engineHas(engine, extension))
  const options = {
    engine,
    account,
    folder: folders.templates,
    socketDir: folders.sockets,
    watchdog,
    migrations: projectMigrations(services),
    password: createPasswords(installationKey).template,
    onMigrationFailed: ({ owner }: MigrationSource, err: unknown) =>
      deps.log.error({ err, owner }, 'A migration is missing from the template of new projects.'),
    // A project that finds an extension missing installs it when it starts.
    completion: {
      files: extensions.map((extension) => scriptFileOf(extension, 'adopt')),
      async run(client: Client) {
        for (const extension of extensions)
          await adoptExtension(client, extension).catch((err: unknown) =>
            deps.log.warn(
              { err, extension: extension.name },
              'An extension is missing from the template of new projects.',
            ),
          )
      },
    },
  }
  let name: Promise<string> | undefined
  let building: Promise<string> | undefined
  return {
    release: () => (name ??= templateName(options)),
    // One build runs at a time; after a failed build, the next call tries again.
    ensure: () => (building ??= ensureTemplate(options).finally(() => (building = undefined))),
  }
}
