import type { LogSourceName } from '@stoa/contract/catalog/log-sources'
import type { LogSink } from '../project/log-sink.ts'
import type { LogFile } from './layout.ts'

/** Milliseconds since 1970; `to` is excluded. */
export type Span = { readonly from: number; readonly to: number }

export type StoredLogFile = LogFile & { readonly path: string; readonly bytes: number }

/** An hour of a source whose files have changed: events were added, or a segment was compacted. */
export type ChangedHour = {
  readonly ref: string
  readonly source: LogSourceName
  /** Its beginning, in milliseconds since 1970. */
  readonly hour: number
}

export type LogLimits = {
  readonly days: number
  readonly bytes: number
  /** Called before each file is deleted. */
  readonly onExpire?: (source: LogSourceName, file: StoredLogFile) => Promise<void>
}

/**
 * The segments and files of all projects' logs. Another store, such as one on S3, is a second
 * implementation.
 */
export type LogStore = LogSink & {
  /** Resolves when every earlier event of the project is in its segment or counted as dropped. */
  flush(ref: string): Promise<void>
  /** The files that can contain events of the span, the oldest first. */
  files(ref: string, source: LogSourceName, span: Span): Promise<readonly StoredLogFile[]>
  /** Segments of past hours, which nobody writes to any more: they can be compacted. */
  closedSegments(): Promise<readonly (StoredLogFile & { ref: string; source: LogSourceName })[]>
  /**
   * Puts the compacted file in place of its segment, in one step for readers. A server that dies
   * in between finds either of them, never both as two files of events.
   */
  replace(segment: StoredLogFile, compacted: string): Promise<void>
  /** Events dropped in the span. */
  dropped(ref: string, span: Span): number
  storage(ref: string): Promise<{
    bytes: number
    oldest: number | undefined
    dropped: number
    /** Files with damaged lines, which are kept beside the compacted files. */
    damaged: number
  }>
  /** Deletes what is older than the retention, and the oldest beyond the size limit. */
  expire(ref: string, limits: LogLimits): Promise<void>
  /** Calls the listener after each change of an hour's files, until the returned function is called. */
  watch(listener: (changed: ChangedHour) => void): () => void
  /** Deletes all logs of a deleted project. */
  remove(ref: string): Promise<void>
  /** Writes what is waiting, and accepts nothing more. */
  stop(): Promise<void>
}
