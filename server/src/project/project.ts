import type { Log } from '../lib/log.ts'
import type { Database } from '../postgres/database.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { Settings } from './settings.ts'

/** How long and how often a job of a service is tried, and when. */
export type JobOptions = {
  /** Of one key at most one job waits: a newer one replaces it. */
  readonly key?: string
  /** Not before this time; at once when absent. */
  readonly runAt?: Date
  /** 10 when absent, with growing pauses in between. */
  readonly maxAttempts?: number
}

export type JobPayload = { readonly [name: string]: string | number | boolean | null }

/**
 * What is known of a project whether or not its database runs: paused, asleep or awake. A service's
 * name selects its own part of what is kept for the project.
 */
export type StoredProject = {
  readonly ref: string
  /** Read again after every change; hold no copy. */
  readonly settings: Settings
  /** Where the project's API is reached from outside, without a trailing slash. */
  readonly apiUrl: string
  /** The folder of a service that declares `hasFolder`. It exists from the project's creation to its deletion. */
  folder(service: string): string
  /** Adds a job that the service declares; it is durable when this resolves. */
  addJob(service: string, job: string, payload?: JobPayload, options?: JobOptions): Promise<void>
  /** Adds to a counter that the service declares. Kept in memory for seconds, then recorded. */
  count(service: string, meter: string, amount: number): void
  /** Log lines of the project under the service's log source. */
  log(service: string): Log
}

/** What a project has whether or not it runs, its settings apart. */
export type StoredParts = Omit<StoredProject, 'settings'>

/**
 * A running project as its services see it. The platform itself is one too (ref `platform`): its
 * accounts are the users of its own database.
 */
export type Project = StoredProject & {
  readonly database: Database
  /** The keys of this moment; ask again each time and hold no copy. */
  readonly keys: KeyRing
  /** Keeps the project from falling asleep until the function that it returns is called. */
  holdAwake(): () => void
}
