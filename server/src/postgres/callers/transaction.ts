import type { Writable } from 'node:stream'
import pg from 'pg'
import { AppError } from '../../lib/errors.ts'
import { toDiskFull } from '../../lib/disk-full.ts'
import type { CallerStatement } from './caller.ts'
import type { IncomingText } from '../wire/long-text.ts'
import type { LongValueTap } from '../wire/long-values.ts'
import type { TextResult, TextRow } from '../session.ts'
import type { Bindable } from '../sql.ts'
import type { WireBatch } from '../wire/batch.ts'

type Fields = TextResult['fields']

/** The part of pg's connection that a transaction writes to. */
type Wire = { readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean } }

/** The columns of each statement that a connection has prepared, by statement name. */
type PreparedNames = Map<string, Fields | undefined>

/** State shared by all transactions of one connection. */
export type CallerConnection = {
  /** Every transaction empties it before the next one writes to it. */
  readonly batch: WireBatch
  readonly prepared: PreparedNames
  readonly tap: LongValueTap
  receive(byteLength: number): IncomingText
}

type Step = {
  readonly name: string
  readonly text: string
  readonly values: readonly Bindable[]
  readonly isNew: boolean
  readonly mayBeLong: boolean
}

/** Prepared statements kept per connection. Beyond that the oldest is closed, on both sides. */
const MAX_PREPARED = 250

const noFields: Fields = []

/** Starts like the driver's own message for a connection that ends. */
const ENDED_BY_ANOTHER = 'Connection terminated because of another transaction'

/**
 * One transaction as one batch of the extended protocol. Everything up to the single Sync is an
 * implicit transaction, so it needs neither begin nor commit, and Postgres responds once. When a
 * step fails, the server skips the rest and rolls back.
 *
 * pg treats it as a query of its own class: it hands over the connection to write to, then passes
 * on every message of the answer.
 */
class CallerTransaction {
  readonly done: Promise<readonly TextResult[]>
  readonly #connection: CallerConnection
  readonly #steps: readonly Step[]
  readonly #dropped: readonly string[]
  readonly #results: TextResult[] = []
  #rows: TextRow[] = []
  #long: { readonly step: number; readonly text: IncomingText } | undefined
  #fields: Fields | undefined
  #resolve: (results: readonly TextResult[]) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  /**
   * @param settings runs first; its result is dropped.
   * @param statements the statements to run, and the prepared statements to close on the server.
   */
  constructor(
    connection: CallerConnection,
    settings: CallerStatement,
    statements: { readonly run: readonly CallerStatement[]; readonly dropped: readonly string[] },
  ) {
    this.#connection = connection
    this.#steps = [settings, ...statements.run].map((statement) =>
      prepare(connection.prepared, statement),
    )
    this.#dropped = statements.dropped
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Called by pg when the connection takes the next query. */
  submit(wire: Wire): void {
    const { batch } = this.#connection
    // The closing messages come first, because Postgres reads nothing after a failing step.
    for (const name of this.#dropped) batch.close(name)
    for (const step of this.#steps) {
      if (step.isNew) {
        // Closing before preparing works even if an earlier failure left the name in use.
        if (step.name !== '') batch.close(step.name)
        batch.parse(step.name, step.text)
      }
      batch.bind(step.name, step.values)
      if (step.isNew) batch.describe()
      batch.execute()
    }
    batch.sync()
    const bytes = batch.take()
    // A closed connection reports its error to every waiting query.
    if (wire.stream.writable) wire.stream.write(bytes)
  }

  handleRowDescription(message: { fields: readonly { name: string; dataTypeID: number }[] }): void {
    this.#describe(message.fields.map(({ name, dataTypeID }) => ({ name, typeOid: dataTypeID })))
  }

  #describe(fields: Fields): void {
    this.#fields = fields
    const step = this.#steps[this.#results.length]
    if (step && step.name !== '') this.#connection.prepared.set(step.name, fields)
  }

