import pg from 'pg'
import { QUEUE, type ChaosProject } from './projects.ts'
import type { Result } from './requests.ts'

/** A session through the Postgres port, which is opened again when it breaks. */
export type QueueClient = {
  /** The result's body is the message's id. */
  send(message: object): Promise<Result>
  delete(id: string): Promise<Result>
  close(): Promise<void>
}

const TIMEOUT_MS = 20_000

export function createQueueClient({
  connection_string: connectionString,
}: ChaosProject): QueueClient {
  let client: pg.Client | undefined

  async function connect(): Promise<pg.Client> {
    const opened = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS })
    opened.on('error', () => forget(opened))
    opened.once('end', () => forget(opened))
    await opened.connect()
    return opened
  }
  function forget(broken: pg.Client): void {
    if (client === broken) client = undefined
  }

  async function run(text: string, values: readonly unknown[]): Promise<Result> {
    try {
      client ??= await connect()
    } catch (error) {
      return { outcome: 'refused', detail: reasonOf(error), body: undefined }
    }
    const used = client
    try {
      const { rows } = await used.query<{ id: string }>(text, [...values])
      return { outcome: 'acknowledged', detail: '', body: rows[0]?.id }
    } catch (error) {
      forget(used)
      used.end().catch(() => {})
      return { outcome: 'unknown', detail: reasonOf(error), body: undefined }
    }
  }

  return {
    send: (message) =>
      run(`select pgmq.send('${QUEUE}', $1::jsonb)::text as id`, [JSON.stringify(message)]),
    delete: (id) => run(`select pgmq.delete('${QUEUE}', $1::bigint)::text as id`, [id]),
    async close() {
      await client?.end().catch(() => {})
    },
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : String(error)
