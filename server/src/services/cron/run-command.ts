import pg from 'pg'
import { endClient } from '../../postgres/connections/connect.ts'
import type { Project } from '../../project/project.ts'

/** The outcome of a command, with the message that pg_cron stores. */
export type Outcome = { readonly isSuccess: boolean; readonly message: string }

type RunOptions = {
  /** Ends the session, and with it the command. */
  readonly signal: AbortSignal
  /** Called with the process of Postgres that runs the command. */
  readonly started: (pid: number) => Promise<unknown>
}

const MAX_MESSAGE_LENGTH = 10_000

/**
 * Runs the command of a job in a session of its own, as the owner of the database. Its rows are
 * counted and dropped. Never rejects.
 */
export async function runCommand(
  { database }: Project,
  command: string,
  { signal, started }: RunOptions,
): Promise<Outcome> {
  try {
    // A job is SQL that a member wrote, with the rights that members have in the SQL editor.
    const client = await database.connect('postgres', 'cron')
    const end = () => void endClient(client)
    try {
      signal.addEventListener('abort', end, { once: true })
      signal.throwIfAborted()
      const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
      await started(rows[0]?.pid ?? 0)
      return { isSuccess: true, message: await tagOf(client, command) }
    } finally {
      signal.removeEventListener('abort', end)
      await endClient(client)
    }
  } catch (error) {
    if (signal.aborted) return { isSuccess: false, message: STOPPED }
    return { isSuccess: false, message: messageOf(error).slice(0, MAX_MESSAGE_LENGTH) }
  }
}

/** Stored for a run that was interrupted because the project or the server stopped. */
export const STOPPED = 'The project stopped while the job was running.'

/** The tag of the last statement, as `INSERT 0 1`; for a query the number of its rows. */
function tagOf(client: pg.Client, command: string): Promise<string> {
  let tag = ''
  client.connection.on('commandComplete', ({ text }: { readonly text: string }) => {
    tag = text
  })
  return new Promise((resolve, reject) => {
    const query = client.query(new pg.Query(command))
    // With a listener, the client keeps no rows.
    query.on('row', () => {})
    query.on('error', reject)
    query.on('end', () => {
      const rows = /^SELECT (\d+)$/.exec(tag)?.[1]
      if (rows === undefined) resolve(tag)
      else resolve(rows === '1' ? '1 row' : `${rows} rows`)
    })
    client.once('end', () => reject(new Error('The connection was closed.')))
  })
}

function messageOf(error: unknown): string {
  if (!(error instanceof pg.DatabaseError)) return error instanceof Error ? error.message : 'Failed'
  const { message, detail, hint } = error
  return [
    `ERROR: ${message}`,
    ...(detail === undefined ? [] : [`DETAIL: ${detail}`]),
    ...(hint === undefined ? [] : [`HINT: ${hint}`]),
  ].join('\n')
}
