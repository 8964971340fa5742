import type { LogStore } from './port.ts'
import type { LogReader } from './query/reader.ts'

/** The logs of all projects. */
export type LogParts = {
  readonly store: LogStore
  readonly reader: LogReader
  /** Bytes that are left on the disk of the logs. */
  readonly freeBytes: () => Promise<number>
}
