import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { Log } from '../lib/log.ts'
import type { ClusterKeys } from '../postgres/clusters/key.ts'
import type { Database } from '../postgres/database.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { LogEvent } from './log-sink.ts'
import type { Settings } from './settings.ts'

/** When a service's job runs and how often it is attempted. */
export type JobOptions = {
  /** At most one job per key is queued: a newer one replaces it. */
  readonly key?: string
  /** The earliest time to run; immediately when absent. */
  readonly runAt?: Date
  /** 10 when absent, with increasing delays in between. */
  readonly maxAttempts?: number
}

export type JobPayload = { readonly [name: string]: string | number | boolean | null }

/**
 * The parts of a project that are available whether its database is paused, asleep or awake. Each
 * method takes a service name, which selects that service's own part of the project.
 */
export type StoredProject = {
  readonly ref: string
  /** The current settings; read them each time instead of keeping a copy. */
  readonly settings: Settings
  /** The public URL of the project's API, without a trailing slash. */
  readonly apiUrl: string
  /** The folder of a service with `hasFolder`. It exists until the project is deleted. */
  folder(service: string): string
  /** Adds a job that the service declares; the job is durable when this resolves. */
  addJob(service: string, job: string, payload?: JobPayload, options?: JobOptions): Promise<void>
  /** Adds to a counter that the service declares. Recorded within seconds. */
  count(service: string, meter: string, amount: number): void
  /** Writes to the server's log, and to the service's log source. */
  log(service: string): Log
  /**
   * Writes an event with columns of its own to a log source, and to no other log. It belongs to the
   * current request if it names none.
   */
  writeLog(source: LogSourceName, event: LogEvent): void
}

/** A project's parts that exist whether or not it runs, without its settings. */
export type StoredParts = Omit<StoredProject, 'settings'>

/** The platform's ref. No project can have it, because refs have 20 letters. */
export const PLATFORM_REF = 'platform'

/**
 * A running project as its services see it. The platform itself is also one; its
 * accounts are the users in its own database.
 */
export type Project = StoredProject & {
  readonly database: Database
  /**
   * The keys that the database encrypts secrets with. Absent for the platform, whose database may be
   * on another server.
   */
  readonly clusterKeys?: ClusterKeys
  /** The current keys; read them each time instead of keeping a copy. */
  readonly keys: KeyRing
  /** Keeps the project awake until the returned function is called. */
  holdAwake(): () => void
}

/** A database and the name of its project, for work that needs nothing else of it. */
export type QueriedProject = Pick<Project, 'ref' | 'database'>
