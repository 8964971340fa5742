import type { ProjectFailure, ProjectStatus } from '@stoa/contract/platform/projects'
import type { Session } from '../postgres/database.ts'
import type { FleetKeys } from '../project/keys/port.ts'
import type { ApiKeys } from '../project/keys/api-keys.ts'
import type { Project, StoredParts, StoredProject } from '../project/project.ts'
import type { Settings } from '../project/settings.ts'
import type { SettingsChange, SettingsSection } from '@stoa/contract/settings-section'
import type { Service } from '../project/service.ts'
import type { ServiceFault } from './services/service-states.ts'
import type { UsageHour } from './services/meters.ts'

/** One project's machine side, as `fleet.instances` records it. */
export type Instance = {
  readonly ref: string
  readonly status: ProjectStatus
  readonly compute: 'running' | 'sleeping' | 'stopped'
  readonly failure: ProjectFailure | null
  /** `18.4`; null until the first start has succeeded. */
  readonly engineVersion: string | null
  readonly createdAt: Date
}

export type ProjectSecrets = { readonly keys: ApiKeys; readonly databasePassword: string }

/** A running project held awake. `release` must be called once, when the request or connection is over. */
export type Lease = {
  readonly project: Project
  /** Why a service of the project cannot be used now; undefined when nothing is wrong. */
  faultOf(service: string): ServiceFault
  release(): void
}

/**
 * The running projects. Every change of status goes through the transition table; an event the
 * status does not take is refused with 409 `project_busy` or `project_not_ready`. Long work is a
 * durable job: these calls resolve when the job is recorded, not when it is done.
 */
export type Fleet = {
  /** Records the project and its creation job within the caller's transaction. */
  create(tx: Session, project: { ref: string; databasePassword: string }): Promise<Instance>
  get(ref: string): Promise<Instance | undefined>
  list(refs: readonly string[]): Promise<Instance[]>
  pause(ref: string): Promise<Instance>
  /** Brings a paused project up; wakes a sleeping one. */
  resume(ref: string): Promise<Instance>
  restart(ref: string): Promise<Instance>
  retry(ref: string): Promise<Instance>
  /** Stops the project and removes its data: database, files, and whatever its services keep elsewhere. */
  remove(ref: string): Promise<Instance>
  /** The default keys and the owner's password. */
  secrets(ref: string): Promise<ProjectSecrets>
  readonly keys: FleetKeys
  /** Changes the password of the project's `postgres` role, in the cluster and in the records. */
  setDatabasePassword(ref: string, password: string): Promise<void>
  settings(ref: string): Promise<Settings>
  /**
   * Changes some fields of one section, in one transaction with `within`, and answers the section.
   * The running project has it when this resolves.
   */
  updateSettings<Values extends object>(
    ref: string,
    section: SettingsSection<Values>,
    change: SettingsChange<Values>,
    within?: (tx: Session) => Promise<void>,
  ): Promise<Values>
  /** What is known of a project while its database is asleep or stopped; rejects with 404 `project_not_found`. */
  stored(ref: string): Promise<StoredProject>
  /** The same for what has no record here: the platform, seen as a project. */
  storedParts(ref: string): StoredParts
  /** How each service does, in the order declared. Wakes nothing: of a project that sleeps nothing is wrong. */
  checkServices(
    ref: string,
  ): Promise<readonly { readonly service: Service; readonly fault: ServiceFault }[]>
  /** What is known to be wrong with a service, without looking. */
  faultOf(ref: string, service: string): ServiceFault
  /** What the services have counted for a project, an hour a row. */
  usage(ref: string, from: Date): Promise<readonly UsageHour[]>
  /**
   * Holds a project awake, waking it if it sleeps. Rejects with 404 `project_not_found`, 540
   * `project_paused` or 503 `project_not_ready` (with `retryAfter`).
   */
  acquire(ref: string): Promise<Lease>
  /** The same for raw Postgres connections: where the cluster's socket is. */
  acquireSocket(
    ref: string,
  ): Promise<{ readonly socketDir: string; readonly port: number; release(): void }>
  /** Resolves when the project's status is none of `while`, or after `timeoutMs`; answers the instance as it is then. */
  waitWhile(ref: string, statuses: readonly ProjectStatus[], timeoutMs: number): Promise<Instance>
  start(): Promise<void>
  /** Stops every cluster, in parallel, and the job worker. */
  stop(): Promise<void>
}
