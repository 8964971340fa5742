import type { Statement } from './sql.ts'

export type Isolation = 'read committed' | 'repeatable read' | 'serializable'

/** What a data-plane transaction runs as; each entry becomes a transaction-local setting. */
export type CallerContext = {
  readonly role: string
  /** Other settings, such as `request.jwt.claims` or `search_path`. */
  readonly settings: Readonly<Record<string, string>>
  readonly isReadOnly: boolean
  /** Left out, transactions are as isolated as the database has them. */
  readonly isolation?: Isolation | undefined
}

export type CallerStatement = Statement & {
  /** Names a statement to be prepared once a connection and reused; leave out for one-off text. */
  readonly name?: string
  /** A value too long to be held comes as the result's `long`; whoever runs the statement takes care of it. */
  readonly mayBeLong?: boolean
  /**
   * It only reads one row, and may run more than once for one answer. The column at this index of
   * the row says how many seconds it took.
   */
  readonly tookAt?: number
}
