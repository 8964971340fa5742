import type { LogLevel, LogSourceName } from '@stoa/contract/catalog/log-sources'

/** An event in the columns of its source (`logColumn` of the contract's catalog). */
export type LogEvent = {
  /** A new id if absent. An event that could be read twice has one that is the same both times. */
  readonly id?: string
  /** When it happened, in microseconds since 1970; the time of writing if absent. */
  readonly timestamp?: number
  readonly message: string
  readonly severity: LogLevel
  /** The request at the gateway that caused it. */
  readonly requestId?: string | undefined
  readonly columns: Readonly<Record<string, LogValue>>
}

export type LogValue = string | number | boolean | null | undefined

/**
 * Where the parts of a project write their logs. Writing never waits and never throws: events
 * beyond the limits are dropped, and a row of the source says how many.
 */
export type LogSink = {
  write(ref: string, source: LogSourceName, event: LogEvent): void
}

/** Drops every event. For tests and for servers without a log store. */
export const noLogs: LogSink = { write() {} }
