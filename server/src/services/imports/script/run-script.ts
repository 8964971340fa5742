import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import type { ScriptDefinition } from '@stoa/contract/services/imports/imports'
import pg, { type Client, type QueryConfig } from 'pg'
import { from as copyFrom } from 'pg-copy-streams'
import { textFile } from '../../../lib/table-files/read-text.ts'
import { isDatabaseFailure } from '../../../postgres/failures.ts'
import { compile, type Sql } from '../../../postgres/sql.ts'
import type { Project } from '../../../project/project.ts'
import { ImportFailure } from '../import-failure.ts'
import { inImportSession } from '../import-session.ts'
import { IMPORT_MS } from '../limits.ts'
import * as queries from '../queries.ts'
import * as problems from './errors.ts'
import { readScript, type ScriptStatement } from './read-script.ts'
import { kindOf } from './statement-kind.ts'

export type ScriptRequest = {
  readonly path: string
  readonly definition: ScriptDefinition
  readonly signal: AbortSignal
}

export type ScriptProgress = {
  readonly progress: number
  readonly rows: number
  readonly statements: number
  readonly skipped: number
}

export type ScriptEvents = {
  /** The transaction has begun. */
  begun(transaction: string): Promise<void>
  moved(progress: ScriptProgress): void
  committing(progress: ScriptProgress): Promise<void>
}

/**
 * Runs the statements of a file in one transaction, as the role that runs members' SQL. Rejects with
 * `ImportFailure`, which names the statement at fault.
 */
export const runScript = (
  project: Project,
  request: ScriptRequest,
  events: ScriptEvents,
): Promise<void> =>
  inImportSession(project, {
    signal: request.signal,
    work: (client) => runAll(client, request, events),
  })

async function runAll(
  client: Client,
  { path, definition }: ScriptRequest,
  events: ScriptEvents,
): Promise<void> {
  const run = (statement: Sql) => {
    const { text, values } = compile(statement)
    return client.query<{ id: string }>(text, [...values])
  }
  await run(queries.BEGIN)
  await run(queries.settings('ISO, MDY', IMPORT_MS))
  const begun = await run(queries.TRANSACTION_ID)
  await events.begun(begun.rows[0]?.id ?? '')
  const file = textFile(path)
  const state = { progress: 0, rows: 0, statements: 0, skipped: 0 }
  for await (const statement of readScript(file.read())) {
    const result = await runStatement(client, statement, definition)
    state.progress = file.progress()
    if (result === undefined) state.skipped += 1
    else {
      state.statements += 1
      state.rows += result.rows
    }
    events.moved(state)
  }
  await run(queries.CHECK_CONSTRAINTS)
  await events.committing({ ...state, progress: 1 })
  await run(queries.COMMIT)
}

/** Runs a statement, and returns how many rows it wrote; undefined if it is left out. */
async function runStatement(
  client: Client,
  statement: ScriptStatement,
  { leaves_out_owners: leavesOutOwners }: ScriptDefinition,
): Promise<{ rows: number } | undefined> {
  const { text, words } = statement
  if (words[0] === '\\') return runCommand(statement)
  const kind = kindOf(statement)
  if (kind === 'skip' || (kind === 'ownership' && leavesOutOwners)) return undefined
  if (kind === 'refuse')
    throw new ImportFailure(problems.statementRefused(statement, nameOf(statement)))
  try {
    return {
      rows: kind === 'copy' ? await copyRows(client, statement) : await runText(client, text),
    }
  } catch (error) {
    if (!isDatabaseFailure(error)) throw error
    throw new ImportFailure(problems.statementFailed(statement, error), error)
  }
}

/** The lines that pg_dump writes against hostile dumps have no effect outside of psql. */
function runCommand(statement: ScriptStatement): undefined {
  const [command = ''] = statement.text.split(/\s/)
  if (command === '\\restrict' || command === '\\unrestrict') return undefined
  throw new ImportFailure(problems.commandUnsupported(statement, command))
}

const nameOf = ({ words }: ScriptStatement): string =>
  words
    .slice(0, words[0] === 'set' || words[0] === 'prepare' ? 2 : 1)
    .join(' ')
    .toUpperCase()

const WRITES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE'])

/**
 * The extended protocol refuses several statements in one text, so that a mistake in splitting the
 * file cannot end the transaction. Rows of results are dropped as they arrive.
 */
function runText(client: Client, text: string): Promise<number> {
  const config: QueryConfig & { queryMode: 'extended' } = { text, queryMode: 'extended' }
  const query = new pg.Query(config)
  query.on('row', () => {})
  return new Promise((resolve, reject) => {
    query.once('error', reject)
    query.once('end', ({ command, rowCount }) => resolve(WRITES.has(command) ? (rowCount ?? 0) : 0))
    client.query(query)
  })
}

async function copyRows(client: Client, { text, data }: ScriptStatement): Promise<number> {
  const copying = client.query(copyFrom(text))
  const done = finished(copying)
  done.catch(() => {})
  let failure: unknown
  copying.once('error', (error) => void (failure = error))
  try {
    for await (const rows of data())
      if (!copying.write(rows)) await Promise.race([once(copying, 'drain'), done])
    copying.end()
    await done
  } catch (error) {
    // A copy that is left open would wait for its end forever.
    copying.destroy()
    // Once Postgres has refused a row, a write fails for lack of a connection, which says nothing.
    throw failure ?? error
  }
  return copying.rowCount
}
