import {
  MAX_RESULT_BYTES,
  MAX_RESULT_ROWS,
  type QueryRunResult,
} from '@stoa/contract/services/alerts/queries'
import pg, { type Client, type QueryArrayConfig } from 'pg'
import { AppError } from '../../lib/errors.ts'
import { storableText } from '../../lib/storable-text.ts'
import { endClient } from '../../postgres/connections/connect.ts'
import type { MemberRole } from '../../postgres/database.ts'
import { compile, type Sql } from '../../postgres/sql.ts'
import type { Project } from '../../project/project.ts'
import { MAX_ERROR_LENGTH } from './limits.ts'
import { beginRead, fetchRow, openCursor, prepareRead } from './queries.ts'

export type QueryResult = Pick<
  QueryRunResult,
  'row_count' | 'is_limited' | 'first_value' | 'error' | 'columns' | 'rows'
>

type RunOptions = {
  readonly text: string
  readonly role: MemberRole
  readonly timeoutMs: number
  /** Ends the session, and with it the query. */
  readonly signal: AbortSignal
}

const NO_RESULT = { row_count: null, is_limited: false, first_value: null, columns: [], rows: [] }

export const failedRun = (error: string): QueryResult => ({
  ...NO_RESULT,
  error: storableText(error.slice(0, MAX_ERROR_LENGTH)),
})

/** Runs a query that reads, and keeps the beginning of its result. Never rejects. */
export async function runQuery(
  project: Project,
  { text, role, timeoutMs, signal }: RunOptions,
): Promise<QueryResult> {
  const limit = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)])
  try {
    // A scheduled query is SQL that a member wrote, with the rights of members in the SQL editor.
    const client = await project.database.connect(role, 'scheduled query')
    const end = () => void endClient(client)
    try {
      limit.addEventListener('abort', end, { once: true })
      limit.throwIfAborted()
      await send(client, beginRead)
      await send(client, prepareRead(timeoutMs))
      await send(client, openCursor(text))
      return await readResult(client)
    } finally {
      limit.removeEventListener('abort', end)
      await endClient(client)
    }
  } catch (error) {
    if (signal.aborted) return failedRun('The project stopped while the query was running.')
    if (limit.aborted) return failedRun(`The query took longer than ${timeoutMs / 1000} seconds.`)
    return failedRun(messageOf(error))
  }
}

async function readResult(client: Client): Promise<QueryResult> {
  let columns: readonly string[] = []
  const rows: (string | null)[][] = []
  let bytes = 0
  for (;;) {
    const fetched = await send(client, fetchRow)
    columns = fetched.fields.map(({ name }) => storableText(name))
    const [row] = fetched.rows
    if (!row) return result(columns, rows, false)
    const cells = row.map((cell) => (cell === null ? null : storableText(cell)))
    bytes += cells.reduce((sum, cell) => sum + Buffer.byteLength(cell ?? '') + 3, 0)
    if (rows.length >= MAX_RESULT_ROWS || bytes > MAX_RESULT_BYTES)
      return result(columns, rows, true)
    rows.push(cells)
  }
}

const result = (
  columns: readonly string[],
  rows: (string | null)[][],
  isLimited: boolean,
): QueryResult => ({
  row_count: rows.length,
  is_limited: isLimited,
  first_value: toNumber(rows[0]?.[0] ?? null),
  error: null,
  columns: [...columns],
  rows,
})

function toNumber(text: string | null): number | null {
  if (text === null || text.trim() === '') return null
  const number = Number(text)
  return Number.isFinite(number) ? number : null
}

const asText = { getTypeParser: () => (value: string) => value }

function send(client: Client, statement: Sql) {
  const { text, values } = compile(statement)
  const config: QueryArrayConfig & { readonly queryMode: 'extended' } = {
    text,
    values: [...values],
    rowMode: 'array',
    types: asText,
    queryMode: 'extended',
  }
  return client.query<(string | null)[]>(config)
}

function messageOf(error: unknown): string {
  if (error instanceof pg.DatabaseError)
    return error.hint === undefined ? error.message : `${error.message} ${error.hint}`
  return error instanceof AppError ? error.message : 'The connection to the database was closed.'
}
