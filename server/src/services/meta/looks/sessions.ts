import { pipeline } from 'node:stream/promises'
import type { Client, QueryConfig, QueryResult } from 'pg'
import { from as copyFrom, to as copyTo } from 'pg-copy-streams'
import { endClient } from '../../../postgres/connections/connect.ts'
import { compile, type Sql } from '../../../postgres/sql.ts'
import type { QueriedProject } from '../../../project/project.ts'
import { toAppError } from '../errors.ts'
import { prepareSession } from '../query/queries.ts'

const TIMEOUT_MS = 600_000
const SESSION = 'stoa past rows'

/** One of the two sessions that copy rows. */
export type CopySession = {
  readonly client: Client
  run(statement: Sql): Promise<Pick<QueryResult<Record<string, unknown>>, 'rows' | 'rowCount'>>
}

/**
 * Runs work with sessions of the owner in the look and in the project. Both end with it, and at once
 * if the signal aborts, which rolls back what was not committed. Postgres's errors are converted to
 * `AppError`.
 */
export async function withBoth<T>(
  past: QueriedProject,
  present: QueriedProject,
  { signal, work }: { readonly signal: AbortSignal; readonly work: CopyWork<T> },
): Promise<T> {
  const opened: Client[] = []
  const open = async ({ database }: QueriedProject): Promise<CopySession> => {
    const client = await database.connect('postgres', SESSION)
    opened.push(client)
    // A session that is lost fails its statement.
    client.on('error', () => {})
    await prepareSession(client, TIMEOUT_MS)
    return { client, run: (statement) => run(client, statement) }
  }
  const leave = () => void Promise.all(opened.map(endClient))
  signal.addEventListener('abort', leave)
  try {
    signal.throwIfAborted()
    const sessions = { past: await open(past), present: await open(present) }
    signal.throwIfAborted()
    return await work(sessions)
  } catch (error) {
    throw toAppError(error)
  } finally {
    signal.removeEventListener('abort', leave)
    await Promise.all(opened.map(endClient))
  }
}

type CopyWork<T> = (sessions: {
  readonly past: CopySession
  readonly present: CopySession
}) => Promise<T>

/** Always one statement: Postgres refuses a second one in this protocol. */
async function run(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  const config: QueryConfig & { readonly queryMode: 'extended' } = {
    text,
    values: [...values],
    queryMode: 'extended',
  }
  return client.query<Record<string, unknown>>(config)
}

/** Copies the result of one statement into another, without holding it in memory. */
export const copyBetween = (
  from: { readonly session: CopySession; readonly statement: Sql },
  to: { readonly session: CopySession; readonly statement: Sql },
): Promise<void> =>
  pipeline(
    from.session.client.query(copyTo(compile(from.statement).text)),
    to.session.client.query(copyFrom(compile(to.statement).text)),
  )
