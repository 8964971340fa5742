import type { FunctionLogEntry } from '@stoa/contract/services/functions/logs'
import type { CountedRequest } from './counts/counts.ts'

/** The function that wrote the line. */
export type LogSource = Pick<FunctionLogEntry, 'version' | 'executionId'> & {
  readonly functionId: string
  /**
   * The request of an invocation. It is counted even if its line is dropped, and so is a cold
   * start.
   */
  readonly request?: CountedRequest
  readonly isColdStart?: boolean
}
/** A new line; the log adds the time. */
export type FunctionLogLine = Omit<FunctionLogEntry, 'id' | 'time' | 'version' | 'executionId'>
