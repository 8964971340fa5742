import pg from 'pg'
import type { CallerStatement, TextResult, TextRow } from './database.ts'
import type { Bindable } from './sql.ts'

type Fields = TextResult['fields']

/** The part of pg's connection that messages are written through. */
type Wire = {
  readonly stream: { cork(): void; uncork(): void }
  parse(query: { text: string; name: string }): void
  bind(config: { statement: string; values: readonly Bindable[]; valueMapper: typeof toWire }): void
  describe(message: { type: 'P'; name: string }): void
  execute(config: object): void
  close(message: { type: 'S'; name: string }): void
  sync(): void
}

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
export class CallerTransaction extends pg.Query {
  readonly done: Promise<readonly TextResult[]>
  readonly #prepared: PreparedNames
  readonly #steps: readonly Step[]
  readonly #dropped: readonly string[]
  readonly #results: TextResult[] = []
  #rows: TextRow[] = []
  #fields: Fields | undefined
  #resolve: (results: readonly TextResult[]) => void = () => {}
  #reject: (error: unknown) => void = () => {}

  /**
   * @param settings runs first; its answer is not kept.
   * @param dropped prepared statements to forget on the server, behind the transaction.
   */
  constructor(
    prepared: PreparedNames,
    settings: CallerStatement,
    statements: { readonly run: readonly CallerStatement[]; readonly dropped: readonly string[] },
  ) {
    super({ text: '' })
    this.#prepared = prepared
    this.#steps = [settings, ...statements.run].map((statement) => prepare(prepared, statement))
    this.#dropped = statements.dropped
    this.done = new Promise((resolve, reject) => {
      this.#resolve = resolve
      this.#reject = reject
    })
    // pg's Query declares `submit` as a property, so it is one here.
    this.submit = (connection) => this.#write(connection as unknown as Wire)
  }

  #write(wire: Wire): void {
    wire.stream.cork()
    try {
      for (const step of this.#steps) {
        if (step.isNew) {
          // Closing first makes preparing repeatable, whatever an earlier failure left behind.
          if (step.name !== '') wire.close({ type: 'S', name: step.name })
          wire.parse(step)
        }
        wire.bind({ statement: step.name, values: step.values, valueMapper: toWire })
        if (step.isNew) wire.describe({ type: 'P', name: '' })
        wire.execute({})
      }
      for (const name of this.#dropped) wire.close({ type: 'S', name })
      wire.sync()
    } finally {
      wire.stream.uncork()
    }
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

  handleCopyInResponse(connection: { sendCopyFail(reason: string): void }): void {
    connection.sendCopyFail('COPY needs a connection of its own')
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

const toWire = (value: Bindable): string | Buffer | null => {
  if (typeof value === 'string' || value === null || Buffer.isBuffer(value)) return value
  if (value instanceof Date) return value.toISOString()
  if (Array.isArray(value)) return arrayLiteral(value)
  return String(value)
}

/** `{"a","b"}`: every element quoted, so that commas, braces and the word NULL stay themselves. */
const arrayLiteral = (elements: readonly string[]): string =>
  `{${elements.map((element) => `"${element.replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(',')}}`
