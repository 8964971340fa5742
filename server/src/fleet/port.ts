import type {
  ProjectFailure,
  ProjectOverview,
  ProjectStatus,
} from '@stoa/contract/platform/projects'
import type { ComputeSizeId } from '@stoa/contract/catalog/compute-sizes'
import type { RestoreTarget } from '../backups/port.ts'
import type { Session } from '../postgres/database.ts'
import type { JobCounts } from '../postgres/jobs.ts'
import type { Within } from '../postgres/within.ts'
import type { RunningProject } from '../metrics/samples/sampler.ts'
import type { FleetKeys } from '../project/keys/port.ts'
import type { ApiKeys } from '../project/keys/api-keys.ts'
import type { Project, StoredParts, StoredProject } from '../project/project.ts'
import type { Settings } from '../project/settings.ts'
import type { SettingsChange, SettingsSection } from '@stoa/contract/settings-section'
import type { PostgresSettings } from '@stoa/contract/platform/postgres-settings'
import type { Service } from '../project/service.ts'
import type { ConfState } from './machine/conf-state.ts'
import type { ServiceFault } from './services/service-states.ts'
import type { CopyOrigin, Origin } from './copies/origins.ts'
import type { Looks } from './looks/port.ts'
import type { DiskUse } from './disk/disk-guard.ts'
import type { PgBouncer } from './pooler/pgbouncer.ts'
import type { Lag, LagSample } from './replicas/lag.ts'
import type { ReplicaPhase } from './replicas/replica-state.ts'
import type { UsageHour } from './services/meters.ts'

/** One project's database server, as `fleet.instances` records it. */
export type Instance = {
  readonly ref: string
  readonly status: ProjectStatus
  readonly compute: 'running' | 'sleeping' | 'stopped'
  readonly failure: ProjectFailure | null
  /** For example `18.4`; null until the first start has succeeded. */
  readonly engineVersion: string | null
  readonly createdAt: Date
  /** When its database last started or fell asleep. */
  readonly lastActiveAt: Date
  /** When its data was last replaced with a fresh copy of another project's; null if never. */
  readonly resetAt: Date | null
  /** Null where it shares the machine without limits of its own. */
  readonly computeSize: ComputeSizeId | null
}

export type ProjectSecrets = { readonly keys: ApiKeys; readonly databasePassword: string }

/** Keeps a running project awake. Call `release` when the request or connection has ended. */
export type Lease = {
  readonly project: Project
  /** Why a service of the project cannot be used now; undefined when nothing is wrong. */
  faultOf(service: string): ServiceFault
  /** Whether the project was paused, restarted or deleted since the lease was granted. */
  isOver(): boolean
  release(): void
}

/** For a process with connections of its own, whose lease is also over when Postgres has stopped. */
export type NodeLease = Lease & {
  /** The folder of the cluster's socket. */
  readonly socketDir: string
  readonly port: number
}

export type Capacity = {
  readonly memoryBytes: number
  readonly cores: number
  readonly isLimited: boolean
}

/** The data that a project had before its last restore. It is a folder of its own until it is deleted. */
export type KeptState = {
  /** When the project came up with the restored data. */
  readonly restoredAt: Date
  /** The moment that was restored. */
  readonly target: RestoreTarget
  /** The space of the former data, which `disk` counts as well. */
  readonly bytes: number
  /** The status that the project had before the restore. */
  readonly statusBefore: ProjectStatus
  /** When it is deleted unless it is confirmed or undone earlier: seven days after the restore. */
  readonly keptUntil: Date
}

/** A second cluster of a project that follows the first and can only be read. */
export type ProjectReplica = {
  /** `<ref>-rr-<region>-<five letters>`, which also selects it in user names of connections. */
  readonly identifier: string
  readonly region: string
  readonly createdAt: Date
  /** `sleeping` while its project sleeps, is paused, or starts. */
  readonly phase: ReplicaPhase | 'sleeping'
  /** Why it could not be built or started at the last attempt. */
  readonly failure: ProjectFailure | null
  /** Null unless it follows its primary. */
  readonly lag: Lag | null
  /** The lag since it started, at most of the last hour. */
  readonly samples: readonly LagSample[]
}

/** For raw Postgres connections, which know nothing else of the project. */
export type SocketLease = Pick<Lease, 'isOver' | 'release'> & {
  /** The folder of the cluster's socket. */
  readonly socketDir: string
  readonly port: number
  /** The project's current settings. */
  settings(): Settings
  /** How many clients can be connected there; the limit of the door if absent. */
  readonly maxClients?: number
}

/**
 * The running projects. Every change of status follows the transition table; an event that the
 * status rejects is refused with 409 `project_busy` or `project_not_ready`. Long work is a durable
 * job: these calls resolve when the job is recorded, not when it is done. `within` runs in the
 * transaction that records the change and the job.
 */
