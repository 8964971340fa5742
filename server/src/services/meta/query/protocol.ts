import type { Connection } from 'pg'

export type QueryPlan = {
  readonly text: string
  /** Maximum rows kept per statement. */
  readonly rowLimit: number
  /** Maximum bytes of row text that are kept; 50 MB by default. */
  readonly maxBytes?: number | undefined
  /** The text is a single statement, and Postgres may stop it at the limit. */
  readonly mayStop: boolean
  /** The values of `$1`, `$2`, … as Postgres reads them; only with `mayStop`. */
  readonly parameters?: readonly (string | null)[] | undefined
  /** The type oids of the parameters; Postgres infers those that are 0 or missing. */
  readonly parameterTypes?: readonly number[] | undefined
}

/** The outcome of a statement. */
export type Ending = { command: string; rowCount: number | null; isLimited?: true }

const PORTAL = 'run'

/** Rows that are requested at a time. */
const WINDOW_ROWS = 10_001

/** Whether the transaction has written anything: only writes assign a transaction id. */
const HAS_WRITTEN = 'select pg_catalog.pg_current_xact_id_if_assigned() is not null'

/**
 * The messages that run a text, and the meaning of Postgres's responses.
 *
 * Most texts are sent as one simple query message. A single statement can use the extended protocol,
 * which refuses a second one, and can stop after a number of rows, so that the rest is never
 * computed. But a select's functions may write, so at the limit Postgres is asked whether the
 * transaction has written; if it has, the statement runs to its end.
 */
export function createProtocol(plan: QueryPlan, isFull: () => boolean) {
  let phase: 'simple' | 'window' | 'asking' | 'rest' = plan.mayStop ? 'window' : 'simple'
  let hasWritten = false
  /** Rows of the windows that were requested before the current one. */
  let fetched = 0
  let window = 0

  /** Requests rows up to one more than the limit, in parts, so that a result of large rows can stop. */
  const fetchWindow = (connection: Connection) => {
    fetched += window
    window = Math.min(WINDOW_ROWS, plan.rowLimit + 1 - fetched)
    connection.execute({ portal: PORTAL, rows: String(window) }, true)
    connection.flush()
  }

  const open = (
    connection: Connection,
    portal: string,
    {
      text,
      parameters = [],
      parameterTypes = [],
    }: Pick<QueryPlan, 'text' | 'parameters' | 'parameterTypes'>,
  ) => {
    connection.parse({ name: '', text, types: parameterTypes.map(String) }, true)
    connection.bind({ portal, statement: '', values: [...parameters] }, true)
  }

  return {
    send(connection: Connection): void {
      if (phase === 'simple') return connection.query(plan.text)
      // The portal of an earlier statement of the same transaction.
      connection.close({ type: 'P', name: PORTAL }, true)
      open(connection, PORTAL, plan)
      connection.describe({ type: 'P', name: PORTAL }, true)
      return fetchWindow(connection)
    },
    /** The statement has more rows than were requested. */
    suspended(connection: Connection): void {
      if (!isFull() && fetched + window <= plan.rowLimit) return fetchWindow(connection)
      phase = 'asking'
      open(connection, '', { text: HAS_WRITTEN })
      connection.execute({}, true)
      return connection.flush()
    },
    isAsking: () => phase === 'asking',
    takeAnswer([answer]: readonly (string | null)[]): void {
      hasWritten = answer === 't'
    },
    /** A command's tag has arrived; undefined if the statement has not ended. */
    completed(connection: Connection, tag: string): Ending | undefined {
      const ending = readCommandTag(tag)
      if (phase === 'simple') return ending
      if (phase === 'asking' && hasWritten) {
        phase = 'rest'
        connection.execute({ portal: PORTAL, rows: '0' }, true)
        connection.sync()
        return undefined
      }
      // The tag counts only the rows since the last suspension.
      const before = phase === 'rest' ? fetched + window : fetched
      const rowCount = ending.rowCount === null ? null : ending.rowCount + before
      if (phase === 'rest') return { ...ending, rowCount }
      connection.sync()
      if (phase === 'window') return { ...ending, rowCount }
      return { command: 'SELECT', rowCount: null, isLimited: true }
    },
    /** The text has ended; makes Postgres ready again. */
    ended(connection: Connection): void {
      if (phase !== 'simple' && phase !== 'rest') connection.sync()
    },
  }
}

// `INSERT 0 5`, `SELECT 3`, `CREATE TABLE`, `REFRESH MATERIALIZED VIEW`.
function readCommandTag(tag: string): Ending {
  const [command = ''] = /^[A-Z ]*[A-Z]/.exec(tag) ?? []
  const count = / (\d+)$/.exec(tag)?.[1]
  return { command, rowCount: count === undefined ? null : Number(count) }
}