  handleDataRow(message: { fields: TextRow }): void {
    this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.#results.length]
    // A statement that returns no rows has no description, but it is prepared all the same.
    if (step?.isNew && this.#fields === undefined) this.#describe(noFields)
    const fields = this.#fields ?? (step && this.#connection.prepared.get(step.name)) ?? noFields
    this.#results.push({ rows: this.#rows, fields, rowCount: countOf(message.text) })
    this.#rows = []
    this.#fields = undefined
    // The result of the settings comes first and is short, so the tap always knows in time which
    // step is next.
    const { tap } = this.#connection
    tap.taker = this.#steps[this.#results.length]?.mayBeLong ? this : undefined
  }

  /**
   * Called by the connection's tap when a long value begins. A second one, which is unexpected,
   * stays in memory.
   */
  takeLongValue(_column: number, byteLength: number): Writable | undefined {
    if (this.#long) return undefined
    try {
      const text = this.#connection.receive(byteLength)
      this.#long = { step: this.#results.length, text }
      return text.file
    } catch {
      // The folder is missing or no file can be opened. The result is still good without one, and
      // no caller above the socket would catch this error.
      return undefined
    }
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void; sync(): void }): void {
    connection.sendCopyFail('COPY needs a connection of its own')
    // Postgres ignored the earlier Sync because it was waiting for data.
    connection.sync()
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    const { prepared, tap } = this.#connection
    // The steps after the failing one were not prepared.
    for (const step of this.#steps.slice(this.#results.length))
      if (step.isNew && prepared.get(step.name) === undefined) prepared.delete(step.name)
    if (tap.taker === this) tap.taker = undefined
    this.#long?.text.abandon()
    this.#reject(
      this.#isUntouchedBy(error) ? new Error(ENDED_BY_ANOTHER) : (toDiskFull(error) ?? error),
    )
  }

  /**
   * The row that was too large for the connection belongs to an earlier transaction on the wire.
   */
  #isUntouchedBy(error: unknown): boolean {
    return error instanceof AppError && this.#results.length === 0
  }

  handleReadyForQuery(): void {
    const results = this.#results.slice(1)
    if (!this.#long) return this.#resolve(results)
    const { step, text } = this.#long
    text.whole.then((long) => {
      const full = results.map((result, at) => (at === step - 1 ? { ...result, long } : result))
      this.#resolve(full)
    }, this.#reject)
  }
}

// pg pipelines only queries of its own class. It calls nothing of that class except what is
// overridden here, so its prototype is inherited and its constructor, which parses a query's
// configuration, is skipped.
Object.setPrototypeOf(CallerTransaction.prototype, pg.Query.prototype)

function prepare(
  prepared: PreparedNames,
  { name, text, values, mayBeLong = false }: CallerStatement,
): Step {
  if (name === undefined) return { name: '', text, values, isNew: true, mayBeLong }
  const isNew = !prepared.has(name)
  // Recorded before the response, because the next transaction on the wire may rely on it.
  if (isNew) prepared.set(name, undefined)
  return { name, text, values, isNew, mayBeLong }
}

/** `INSERT 0 3`, `SELECT 20`, `CREATE TABLE`: the count is the last word, where there is one. */
function countOf(tag: string): number | null {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return tag === '' || Number.isNaN(count) ? null : count
}

/** Writes a transaction to a connection and resolves with the results of its statements. */
export function sendTransaction(
  connection: CallerConnection & { readonly client: pg.Client },
  transaction: {
    readonly settings: CallerStatement
    readonly statements: readonly CallerStatement[]
  },
): Promise<readonly TextResult[]> {
  const { settings, statements: run } = transaction
  const dropped =
    connection.prepared.size < MAX_PREPARED
      ? noNames
      : takeOldest(connection.prepared, [settings, ...run])
  const sent = new CallerTransaction(connection, settings, { run, dropped })
  connection.client.query(sent as unknown as pg.Submittable)
  return sent.done
}

const noNames: readonly string[] = []

/** Forgets the statements that were prepared first, except those that are about to run. */
function takeOldest(
  prepared: CallerConnection['prepared'],
  run: readonly CallerStatement[],
): readonly string[] {
  const taken: string[] = []
  for (const name of prepared.keys()) {
    if (prepared.size < MAX_PREPARED) break
    if (run.some((statement) => statement.name === name)) continue
    prepared.delete(name)
    taken.push(name)
  }
  return taken
}
