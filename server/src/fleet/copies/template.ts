import type { Log } from '../../lib/log.ts'
import type { Account } from '../../postgres/engines/account.ts'
import type { Engine } from '../../postgres/engines/engine.ts'
import { ensureTemplate, templateName } from '../../postgres/template.ts'
import type { Watchdog } from '../../postgres/watchdog.ts'
import type { MigrationSource, Service } from '../../project/service.ts'
import { createPasswords } from '../machine/passwords.ts'

export type FleetFolders = {
  /** One data directory a project, named by its ref. */
  readonly projects: string
  readonly templates: string
  /** Short: each project's socket folder lies in it. */
  readonly sockets: string
  /** The files that services keep, one folder a project. */
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
  /** Names what this release puts into a project: engine, settings, and every migration. */
  release(): Promise<string>
  /**
   * The stopped cluster that projects, and the control plane's own database, are copies of; built
   * where this release has none yet (about two seconds), else found. Its superuser has
   * `passwords.template`.
   */
  ensure(): Promise<string>
}

/** What every database of ours holds before any service's part: roles, schemas, grants. */
export const bootstrapMigrations: MigrationSource = {
  owner: 'bootstrap',
  folder: new URL('bootstrap/', import.meta.url),
}

/** What every project's database holds, in the order applied: roles and schemas, then each service's own. */
export const projectMigrations = (services: readonly Service[]): readonly MigrationSource[] => [
  bootstrapMigrations,
  ...services.flatMap(({ database }) => database?.migrations ?? []),
]

/** What the control plane's database holds of all that: the parts of services that serve the platform itself. */
export const controlPlaneMigrations = (services: readonly Service[]): readonly MigrationSource[] =>
  projectMigrations(services.filter(({ servesPlatform }) => servesPlatform))

/** The fleet's own tables in the control-plane database. */
export const fleetMigrations: MigrationSource = {
  owner: 'fleet',
  folder: new URL('../records/migrations/', import.meta.url),
}

export function createProjectTemplates(deps: TemplateDeps): ProjectTemplates {
  const { engine, account, folders, installationKey, watchdog, services } = deps
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
  }
  let name: Promise<string> | undefined
  let building: Promise<string> | undefined
  return {
    release: () => (name ??= templateName(options)),
    // One build at a time; one that failed is tried again by whoever asks next.
    ensure: () => (building ??= ensureTemplate(options).finally(() => (building = undefined))),
  }
}
