import type { AppError } from '../../lib/errors.ts'
import type { Project } from '../../project/project.ts'
import type { ConfState } from './conf-state.ts'
import type { Protection } from '../disk/read-only.ts'
import type { ServiceStates } from '../services/service-states.ts'

/** The parts of a running project that can change without a restart. */
export type Live = { ownerPassword: string }

/** `hurried`: the whole server is stopping and has already refused running queries. */
export type StopPace = 'patient' | 'hurried'

/** A project's running cluster, connections and services. */
export type Running = {
  readonly project: Project
  readonly socketDir: string
  readonly live: Live
  readonly services: ServiceStates
  /** The process id of its Postgres. */
  readonly pid: () => number | undefined
  /** True while a query runs or a service keeps the project awake. */
  isBusy(): boolean
  /** Applies the settings of Postgres that need no restart. */
  applySettings(): Promise<void>
  confState(): ConfState
  /** Protects the disk from the project's writes, or lifts the protection. */
  protectDisk(protection: Protection | undefined): Promise<void>
  /** Why the project's owner cannot connect now, because of the disk. */
  closedReason(): AppError | undefined
  /** Whether the data directory was moved or deleted. */
  isDataGone(): Promise<boolean>
  /** Ends Postgres at once, which counts as a crash. */
  abort(): void
  stop(pace?: StopPace): Promise<void>
}