export type Fleet = {
  /**
   * Records the project and its creation job within the caller's transaction. A project with an
   * origin starts with the data of another one.
   */
  create(
    tx: Session,
    project: {
      ref: string
      databasePassword: string
      origin?: Origin | null
      computeSize?: ComputeSizeId | null
    },
  ): Promise<Instance>
  get(ref: string): Promise<Instance | undefined>
  list(refs: readonly string[]): Promise<Instance[]>
  pause(ref: string, within?: Within): Promise<Instance>
  /** Starts a paused project; wakes a sleeping one. */
  resume(ref: string, within?: Within): Promise<Instance>
  restart(ref: string, within?: Within): Promise<Instance>
  retry(ref: string, within?: Within): Promise<Instance>
  /**
   * Replaces the project's data with its own of an earlier moment, from its backups, and starts it. The
   * former data is kept (`keptState`). If the restore fails, the former data comes back, and the status
   * is RESTORE_FAILED with the reason; `retry` then starts it. Files of services stay as they are.
   *
   * Rejects before anything changes with 409 `backups_off`, 409 `moment_unreachable`, 409
   * `restore_unconfirmed` while the state before another restore is kept, and 507 `disk_full`.
   */
  restore(ref: string, target: RestoreTarget, within?: Within): Promise<Instance>
  /**
   * Replaces the project's data with a fresh copy of another project's, and starts it. Its ref, keys,
   * password, settings and functions stay. The former data is deleted once the copy is up; if the copy
   * fails, it comes back, and the status is RESTORE_FAILED with the reason. Can be canceled with
   * `cancelRestore`.
   *
   * Rejects before anything changes with 409 `restore_unconfirmed`, 409 `reset_unfinished` or 507
   * `disk_full`.
   */
  reset(ref: string, origin: CopyOrigin, within?: Within): Promise<Instance>
  /**
   * Brings the former data back while a restore is in progress, and the project to where it was:
   * running, or paused. Rejects with 409 `restore_over` once the restored data is up.
   */
  cancelRestore(ref: string, within?: Within): Promise<Instance>
  /** Undefined if no state is kept. Rejects with 404 `project_not_found`. */
  keptState(ref: string): Promise<KeptState | undefined>
  /**
   * Replaces the restored data with the kept state, and starts the project unless it is paused. All
   * that was written since the restore is deleted. Rejects with 409 `no_kept_state`.
   */
  undoRestore(ref: string, within?: Within): Promise<Instance>
  /** Deletes the kept state, in a job. Rejects with 409 `no_kept_state`. */
  confirmRestore(ref: string, within?: Within): Promise<void>
  /**
   * Restores a backup into a scratch cluster, checks every table and index, and records the result with
   * the backup, in a job. Rejects with 409 `backups_off`, or 404 `backup_not_found` if the project has
   * no complete backup of this id.
   */
  verifyBackup(ref: string, backupId: string, within?: Within): Promise<void>
  /** Databases with the data of earlier moments, beside the projects. */
  readonly looks: Looks
  /**
   * Restarts the project with another compute size; one that is paused starts with it when it is
   * resumed.
   */
  resize(ref: string, size: ComputeSizeId | null, within?: Within): Promise<Instance>
  /** The machine's memory and processors, and whether the kernel limits a project's share of them. */
  capacity(): Promise<Capacity>
  /**
   * Takes the project out of service at once, and removes it after seven days. Until then it keeps its
   * data, files, secrets and backups, and `recover` brings it back. Does nothing for a project that was
   * retired or is being removed.
   */
  retire(ref: string, within?: Within): Promise<Instance>
  /**
   * Starts a retired project. It serves again as before, with the same keys. Rejects with 409
   * `project_not_kept` once its removal has begun.
   */
  recover(ref: string, within?: Within): Promise<Instance>
  /** The retired projects among these, those deleted last first. */
  retired(
    refs: readonly string[],
  ): Promise<readonly { readonly ref: string; readonly keptUntil: Date }[]>
  /**
   * Stops the project and deletes its database, files, backups, and its services' data elsewhere, at
   * once, even if it was retired.
   */
  remove(ref: string, within?: Within): Promise<Instance>
  /** The default keys and the owner's password. */
  secrets(ref: string): Promise<ProjectSecrets>
  readonly keys: FleetKeys
  /**
   * Changes the password of the project's `postgres` role, in the cluster and in the records.
   * `within` runs in the transaction that records the intended password; after a crash, the next
   * start completes the change. If Postgres refuses the change, the call rejects and the former
   * password remains.
   */
  setDatabasePassword(ref: string, password: string, within?: Within): Promise<void>
  settings(ref: string): Promise<Settings>
  /** Same as above, from memory if the project runs, so that nothing waits for the records. */
  latestSettings(ref: string): Settings | Promise<Settings>
  /**
   * Changes some fields of one section, in one transaction with `within`, and returns the section.
   * When the call resolves, the running project uses the new values.
   */
  updateSettings<Values extends object>(
    ref: string,
    section: SettingsSection<Values>,
    change: SettingsChange<Values>,
    within?: Within,
  ): Promise<Values>
  /**
   * Same as above, for the settings of Postgres, which the caller has checked. Those that need a
   * restart apply at the next one.
   */
  changePostgresSettings(
    ref: string,
    change: SettingsChange<PostgresSettings>,
    within?: Within,
  ): Promise<PostgresSettings>
  /** The settings with which the project's Postgres was started; undefined if it does not run. */
  confState(ref: string): ConfState | undefined
  /** The parts available even while a project sleeps; rejects with 404 `project_not_found`. */
  stored(ref: string): Promise<StoredProject>
  /** Same as above, for the platform, which is treated as a project but has no record here. */
  storedParts(ref: string): StoredParts
  /** Each service's health, in declaration order. A project that is asleep has no faults. */
  checkServices(
    ref: string,
  ): Promise<readonly { readonly service: Service; readonly fault: ServiceFault }[]>
  /** The last known fault of a service, without a new health check. */
  faultOf(ref: string, service: string): ServiceFault
  /** A project's disk usage and limit; rejects with 404 `project_not_found`. */
  disk(ref: string): Promise<DiskUse>
  /** Changes the disk limit in one transaction with `within`. It applies within seconds. */
  setDiskLimit(ref: string, bytes: number, within?: Within): Promise<void>
  /** A project's usage counters, one row per hour. */
  usage(ref: string, from: Date): Promise<readonly UsageHour[]>
  /** The usage counters of all projects, one row per project and hour. */
  usageOfAll(from: Date): Promise<readonly (UsageHour & { readonly ref: string })[]>
  /** The projects whose databases run now. Wakes none, and keeps none awake. */
  running(): readonly RunningProject[]
  /** The durable work of all projects that waits, and that has failed. */
  countJobs(): Promise<JobCounts>
  /**
   * The project's figures, current if it runs and the last known otherwise, and problems that need
   * attention. Wakes nothing; rejects with 404 `project_not_found`.
   */
  overview(ref: string): Promise<ProjectOverview>
  /**
   * Keeps a project awake, waking it if it is asleep; one that is awake needs no waiting. Rejects
   * with 404 `project_not_found`, 540 `project_paused` or 503 `project_not_ready` (with
   * `retryAfter`).
   */
  acquire(ref: string): Lease | Promise<Lease>
  /** Same as above, for another process of the installation. */
  acquireForNode(ref: string): Promise<NodeLease>
  /** Same as above, for raw Postgres connections: returns the location of the cluster's socket. */
  acquireSocket(ref: string): Promise<SocketLease>
  /** The replicas of a project, the oldest first. Wakes nothing. */
  replicas(ref: string): Promise<readonly ProjectReplica[]>
  /**
   * Records a replica, and wakes the project, which builds it in the background: a copy of the running
   * primary. It starts, sleeps and is deleted with its project. `within` gets its identifier. Rejects
   * with 409 `too_many_replicas`, or 503 `project_not_ready` if the project does not serve.
   */
  addReplica(ref: string, region: string, within?: Within<string>): Promise<ProjectReplica>
  /**
   * Ends a replica with its connections, and deletes its data: at once if the project runs, otherwise
   * at its next start. Rejects with 404 `replica_not_found`.
   */
  removeReplica(ref: string, identifier: string, within?: Within): Promise<void>
  /**
   * Same as `acquireSocket`, for a replica. Rejects with 404 `replica_not_found`, or with 503
   * `replica_not_ready` if it cannot be read within 15 seconds.
   */
  acquireReplica(identifier: string): Promise<SocketLease>
  /**
   * Same as `acquireSocket`, for the project's pooler, which the first call starts. Rejects with 503
   * `pooler_missing` if this server has none, or `pooler_not_ready`.
   */
  acquirePooler(ref: string): Promise<SocketLease>
  /** The program of the poolers; undefined if it is not installed. */
  readonly pgbouncer: Pick<PgBouncer, 'version'> | undefined
  /**
   * Waits until the status is none of `statuses`, or until the timeout; returns the current
   * instance.
   */
  waitWhile(ref: string, statuses: readonly ProjectStatus[], timeoutMs: number): Promise<Instance>
  start(): Promise<void>
  /** Cancels the statements that run for requests, before the server stops. Never rejects. */
  interrupt(): Promise<void>
  /** Stops every cluster, in parallel, and the job worker. */
  stop(): Promise<void>
}
