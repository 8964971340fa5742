import type { EndSignal } from '../../lib/end-signal.ts'
import type { Statement } from '../sql.ts'

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/** The role and settings of a data-plane transaction; each becomes a transaction-local setting. */
export type CallerContext = {
  readonly role: string
  /** Other settings, such as `request.jwt.claims` or `search_path`. */
  readonly settings: Readonly<Record<string, string>>
  readonly isReadOnly: boolean
  /** The database's default isolation level applies by default. */
  readonly isolation?: Isolation | undefined
  /**
   * Ends the transaction on abort, while it waits or runs. For reads only: nobody can tell whether
   * an aborted write was committed.
   */
  readonly signal?: EndSignal | undefined
}

export type CallerStatement = Statement & {
  /**
   * Name of a statement that each connection prepares once and reuses. Leave it out for one-off
   * text.
   */
  readonly name?: string
  /**
   * A value too long for memory is returned as the result's `long`, and the caller has to open or
   * discard it.
   */
  readonly mayBeLong?: boolean
  /**
   * The column of the statement's one row that holds how many seconds it took. Runs of a quick
   * statement share connections.
   */
  readonly tookAt?: number
  /** Marks a read that can safely run twice for one response. */
  readonly mayRunTwice?: boolean
}
