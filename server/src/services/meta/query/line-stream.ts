import { Readable } from 'node:stream'
import type { Cells, Flow, ResultColumns, RowReceiver } from './execution.ts'
import { MAX_STALLED_MS, MAX_WAITING_BYTES } from './limits.ts'

/** Writes a run as text, empty for a result or rows that it leaves out. */
export type LineFormat<Answer> = {
  readonly begin: (result: number, columns: ResultColumns) => Promise<string> | string
  readonly rows: (result: number, rows: readonly Cells[]) => string
  readonly done: (answer: Answer) => string
  /** The last line after an error; undefined if the stream breaks off instead. */
  readonly failed: (error: unknown) => string | undefined
}

type Event =
  | { readonly result: number; readonly columns: ResultColumns }
  | { readonly result: number; readonly rows: Cells[] }

/**
 * Starts a run and resolves to its text when its first rows have arrived or it has ended. Rejects if
 * it fails before that. The text is read from Postgres as fast as its reader takes it, and no faster:
 * in between, at most the contents of one read of the socket are kept.
 */
export async function streamLines<Answer>(
  run: (receiver: RowReceiver) => Promise<Answer>,
  format: LineFormat<Answer>,
): Promise<Readable> {
  const { promise: started, resolve: start, reject: refuse } = Promise.withResolvers<undefined>()
  let head: string | undefined = ''
  let drained = Promise.withResolvers<undefined>()
  const content = new Readable({
    highWaterMark: MAX_WAITING_BYTES,
    read: () => drained.resolve(undefined),
  })
  content.once('close', () => drained.resolve(undefined))
  // It can break off before the response has begun to read it.
  content.on('error', () => {})

  async function write(text: string): Promise<void> {
    if (content.destroyed || text === '') return
    drained = Promise.withResolvers()
    if (content.push(text)) return
    const stalled = setTimeout(
      () => content.destroy(new Error('The client stalled')),
      MAX_STALLED_MS,
    )
    await drained.promise
    clearTimeout(stalled)
  }

  async function send(text: string): Promise<void> {
    const first = head
    head = undefined
    start(undefined)
    await write(first === undefined ? text : first + text)
  }

  async function sendEvent(event: Event): Promise<void> {
    if ('rows' in event) {
      const rows = format.rows(event.result, event.rows)
      return rows === '' ? undefined : send(rows)
    }
    // An error often follows the columns, and is an ordinary response while nothing was sent.
    const text = await format.begin(event.result, event.columns)
    if (head === undefined) await write(text)
    else head += text
    return undefined
  }
  const { receiver, settled } = createReceiver(sendEvent)

  const finish = async () => {
    try {
      const answer = await run(receiver)
      await settled()
      await send(format.done(answer))
      content.push(null)
    } catch (error) {
      await settled()
      if (head !== undefined) return refuse(error)
      const line = format.failed(error)
      if (line === undefined) content.destroy(error instanceof Error ? error : undefined)
      else {
        await write(line)
        content.push(null)
      }
    }
    return undefined
  }
  void finish()
  await started
  return content
}

/** Collects what one read of the socket brings, and stops reading until it has been sent. */
function createReceiver(send: (event: Event) => Promise<void>) {
  const events: Event[] = []
  let sending: Promise<void> | undefined

  async function sendAll(flow: Flow): Promise<void> {
    await new Promise(setImmediate)
    for (let event = events.shift(); event; event = events.shift()) await send(event)
    sending = undefined
    flow.resume()
  }

  let current: Flow | undefined
  const add = (event: Event) => {
    events.push(event)
    if (sending || !current) return
    current.pause()
    sending = sendAll(current)
  }

  const receiver: RowReceiver = {
    begin(result, columns, flow) {
      current = flow
      add({ result, columns })
    },
    row(result, cells) {
      const last = events.at(-1)
      if (last && 'rows' in last && last.result === result) last.rows.push(cells)
      else add({ result, rows: [cells] })
    },
  }
  return {
    receiver,
    /** Resolves when everything that has arrived was sent. */
    settled: async () => {
      await sending
    },
  }
}
