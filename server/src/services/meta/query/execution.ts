import type { Client, Connection } from 'pg'
import { createProtocol, type Ending, type QueryPlan } from './protocol.ts'
import { tapRows, type RowSink } from './wire-tap.ts'

/** A statement's result, with the type oids of its columns. */
export type StatementResult = {
  command: string
  columns: readonly { name: string; typeOid: number; typeModifier: number }[]
  /** Empty if they were passed to a receiver. */
  rows: Cells[]
  /** Rows that were kept or passed on. */
  taken: number
  rowCount: number | null
  isLimited: boolean
}

export type Cells = (string | null)[]
export type ResultColumns = StatementResult['columns']

/** Stops and continues the reading of what Postgres sends. */
export type Flow = { pause(): void; resume(): void }

/** Gets rows while they arrive, so that they are not kept. */
export type RowReceiver = {
  /** The result with this index in the outcome begins. */
  begin(result: number, columns: ResultColumns, flow: Flow): void
  row(result: number, cells: Cells): void
}

export type Outcome = {
  readonly results: readonly StatementResult[]
  /** Counts of all completed statements by command, in order of first use. */
  readonly commands: readonly CommandCount[]
  /** Number of results with rows, including those that were not kept. */
  readonly returning: number
  /** Number of completed statements, including those whose result was not kept. */
  readonly completed: number
  /** Number of statements up to the last COMMIT that was completed. */
  readonly committed: number
  /** The command of the last completed statement. */
  readonly lastCommand: string | undefined
  /** The error that ended the run: Postgres's error or a lost connection; null for success. */
  readonly error: unknown
  /** A COPY requested data, and there is none. */
  readonly wantedData: boolean
}

type CommandCount = { command: string; statements: number; rows: number | null }

/** Maximum bytes of row text, and maximum results with rows and without, kept per run. */
const MAX_BYTES = 50_000_000
export const MAX_RESULTS = 1000

type Field = { name: string; dataTypeID: number; dataTypeModifier: number }

/** Runs texts one after the other in one session. */
export type Execution = {
  /**
   * Runs a text and resolves when Postgres is ready again, or with the error that ended it. The
   * command is that of the last statement that was completed.
   */
  run(plan: QueryPlan): Promise<{ readonly error: unknown; readonly command: string | undefined }>
  /** The totals of all runs so far. */
  outcome(): Outcome
}

/**
 * Takes over the connection, which then returns no rows to other users. Rows beyond the limits are
 * dropped as they arrive. Each call of the result begins a new execution, with new totals, whose
 * rows are passed to its receiver, if it has one.
 */
export function createExecutions(client: Client): (receiver?: RowReceiver) => Execution {
  let sink: RowSink = { wants: () => false, take: () => {} }
  const { stream } = client.connection
  tapRows(stream, {
    wants: (byteLength) => sink.wants(byteLength),
    take: (cells) => sink.take(cells),
  })
  const flow: Flow = { pause: () => void stream.pause(), resume: () => void stream.resume() }
  return (receiver) => {
    const next = newExecution(client, receiver && { receiver, flow })
    ;({ sink } = next)
    return next.execution
  }
}

type Receiving = { readonly receiver: RowReceiver; readonly flow: Flow }

function newExecution(
  client: Client,
  receiving: Receiving | undefined,
): { readonly execution: Execution; readonly sink: RowSink } {
  const results: StatementResult[] = []
  let plan: QueryPlan = { text: '', rowLimit: 0, mayStop: false }
  let current: StatementResult | undefined
  const isFull = () => current?.isLimited === true
  let protocol = createProtocol(plan, isFull)
  const commands = new Map<string, CommandCount>()
  const begun = { withRows: 0, withoutRows: 0 }
  let completed = 0
  let committed = 0
  let bytes = 0
  let wantedData = false
  let command: string | undefined
  let failure: unknown = null

  const begin = (fields: readonly Field[]): StatementResult => {
    const result = newResult(fields)
    const kind = fields.length > 0 ? 'withRows' : 'withoutRows'
    if (begun[kind] < MAX_RESULTS) results.push(result)
    // The rows of a result that is not kept are dropped.
    else result.isLimited = true
    begun[kind] += 1
    if (fields.length > 0 && !result.isLimited)
      receiving?.receiver.begin(results.length - 1, result.columns, receiving.flow)
    return result
  }
  const complete = (ending: Ending) => {
    current ??= begin([])
    Object.assign(current, ending)
    current = undefined
    completed += 1
    if (ending.command === 'COMMIT') committed = completed
    count(commands, ending)
    ;({ command } = ending)
  }

  const sink: RowSink = {
    wants(byteLength) {
      if (protocol.isAsking()) return true
      if (!current || current.isLimited) return false
      const maxBytes = plan.maxBytes ?? MAX_BYTES
      const fits = current.taken < plan.rowLimit && bytes + byteLength <= maxBytes
      if (fits) {
        bytes += byteLength
        current.taken += 1
      } else current.isLimited = true
      return fits
    },
    take(cells) {
      if (protocol.isAsking()) protocol.takeAnswer(cells)
      else if (receiving) receiving.receiver.row(results.length - 1, cells)
      else current?.rows.push(cells)
    },
  }

  // The driver's callbacks for a submitted query.
  const submission = (finish: (error: unknown) => void) => ({
    submit: (connection: Connection) => protocol.send(connection),
    handleRowDescription: ({ fields }: { fields: readonly Field[] }) => {
      current = begin(fields)
    },
    handleDataRow: () => {},
    handlePortalSuspended: (connection: Connection) => protocol.suspended(connection),
    handleCommandComplete({ text }: { text: string }, connection: Connection) {
      const ending = protocol.completed(connection, text)
      if (ending) complete(ending)
    },
    handleEmptyQuery: (connection: Connection) => protocol.ended(connection),
    handleCopyInResponse(connection: Connection & { sendCopyFail(reason: string): void }) {
      wantedData = true
      connection.sendCopyFail('The SQL editor has no data to send')
    },
    handleCopyData: () => {},
    handleError(error: unknown, connection: Connection) {
      protocol.ended(connection)
      finish(error)
    },
    handleReadyForQuery: () => finish(null),
  })

  const execution: Execution = {
    async run(next) {
      plan = next
      protocol = createProtocol(plan, isFull)
      command = undefined
      failure = await new Promise((resolve) => {
        client.query(submission(resolve))
      })
      return { error: failure, command }
    },
    outcome: () => ({
      results,
      commands: [...commands.values()],
      returning: begun.withRows,
      completed,
      committed,
      lastCommand: command,
      error: failure,
      wantedData,
    }),
  }
  return { execution, sink }
}

function count(commands: Map<string, CommandCount>, { command, rowCount }: Ending): void {
  const counted = commands.get(command) ?? { command, statements: 0, rows: null }
  counted.statements += 1
  if (rowCount !== null) counted.rows = (counted.rows ?? 0) + rowCount
  commands.set(command, counted)
}

const newResult = (fields: readonly Field[]): StatementResult => ({
  command: '',
  columns: fields.map((field) => ({
    name: field.name,
    typeOid: field.dataTypeID,
    typeModifier: field.dataTypeModifier,
  })),
  rows: [],
  taken: 0,
  rowCount: null,
  isLimited: false,
})
