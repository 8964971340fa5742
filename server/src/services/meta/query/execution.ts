import type { Client, Connection } from 'pg'
import { tapRows } from './wire-tap.ts'

/** One statement's result, its columns still known by type number. */
export type StatementResult = {
  command: string
  columns: readonly { name: string; typeOid: number; typeModifier: number }[]
  rows: (string | null)[][]
  rowCount: number | null
  isLimited: boolean
}

export type Outcome = {
  readonly results: readonly StatementResult[]
  /** Statements that completed, also those whose result was not kept. */
  readonly completed: number
  /** What ended the run early: Postgres's refusal, or the connection's loss; null when nothing did. */
  readonly error: unknown
  /** A COPY asked for data, of which there is none. */
  readonly wantedData: boolean
}

export type ExecuteOptions = {
  readonly text: string
  /** Rows kept of each statement. */
  readonly rowLimit: number
  /** A single statement that only returns rows: past the limit Postgres is not asked for more. */
  readonly stopsAtLimit: boolean
}

/** Bytes of row text kept of one run, and results kept of one run. */
const MAX_BYTES = 50_000_000
export const MAX_RESULTS = 1000

type Field = { name: string; dataTypeID: number; dataTypeModifier: number }

/**
 * Sends the whole text as one query message and resolves when Postgres is ready again, or with the
 * error that ended it. Rows past the limits are dropped as they arrive. Takes the connection over:
 * afterwards it returns no rows to anybody else.
 */
export function execute(client: Client, options: ExecuteOptions): Promise<Outcome> {
  return new Promise((resolve) => {
    const results: StatementResult[] = []
    let current: StatementResult | undefined
    let completed = 0
    let bytes = 0
    let wantedData = false
    const finish = (error: unknown) => resolve({ results, completed, error, wantedData })

    tapRows(client.connection.stream, {
      wants(byteLength) {
        if (!current || current.isLimited) return false
        const fits = current.rows.length < options.rowLimit && bytes + byteLength <= MAX_BYTES
        if (fits) bytes += byteLength
        else current.isLimited = true
        return fits
      },
      take: (cells) => current?.rows.push(cells),
    })

    const begin = (fields: readonly Field[]): StatementResult => {
      const result: StatementResult = {
        command: '',
        columns: fields.map((field) => ({
          name: field.name,
          typeOid: field.dataTypeID,
          typeModifier: field.dataTypeModifier,
        })),
        rows: [],
        rowCount: null,
        isLimited: false,
      }
      if (results.length < MAX_RESULTS) results.push(result)
      // Nobody sees the rows of a result that is not kept.
      else result.isLimited = true
      return result
    }

    // The driver's callbacks for whatever it has submitted.
    client.query({
      submit: (connection: Connection) => send(connection, options),
      handleRowDescription: ({ fields }: { fields: readonly Field[] }) => {
        current = begin(fields)
      },
      handleDataRow: () => {},
      handleCommandComplete({ text }: { text: string }) {
        current ??= begin([])
        Object.assign(current, readCommandTag(text))
        current = undefined
        completed += 1
      },
      handlePortalSuspended() {
        if (current) Object.assign(current, { command: 'SELECT', isLimited: true })
        current = undefined
        completed += 1
      },
      handleEmptyQuery: () => {},
      handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }) {
        wantedData = true
        connection.sendCopyFail('The SQL editor has no data to send')
      },
      handleCopyData: () => {},
      handleError: finish,
      handleReadyForQuery: () => finish(null),
    })
  })
}

function send(connection: Connection, { text, rowLimit, stopsAtLimit }: ExecuteOptions): void {
  if (!stopsAtLimit) return connection.query(text)
  connection.parse({ name: '', text, types: [] }, true)
  connection.bind({ portal: '', statement: '', values: [] }, true)
  connection.describe({ type: 'P', name: '' }, true)
  connection.execute({ portal: '', rows: String(rowLimit + 1) }, true)
  // Ends the statement's transaction after the rows asked for; the rest is never computed.
  connection.sync()
}

// `INSERT 0 5`, `SELECT 3`, `CREATE TABLE`, `REFRESH MATERIALIZED VIEW`.
function readCommandTag(tag: string): { command: string; rowCount: number | null } {
  const [command = ''] = /^[A-Z ]*[A-Z]/.exec(tag) ?? []
  const count = /(\d+)$/.exec(tag)?.[1]
  return { command, rowCount: count === undefined ? null : Number(count) }
}
