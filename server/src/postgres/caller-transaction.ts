import type { Writable } from 'node:stream'
import pg from 'pg'
import type { CallerStatement } from './caller.ts'
import type { IncomingText } from './long-text.ts'
import type { LongValueTap } from './long-values.ts'
import type { TextResult, TextRow } from './session.ts'
import type { Bindable } from './sql.ts'
import type { WireBatch } from './wire-batch.ts'

type Fields = TextResult['fields']

/** The part of pg's connection that is written to. */
type Wire = { readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean } }

/** What one connection has prepared: the columns each named statement answers with. */
type PreparedNames = Map<string, Fields | undefined>

/** What the transactions of one connection share. */
export type CallerConnection = {
  /** Is emptied again before anything else is written with it. */
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

const noFields: Fields = []

/**
 * One transaction as one batch of the extended protocol: everything up to the single Sync is an
 * implicit transaction, so it needs neither begin nor commit, and Postgres answers once. A failing
 * step makes the server skip the rest and roll back.
 *
 * pg runs it as a query of its own kind: it hands over the connection to write to, then every
 * message of the answer.
 */
export class CallerTransaction {
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
   * @param settings runs first; its answer is not kept.
   * @param statements what runs, and the prepared statements to forget on the server.
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
    // First, because nothing behind a failing step is read.
    for (const name of this.#dropped) batch.close(name)
    for (const step of this.#steps) {
      if (step.isNew) {
        // Closing first makes preparing repeatable, whatever an earlier failure left behind.
        if (step.name !== '') batch.close(step.name)
        batch.parse(step.name, step.text)
      }
      batch.bind(step.name, step.values)
      if (step.isNew) batch.describe()
      batch.execute()
    }
    batch.sync()
    const bytes = batch.take()
    // A connection that is gone tells everybody who waits on it.
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
    // A statement that answers no rows has no description either; it is prepared all the same.
    if (step?.isNew && this.#fields === undefined) this.#describe(noFields)
    const fields = this.#fields ?? (step && this.#connection.prepared.get(step.name)) ?? noFields
    this.#results.push({ rows: this.#rows, fields, rowCount: countOf(message.text) })
    this.#rows = []
    this.#fields = undefined
    // Settings come first and are short, so whoever is next in line is always told in time.
    const { tap } = this.#connection
    tap.taker = this.#steps[this.#results.length]?.mayBeLong ? this : undefined
  }

  /** Called by the connection's tap as a long value begins; a second one is held, as it is not expected. */
  takeLongValue(_column: number, byteLength: number): Writable | undefined {
    if (this.#long) return undefined
    try {
      const text = this.#connection.receive(byteLength)
      this.#long = { step: this.#results.length, text }
      return text.file
    } catch {
      // No folder, or no more files: the answer is still good, and nobody above the socket catches.
      return undefined
    }
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' })
  }

  handlePortalSuspended(): void {}

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void; sync(): void }): void {
    connection.sendCopyFail('COPY needs a connection of its own')
    // The one sent already went by unread while the server waited for data.
    connection.sync()
  }

  handleCopyData(): void {}

  handleError(error: unknown): void {
    const { prepared, tap } = this.#connection
    // Steps that were to be prepared and did not get that far are not.
    for (const step of this.#steps.slice(this.#results.length))
      if (step.isNew && prepared.get(step.name) === undefined) prepared.delete(step.name)
    if (tap.taker === this) tap.taker = undefined
    this.#long?.text.abandon()
    this.#reject(error)
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

// pg pipelines queries of its own class only. It calls nothing of that class but what is overridden
// here, so the class is named and its constructor, which parses a query's configuration, left out.
Object.setPrototypeOf(CallerTransaction.prototype, pg.Query.prototype)

function prepare(
  prepared: PreparedNames,
  { name, text, values, mayBeLong = false }: CallerStatement,
): Step {
  if (name === undefined) return { name: '', text, values, isNew: true, mayBeLong }
  const isNew = !prepared.has(name)
  // Noted before the answer: a transaction right behind this one on the wire may rely on it.
  if (isNew) prepared.set(name, undefined)
  return { name, text, values, isNew, mayBeLong }
}

/** `INSERT 0 3`, `SELECT 20`, `CREATE TABLE`: the count is the last word, where there is one. */
function countOf(tag: string): number | null {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return tag === '' || Number.isNaN(count) ? null : count
}
