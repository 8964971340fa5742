import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogDrain, LogDrainType } from '@stoa/contract/services/logs/drains'

export type PausedReason = NonNullable<LogDrain['delivery']['paused_reason']>

export type DrainSettings = {
  readonly name: string
  readonly description: string
  /** All if empty. */
  readonly sources: readonly LogSourceName[]
  readonly type: LogDrainType
  /** Encrypted. */
  readonly config: Buffer
}

export type StoredDrain = DrainSettings & {
  readonly id: string
  readonly ref: string
  /** Earlier events are not sent. */
  readonly insertedAt: Date
  readonly updatedAt: Date
  readonly pausedReason: PausedReason | null
  readonly eventsSent: number
  readonly eventsDropped: number
  readonly lastSuccessAt: Date | null
  readonly lastErrorAt: Date | null
  readonly lastError: string | null
  /** Set while the last attempt failed. */
  readonly failingSince: Date | null
}

/** How far a drain has sent the files of one hour of a source. */
export type DrainPosition = {
  readonly source: LogSourceName
  /** The beginning of the hour, in milliseconds since 1970. */
  readonly hour: number
  /** All files of the hour with a smaller number are sent. */
  readonly part: number
  /** How much of the segment with this number is sent. */
  readonly bytes: number
  /** How many events of the file with this number are sent. */
  readonly events: number
  /** The last event sent from a compacted file. */
  readonly cursor: { readonly timestamp: number; readonly id: string } | undefined
}

/**
 * The platform's records of log drains: they can be read while a project sleeps, and its owner
 * cannot change them in the database.
 */
export type DrainRecords = {
  /** The drains of all projects. */
  listAll(): Promise<readonly StoredDrain[]>
  /** The oldest first. */
  list(ref: string): Promise<readonly StoredDrain[]>
  find(ref: string, id: string): Promise<StoredDrain | undefined>
  /** Undefined if there are `max` already. */
  add(
    ref: string,
    drain: DrainSettings & { readonly id: string; readonly at: Date },
    max: number,
  ): Promise<StoredDrain | undefined>
  change(
    ref: string,
    id: string,
    change: DrainSettings & { readonly at: Date },
  ): Promise<StoredDrain | undefined>
  /** False if there is none with this id. */
  remove(ref: string, id: string): Promise<boolean>
  /** Also forgets the failures. */
  resume(ref: string, id: string): Promise<StoredDrain | undefined>
  /** Nothing happens to a drain that is paused already. `notice` tells the builders of the project. */
  pause(
    ref: string,
    id: string,
    pause: { readonly reason: PausedReason; readonly at: Date; readonly notice?: string },
  ): Promise<StoredDrain | undefined>
  positions(id: string): Promise<readonly DrainPosition[]>
  /** The receiver has accepted events: counts them and keeps the position, in one step. */
  accepted(
    id: string,
    position: DrainPosition,
    sent: { readonly events: number; readonly at: Date },
  ): Promise<void>
  /** Keeps a position without events sent; `dropped` events are lost. */
  skipped(id: string, position: DrainPosition, dropped: number): Promise<void>
  failed(id: string, failure: { readonly error: string; readonly at: Date }): Promise<void>
  /** Forgets the positions of earlier hours. */
  forgetPositions(ref: string, before: Date): Promise<void>
}
