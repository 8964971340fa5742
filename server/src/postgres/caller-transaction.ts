import pg from 'pg'
import type { CallerStatement } from './caller.ts'
import type { TextResult, TextRow } from './session.ts'
import type { Bindable } from './sql.ts'
import type { WireBatch } from './wire-batch.ts'

type Fields = TextResult['fields']

/** The part of pg's connection that is written to. */
type Wire = { readonly stream: { readonly writable: boolean; write(bytes: Buffer): boolean } }

/** What one connection has prepared: the columns each named statement answers with. */
export type PreparedNames = Map<string, Fields | undefined>

type Step = {
  readonly name: string
  readonly text: string
  readonly values: readonly Bindable[]
  readonly isNew: boolean
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
  readonly #batch: WireBatch
  readonly #prepared: PreparedNames
  readonly #steps: readonly Step[]
  readonly #dropped: readonly string[]
  readonly #results: TextResult[] = []
  #rows: TextRow[] = []
  #fields: Fields | undefined
  #resolve: (results: readonly TextResult[]) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  /**
   * @param batch is emptied again before anything else is written with it.
   * @param settings runs first; its answer is not kept.
   * @param statements what runs, and the prepared statements to forget on the server.
   */
  constructor(
    batch: WireBatch,
    prepared: PreparedNames,
    settings: CallerStatement,
    statements: { readonly run: readonly CallerStatement[]; readonly dropped: readonly string[] },
  ) {
    this.#batch = batch
    this.#prepared = prepared
    this.#steps = [settings, ...statements.run].map((statement) => prepare(prepared, statement))
    this.#dropped = statements.dropped
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
  }

  /** Called by pg when the connection takes the next query. */
  submit(wire: Wire): void {
    const batch = this.#batch
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
    if (step && step.name !== '') this.#prepared.set(step.name, fields)
  }

  handleDataRow(message: { fields: TextRow }): void {
    this.#rows.push(message.fields)
  }

  handleCommandComplete(message: { text: string }): void {
    const step = this.#steps[this.#results.length]
    // A statement that answers no rows has no description either; it is prepared all the same.
    if (step?.isNew && this.#fields === undefined) this.#describe(noFields)
    const fields = this.#fields ?? (step && this.#prepared.get(step.name)) ?? noFields
    this.#results.push({ rows: this.#rows, fields, rowCount: countOf(message.text) })
    this.#rows = []
    this.#fields = undefined
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
    // Steps that were to be prepared and did not get that far are not.
    for (const step of this.#steps.slice(this.#results.length))
      if (step.isNew && this.#prepared.get(step.name) === undefined)
        this.#prepared.delete(step.name)
    this.#reject(error)
  }

  handleReadyForQuery(): void {
    this.#resolve(this.#results.slice(1))
  }
}

// pg pipelines queries of its own class only. It calls nothing of that class but what is overridden
// here, so the class is named and its constructor, which parses a query's configuration, left out.
Object.setPrototypeOf(CallerTransaction.prototype, pg.Query.prototype)

function prepare(prepared: PreparedNames, { name, text, values }: CallerStatement): Step {
  if (name === undefined) return { name: '', text, values, isNew: true }
  const isNew = !prepared.has(name)
  // Noted before the answer: a transaction right behind this one on the wire may rely on it.
  if (isNew) prepared.set(name, undefined)
  return { name, text, values, isNew }
}

/** `INSERT 0 3`, `SELECT 20`, `CREATE TABLE`: the count is the last word, where there is one. */
function countOf(tag: string): number | null {
  const count = Number(tag.slice(tag.lastIndexOf(' ') + 1))
  return tag === '' || Number.isNaN(count) ? null : count
}
